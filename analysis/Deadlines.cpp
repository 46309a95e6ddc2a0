#include "analysis/Deadlines.h"
#include "analysis/Compatibility.h"
#include "analysis/TimeTypes.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace retrylint {

using namespace clang;

namespace {

/// What each variable of a function is given, wherever that is.
struct Definitions : ConstDynamicRecursiveASTVisitor {
  llvm::DenseMap<const ValueDecl *, llvm::SmallVector<const Expr *, 2>> Of;
  void add(const Expr *To, const Expr *From) {
    To = To->IgnoreParenImpCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(To))
      Of[Ref->getDecl()].push_back(From);
    else if (const auto *Member = dyn_cast<MemberExpr>(To))
      Of[Member->getMemberDecl()].push_back(From);
  }
  bool VisitVarDecl(const VarDecl *V) override {
    if (V->getInit() && !isa<ParmVarDecl>(V))
      Of[V].push_back(V->getInit());
    return true;
  }
  bool VisitBinaryOperator(const BinaryOperator *B) override {
    if (B->isAssignmentOp())
      add(B->getLHS(), B->getRHS());
    return true;
  }
  bool VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *C) override {
    if (C->isAssignmentOp() && C->getNumArgs() == 2)
      add(C->getArg(0), C->getArg(1));
    return true;
  }
  bool VisitCallExpr(const CallExpr *C) override {
    // clock_gettime(CLOCK_MONOTONIC, &now)
    for (const Expr *A : C->arguments())
      if (const auto *U = dyn_cast<UnaryOperator>(A->IgnoreParenImpCasts());
          U && U->getOpcode() == UO_AddrOf)
        add(U->getSubExpr(), C);
    return true;
  }
  bool VisitCXXMemberCallExpr(const CXXMemberCallExpr *C) override {
    // timer.expires_after(delay): it waits for what it was told before.
    if (const CXXMethodDecl *M = C->getMethodDecl(); M && !M->isConst())
      for (const Expr *A : C->arguments())
        add(C->getImplicitObjectArgument(), A);
    return true;
  }
};

/// What an expression is computed from, except the time itself: variables,
/// fields, and the numbers that stand in it.
class Sources : public ConstDynamicRecursiveASTVisitor {
public:
  Sources(const Definitions &Known, ApiIndex &Apis, const ASTContext &Ctx)
      : Known(Known), Apis(Apis), Ctx(Ctx) {}

  void collect(const Expr *E) {
    Direct = true;
    TraverseStmt(E);
    Direct = false;
    while (!Pending.empty())
      TraverseStmt(Pending.pop_back_val());
  }
  bool meets(const Sources &O) const {
    return llvm::any_of(Decls,
                        [&](const Decl *D) {
                          return O.Decls.contains(D) && !isTime(D);
                        }) ||
           llvm::any_of(Numbers,
                        [&](double N) { return O.Numbers.count(N) > 0; });
  }

  bool VisitDeclRefExpr(const DeclRefExpr *E) override {
    if (isa<VarDecl>(E->getDecl()))
      read(E->getDecl());
    return true;
  }
  bool TraverseMemberExpr(const MemberExpr *E) override {
    // Of an object only the member that is read.
    if (isa<FieldDecl>(E->getMemberDecl())) {
      read(E->getMemberDecl());
      return true;
    }
    return ConstDynamicRecursiveASTVisitor::TraverseMemberExpr(E);
  }
  bool TraverseCXXMemberCallExpr(const CXXMemberCallExpr *C) override {
    const CXXMethodDecl *M = C->getMethodDecl();
    if (M && M->isConst() && !C->getNumArgs() && !readsThrough(M)) {
      Decls.insert(M);
      return true;
    }
    return ConstDynamicRecursiveASTVisitor::TraverseCXXMemberCallExpr(C);
  }
  bool VisitUserDefinedLiteral(const UserDefinedLiteral *L) override {
    Expr::EvalResult R;
    if (!L->isValueDependent() && L->EvaluateAsRValue(R, Ctx))
      number(numberOf(R.Val, L->getType()).value_or(0));
    return true;
  }
  bool VisitIntegerLiteral(const IntegerLiteral *L) override {
    return number(L->getValue().roundToDouble());
  }
  bool VisitFloatingLiteral(const FloatingLiteral *L) override {
    return number(L->getValueAsApproximateDouble());
  }

private:
  void read(const ValueDecl *D) {
    if (!Decls.insert(D).second)
      return;
    if (auto It = Known.Of.find(D); It != Known.Of.end())
      Pending.append(It->second.begin(), It->second.end());
  }
  bool number(double N) {
    if (Direct && N != 0)
      Numbers.insert(N);
    return true;
  }
  /// delay.count() speaks of delay.
  static bool readsThrough(const CXXMethodDecl *M) {
    return M->isInStdNamespace();
  }
  /// A variable that holds the time of some moment.
  bool isTime(const Decl *D) const {
    auto It = Known.Of.find(dyn_cast<VarDecl>(D));
    return It != Known.Of.end() && llvm::all_of(It->second, [&](const Expr *E) {
             return readsClock(E);
           });
  }
  bool readsClock(const Expr *E) const {
    E = E->IgnoreImplicit()->IgnoreParenCasts();
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(E))
      return readsClock(M->getImplicitObjectArgument());
    if (const auto *C = dyn_cast<CXXConstructExpr>(E);
        C && C->getNumArgs() == 1)
      return readsClock(C->getArg(0));
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    if (!F)
      return false;
    if (llvm::any_of(Apis.functions(*F),
                     [](const ApiFunction *A) { return A->ReadsClock; }))
      return true;
    return F->isInStdNamespace() && Call->getNumArgs() == 1 &&
           readsClock(Call->getArg(0)); // duration_cast<ms>(now)
  }

  const Definitions &Known;
  ApiIndex &Apis;
  const ASTContext &Ctx;
  llvm::SmallPtrSet<const Decl *, 8> Decls;
  std::set<double> Numbers;
  llvm::SmallVector<const Expr *, 8> Pending;
  bool Direct = false;
};

/// The comparison with the clock that ends the path, if one does.
const Stmt *deadlineOf(const Path &P, const RunResult &Run) {
  bool Ended = P.End != Path::RoundLimit && P.End != Path::Abandoned;
  for (const auto &[At, Time] : P.Progress)
    if (Time && (Run.Bounds.count(At) || (Ended && P.LastProgress == At)))
      return At;
  return nullptr;
}

/// The part of an event that stands in the looping function. Of a wait in it,
/// only the amount matters.
const Expr *inFunction(const Event &E) {
  return E.Top == E.At && E.Written ? E.Written : E.Top;
}

} // namespace

void judgeDeadline(RetryLoop &Loop, const RunResult &Run, const Recognition &R,
                   ApiIndex &Apis) {
  const ASTContext &Ctx = Loop.Function->getASTContext();
  std::optional<Definitions> Known;
  for (const Path *P : R.Failing) {
    const Stmt *Deadline = nullptr;
    for (const auto &[At, Time] : P->Progress)
      Loop.WatchesClock |= Time;
    if (P->End == Path::Abandoned || P->rounds() < 2 ||
        !(Deadline = deadlineOf(*P, Run)))
      continue;
    if (!Known) {
      Known.emplace();
      Known->TraverseStmt(Loop.Function->getBody());
    }
    Sources Compared(*Known, Apis, Ctx);
    for (const Event &E : P->Events)
      if (E.Kind == EventKind::ClockCheck)
        Compared.collect(inFunction(E));
    // The waits of the first round stand for all.
    for (size_t I = P->Attempts[0].EventIndex + 1;
         I < P->Attempts[1].EventIndex; ++I) {
      const Event &E = P->Events[I];
      if (E.Kind != EventKind::Wait || E.Amount.has(TaintClock) || !E.Callee)
        continue;
      Sources Waited(*Known, Apis, Ctx);
      Waited.collect(inFunction(E));
      if (Waited.meets(Compared))
        continue;
      Loop.SleepsPastDeadline.Is = true;
      Loop.SleepsPastDeadline.Sure =
          isComplete(Run, R.Failing) ? Certainty::Known : Certainty::Possible;
      Loop.SleepsPastDeadline.Where = E.Top->getSourceRange();
      Loop.DeadlineAt = Deadline->getSourceRange();
      return;
    }
  }
}

} // namespace retrylint
