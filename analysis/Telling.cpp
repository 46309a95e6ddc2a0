#include "analysis/Telling.h"
#include "analysis/CallParts.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

static bool isSmartPointer(QualType T) {
  const CXXRecordDecl *R = T.getNonReferenceType()->getAsCXXRecordDecl();
  return R && R->isInStdNamespace() && R->getIdentifier() &&
         (R->getName() == "unique_ptr" || R->getName() == "shared_ptr");
}

/// A connection that was opened or closed is put where it is kept.
static bool keepsHandle(const Expr &E) {
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&E))
    return Op->isAssignmentOp() && isSmartPointer(Op->getArg(0)->getType());
  const auto *B = dyn_cast<BinaryOperator>(&E);
  return B && B->getOpcode() == BO_Assign && B->getType()->isPointerType() &&
         !B->getType()->getPointeeType()->isAnyCharacterType();
}

/// The answer itself is put where the caller will find the last one: what is
/// overwritten in each round nobody hears of.
static bool keepsAnswer(const Expr &E, const Expr &Attempt) {
  const Expr *To = nullptr, *From = nullptr;
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&E);
      Op && Op->getOperator() == OO_Equal && Op->getNumArgs() == 2) {
    To = Op->getArg(0);
    From = Op->getArg(1);
  } else if (const auto *B = dyn_cast<BinaryOperator>(&E);
             B && B->getOpcode() == BO_Assign) {
    To = B->getLHS();
    From = B->getRHS();
  }
  if (!To || From->IgnoreUnlessSpelledInSource() !=
                 Attempt.IgnoreUnlessSpelledInSource())
    return false;
  To = To->IgnoreParenImpCasts();
  if (const auto *Deref = dyn_cast<UnaryOperator>(To);
      Deref && Deref->getOpcode() == UO_Deref)
    To = Deref->getSubExpr()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(To);
  return Ref && isa<ParmVarDecl>(Ref->getDecl());
}

/// An unknown call tells somebody if it gives nothing back and is told of the
/// failure or of a number, or if its name says so.
static bool tells(const Event &E, const Expr &Attempt, const Pool &Known,
                  ApiIndex &Apis) {
  switch (E.Kind) {
  case EventKind::Log:
    return true;
  case EventKind::Told:
    return !keepsHandle(*E.At) && !keepsAnswer(*E.At, Attempt);
  case EventKind::Work:
  case EventKind::PossibleWait:
    break;
  default:
    return false;
  }
  if (!E.Callee || Apis.namesMetric(*E.Callee))
    return true;
  if (!E.Callee->getReturnType()->isVoidType() || !E.Given)
    return false;
  return llvm::any_of(Known.info(E.Given).From, [](const Value &V) {
    return V.has(TaintAttempt) || V.isNumber();
  });
}

/// The attempt is told which one it is, or is given somebody to tell.
static bool informsAttempt(const Path &P, ApiIndex &Apis) {
  const Operands &First = *P.Attempts[0].In, &Second = *P.Attempts[1].In;
  for (size_t I = 0; I < std::min(First.Values.size(), Second.Values.size());
       ++I)
    if (First.Values[I].isNumber() && Second.Values[I].isNumber() &&
        !First.Values[I].sameAs(Second.Values[I]))
      return true;
  for (const Expr *A : argumentsOf(*P.Events[P.Attempts[0].EventIndex].At)) {
    QualType T = A->getType();
    if (T->isPointerType())
      T = T->getPointeeType();
    const TagDecl *D = T->getAsTagDecl();
    if (D && Apis.namesMetric(*D))
      return true;
  }
  return false;
}

Fact<bool> silenceOf(const Recognition &R, const Pool &Known, ApiIndex &Apis) {
  Fact<bool> Silent;
  for (const Path *P : R.Failing) {
    if (informsAttempt(*P, Apis))
      return Silent;
    const Expr &Attempt = *P->Events[P->Attempts[0].EventIndex].Top;
    for (size_t I = P->Attempts[0].EventIndex + 1; I < P->Events.size(); ++I)
      if (tells(P->Events[I], Attempt, Known, Apis))
        return Silent;
  }
  Silent.Is = true;
  Silent.Sure = Certainty::Known;
  return Silent;
}

/// Words for a reader, and nobody asks what becomes of them.
static bool says(const CallExpr &Call, const FunctionGraph &G) {
  return !G.parents().isConsumedExpr(const_cast<CallExpr *>(&Call)) &&
         llvm::any_of(argumentsOf(Call), [](const Expr *A) {
           const auto *Text = dyn_cast<StringLiteral>(A->IgnoreParenImpCasts());
           return Text && Text->isOrdinary() && Text->getString().contains(' ');
         });
}

bool logsOnTheWay(const FunctionGraph &G, const Stmt &Loop, const Stmt &Attempt,
                  ApiIndex &Apis, ASTContext &Ctx) {
  auto Logs = [&](const CFGElement &E) {
    std::optional<CFGStmt> S = E.getAs<CFGStmt>();
    const auto *Call = S ? dyn_cast<CallExpr>(S->getStmt()) : nullptr;
    const FunctionDecl *F = Call ? calleeOf(*Call) : nullptr;
    if (!F)
      return false;
    const ApiFunction *Macro = Apis.macro(*Call, Ctx);
    return (Macro && Macro->Logs) || Apis.hint(*F) == ApiIndex::Hint::Log ||
           (Apis.functions(*F).empty() && says(*Call, G)) ||
           llvm::any_of(Apis.functions(*F),
                        [](const ApiFunction *A) { return A->Logs; });
  };
  llvm::BitVector Leads = G.leadingTo(Attempt);
  return !Leads.empty() && llvm::any_of(G.cfg(), [&](const CFGBlock *B) {
    return Leads.test(B->getBlockID()) && G.inLoop(Loop, *B).value_or(false) &&
           llvm::any_of(*B, Logs);
  });
}

} // namespace retrylint
