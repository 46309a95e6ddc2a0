#include "analysis/Budget.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

static bool asksBudget(const FunctionDecl &F, ApiIndex &Apis) {
  return llvm::any_of(Apis.functions(F),
                      [](const ApiFunction *A) { return A->AsksBudget; });
}

/// A call that gives a bool may be asked whether to stop.
static bool asksStop(const FunctionDecl &F, ApiIndex &Apis) {
  bool Functor = F.getOverloadedOperator() == OO_Call;
  return (F.isInStdNamespace() && !Functor) ||
         llvm::any_of(Apis.functions(F),
                      [](const ApiFunction *A) { return A->AsksStop; });
}

/// A comparison with a variable of the function itself is its own bound.
static bool comparesLocal(const Stmt &Condition) {
  const auto *B = dyn_cast<BinaryOperator>(&Condition);
  if (!B)
    return false;
  return llvm::any_of(
      std::initializer_list<const Expr *>{B->getLHS(), B->getRHS()},
      [](const Expr *E) {
        E = E->IgnoreParenImpCasts();
        if (const auto *U = dyn_cast<UnaryOperator>(E)) // ++attempt < max
          E = U->getSubExpr()->IgnoreParenImpCasts();
        const auto *Ref = dyn_cast<DeclRefExpr>(E);
        const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
        return V && V->hasLocalStorage() && !V->getType()->isReferenceType();
      });
}

/// The answer is somebody else's: of a call, or a number that is shared. A flag
/// stops the loop for other reasons.
static bool asksSomebody(const Choice &C, const Pool &P, ApiIndex &Apis) {
  if (!C.Subject.isSymbolic() || C.Subject.has(TaintAttempt) ||
      C.Subject.has(TaintClock))
    return false;
  const SymbolInfo &I = P.info(C.Subject.symbol());
  const auto *Given = dyn_cast_or_null<FunctionDecl>(I.Source);
  bool Functor = Given && Given->getOverloadedOperator() == OO_Call;
  // An atomic that is asked for being set, or for being one of its values.
  const auto *Compares = dyn_cast<BinaryOperator>(C.Where);
  if (I.Flag && I.Origin != SymbolOrigin::Call && !Functor &&
      (!Compares || Compares->isEqualityOp()))
    return false;
  bool Flag = I.Type.isNull() || I.Type->isBooleanType();
  if (const auto *F = dyn_cast_or_null<FunctionDecl>(I.Source))
    return asksBudget(*F, Apis) || !(I.Created || (Flag && asksStop(*F, Apis)));
  if (I.Origin == SymbolOrigin::Call) // through a pointer
    return true;
  return !Flag && I.Origin != SymbolOrigin::Attempt &&
         isa<BinaryOperator>(C.Where) && !comparesLocal(*C.Where);
}

/// With the other answer, and the same failure, it tries less often.
static bool mayRefuse(const Choice &C, const Path &Failing,
                      const RunResult &Run) {
  return llvm::any_of(Run.Paths, [&](const Path &Other) {
    return Other.rounds() < Failing.rounds() &&
           (Other.Attempts.empty() || !tellsApart(Other, Failing)) &&
           llvm::any_of(
               Other.Choices,
               [&](const Choice &Theirs) {
                 return Theirs.Where == C.Where && Theirs.Taken != C.Taken;
               });
  });
}

static bool isBudgeted(const Path &P, const RunResult &Run, const Pool &Symbols,
                       ApiIndex &Apis) {
  if (llvm::any_of(P.Events, [&](const Event &E) {
        return E.Callee && asksBudget(*E.Callee, Apis);
      }))
    return true;
  return llvm::any_of(P.Choices, [&](const Choice &C) {
    return (C.Round > 0 || P.AskedAgain.count(C.Where)) &&
           asksSomebody(C, Symbols, Apis) && mayRefuse(C, P, Run);
  });
}

Fact<bool> budgetOf(const RunResult &Run, const Recognition &R, const Pool &P,
                    ApiIndex &Apis) {
  Fact<bool> F;
  F.Is = llvm::all_of(R.Failing, [&](const Path *Failing) {
    return isBudgeted(*Failing, Run, P, Apis);
  });
  F.Sure = Run.Complete ? Certainty::Known : Certainty::Unknown;
  return F;
}

} // namespace retrylint
