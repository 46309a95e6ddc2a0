#include "analysis/UnitCalls.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

class UnitCalls::Collector : public DynamicRecursiveASTVisitor {
public:
  Collector(UnitCalls &Out, const SourceManager &SM) : Out(Out), SM(SM) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = false;
    ShouldVisitLambdaBody = false; // it is visited as a function
  }

  bool TraverseDecl(Decl *D) override {
    if (D && !isa<TranslationUnitDecl>(D) && D->getLocation().isValid() &&
        SM.isInSystemHeader(D->getLocation()))
      return true;
    const FunctionDecl *Outer = Current;
    if (auto *F = dyn_cast_or_null<FunctionDecl>(D))
      Current = F->isDependentContext() ? nullptr : F->getCanonicalDecl();
    bool Result = DynamicRecursiveASTVisitor::TraverseDecl(D);
    Current = Outer;
    return Result;
  }
  bool VisitLambdaExpr(LambdaExpr *L) override {
    const FunctionDecl *Outer = Current;
    Current = L->getCallOperator()->getCanonicalDecl();
    bool Result = TraverseStmt(L->getBody());
    Current = Outer;
    return Result;
  }
  bool VisitCallExpr(CallExpr *C) override {
    if (const FunctionDecl *F = C->getDirectCallee())
      --Out.Mentions[F->getCanonicalDecl()];
    return add(C);
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    return mention(R->getDecl());
  }
  bool VisitMemberExpr(MemberExpr *M) override {
    return mention(M->getMemberDecl());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override { return add(C); }

private:
  bool mention(const ValueDecl *D) {
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      ++Out.Mentions[F->getCanonicalDecl()];
    return true;
  }
  bool add(const Expr *Call) {
    if (!Current)
      return true;
    std::vector<const Expr *> &Own = Out.Calls[Current];
    if (Own.empty())
      Out.Functions.push_back(Current);
    Own.push_back(Call);
    if (const FunctionDecl *Callee = calleeOf(*Call)) {
      auto &Callers = Out.Callers[Callee->getCanonicalDecl()];
      if (!llvm::is_contained(Callers, Current))
        Callers.push_back(Current);
    }
    for (const Expr *Arg : argumentsOf(*Call))
      if (const FunctionDecl *F = functionIn(Arg)) {
        Out.TakenBy.try_emplace(F->getCanonicalDecl(), Call);
        Out.Takers.insert(Call);
      }
    return true;
  }
  /// The function that the argument is: a lambda, a name or what is bound,
  /// through the conversions to a function object.
  static const FunctionDecl *functionIn(const Expr *E) {
    while (E) {
      E = E->IgnoreUnlessSpelledInSource();
      if (const auto *L = dyn_cast<LambdaExpr>(E))
        return L->getCallOperator();
      if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
        return dyn_cast<FunctionDecl>(Ref->getDecl());
      const auto *Address = dyn_cast<UnaryOperator>(E);
      const auto *Made = dyn_cast<CXXConstructExpr>(E);
      const auto *Bind = dyn_cast<CallExpr>(E);
      if (Address && Address->getOpcode() == UO_AddrOf)
        E = Address->getSubExpr();
      else if (Made && Made->getNumArgs() == 1)
        E = Made->getArg(0);
      else if (Bind && Bind->getNumArgs() && isBind(*Bind))
        E = Bind->getArg(0);
      else
        return nullptr;
    }
    return nullptr;
  }
  static bool isBind(const CallExpr &C) {
    const FunctionDecl *F = C.getDirectCallee();
    return F && F->getIdentifier() && F->isInStdNamespace() &&
           (F->getName() == "bind" || F->getName() == "bind_front");
  }

  UnitCalls &Out;
  const SourceManager &SM;
  const FunctionDecl *Current = nullptr;
};

void UnitCalls::collect() {
  if (!Collected)
    Collector(*this, Ctx.getSourceManager()).TraverseAST(Ctx);
  Collected = true;
}

llvm::ArrayRef<const FunctionDecl *> UnitCalls::functions() {
  collect();
  return Functions;
}

llvm::ArrayRef<const Expr *> UnitCalls::in(const FunctionDecl &F) {
  collect();
  auto Found = Calls.find(F.getCanonicalDecl());
  if (Found == Calls.end())
    return {};
  return Found->second;
}

llvm::ArrayRef<const FunctionDecl *> UnitCalls::callers(const FunctionDecl &F) {
  collect();
  auto Found = Callers.find(F.getCanonicalDecl());
  if (Found == Callers.end())
    return {};
  return Found->second;
}

const Expr *UnitCalls::taker(const FunctionDecl &Callback) {
  collect();
  return TakenBy.lookup(Callback.getCanonicalDecl());
}

bool UnitCalls::onlyCalled(const FunctionDecl &F) {
  collect();
  return Mentions.lookup(F.getCanonicalDecl()) == 0;
}

bool UnitCalls::takesCallback(const Expr &Call) {
  collect();
  return Takers.contains(&Call);
}

} // namespace retrylint
