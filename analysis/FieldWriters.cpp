#include "analysis/FieldWriters.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "clang/Basic/SourceManager.h"

namespace retrylint {

using namespace clang;

namespace {

class Finder : public DynamicRecursiveASTVisitor {
public:
  Finder(const FieldDecl &F, ApiIndex &Apis, const SourceManager &SM)
      : F(F), Apis(Apis), SM(SM) {}
  std::vector<FieldWrite> Found;
  bool Lost = false; // from sight

  bool TraverseDecl(Decl *D) override {
    if (D && !isa<TranslationUnitDecl>(D) && D->getLocation().isValid() &&
        !SM.isInMainFile(SM.getExpansionLoc(D->getLocation())))
      return true;
    const FunctionDecl *Outer = In;
    if (auto *Function = dyn_cast_or_null<FunctionDecl>(D))
      In = Function;
    bool Result = DynamicRecursiveASTVisitor::TraverseDecl(D);
    In = Outer;
    return Result;
  }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->isAssignmentOp() && is(B->getLHS()))
      Found.push_back({B->getRHS(), In});
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    const Expr *Receiver = receiverOf(*C);
    bool Touches = Receiver && is(Receiver);
    for (const Expr *A : argumentsOf(*C))
      Touches |= is(A);
    if (!Touches)
      return true;
    const FunctionDecl *Callee = calleeOf(*C);
    Lost |=
        !Callee || (!Callee->getDefinition() && !Callee->isInStdNamespace() &&
                    Apis.functions(*Callee).empty());
    Found.push_back({C, In});
    return true;
  }
  bool VisitInitListExpr(InitListExpr *L) override {
    const RecordDecl *R = L->getType()->getAsRecordDecl();
    if (L->isSemanticForm() && R && R == F.getParent() && !R->isUnion() &&
        F.getFieldIndex() < L->getNumInits())
      Found.push_back({L->getInit(F.getFieldIndex()), In});
    return true;
  }
  bool VisitCXXConstructorDecl(CXXConstructorDecl *D) override {
    for (const CXXCtorInitializer *I : D->inits())
      if (I->getMember() == &F && I->getInit())
        Found.push_back({I->getInit(), In});
    return true;
  }

private:
  /// The member itself, its address or a part of it.
  bool is(const Expr *E) const {
    while (true) {
      E = E->IgnoreParenCasts();
      const auto *M = dyn_cast<MemberExpr>(E);
      if (M && M->getMemberDecl() == &F)
        return true;
      if (M)
        E = M->getBase();
      else if (const auto *U = dyn_cast<UnaryOperator>(E))
        E = U->getSubExpr();
      else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
        E = A->getBase();
      else if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E);
               C && C->getNumArgs())
        E = C->getArg(0);
      // What a smart pointer holds.
      else if (const auto *C = dyn_cast<CXXMemberCallExpr>(E);
               C && C->getType()->isPointerType())
        E = C->getImplicitObjectArgument();
      else
        return false;
    }
  }

  const FieldDecl &F;
  ApiIndex &Apis;
  const SourceManager &SM;
  const FunctionDecl *In = nullptr;
};

} // namespace

std::optional<std::vector<FieldWrite>>
writtenTo(const FieldDecl &F, ApiIndex &Apis, ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  if (!SM.isInMainFile(SM.getExpansionLoc(F.getLocation())))
    return std::nullopt;
  Finder Find(F, Apis, SM);
  Find.TraverseAST(Ctx);
  if (Find.Lost)
    return std::nullopt;
  if (F.hasInClassInitializer() && F.getInClassInitializer())
    Find.Found.push_back({F.getInClassInitializer(), nullptr});
  return std::move(Find.Found);
}

} // namespace retrylint
