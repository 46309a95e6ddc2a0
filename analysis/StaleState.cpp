#include "analysis/StaleState.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

namespace {

/// The variables in the arguments of the attempt, and in what they are made of.
struct Used : ConstDynamicRecursiveASTVisitor {
  llvm::DenseSet<const ValueDecl *> Found;
  bool VisitDeclRefExpr(const DeclRefExpr *R) override {
    if (!Found.insert(R->getDecl()).second)
      return true;
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl());
        V && V->isLocalVarDecl() && V->getInit())
      TraverseStmt(V->getInit());
    return true;
  }
  bool VisitMemberExpr(const MemberExpr *M) override {
    Found.insert(M->getMemberDecl());
    return true;
  }
  /// What a callback does is no part of what is sent.
  bool TraverseLambdaExpr(const LambdaExpr *L) override {
    for (const Expr *Captured : L->capture_inits())
      if (Captured)
        TraverseStmt(Captured);
    return true;
  }
};

} // namespace

/// The variable or member that an object is, is a part of, or is known by.
static const ValueDecl *declOf(LocationId L, const Path &Way, const Pool &P) {
  for (; L; L = P.at(L).Parent) {
    if (P.at(L).Decl)
      return P.at(L).Decl;
    if (P.at(L).Kind != LocationKind::Pointee)
      continue;
    SymbolId Pointer = P.at(L).Index;
    for (const auto &[At, V] : Way.Final)
      if (V.isPlainSymbol() && V.symbol() == Pointer && P.at(At).Decl)
        return P.at(At).Decl;
    const auto *D = dyn_cast_or_null<ValueDecl>(P.info(Pointer).Source);
    return D && !isa<FunctionDecl>(D) ? D : nullptr;
  }
  return nullptr;
}

static bool setsHeader(const Expr &E, ApiIndex &Apis) {
  const FunctionDecl *F = calleeOf(E);
  return F && llvm::any_of(Apis.functions(*F), [](const ApiFunction *A) {
           return A->SetsHeaderArg.has_value();
         });
}

Fact<StaleState> staleState(const Recognition &R, const Candidate &What,
                            const Pool &Symbols, ApiIndex &Apis) {
  Fact<StaleState> Result;
  Used InAttempt;
  for (const Expr *Call : {What.Attempt, What.Top}) {
    for (const Expr *A : argumentsOf(*Call))
      InAttempt.TraverseStmt(A);
    if (const Expr *Receiver = receiverOf(*Call))
      InAttempt.TraverseStmt(Receiver);
  }
  for (const Path *P : R.Failing)
    for (const Touch &T : P->Stale) {
      const ValueDecl *D = declOf(T.Object, *P, Symbols);
      if (D && D->isInStdNamespace()) // std::cerr
        continue;
      // What grows without being sent may be a list of errors.
      if (T.How == TouchKind::Appended && !T.ByAttempt &&
          !(D && InAttempt.Found.contains(D)) && !setsHeader(*T.At, Apis))
        continue;
      Result.Is.How = static_cast<StaleState::Change>(T.How);
      Result.Is.Name = D ? D->getNameAsString() : "";
      if (D)
        Result.Is.Declared = D->getSourceRange();
      Result.Where = T.Top->getSourceRange();
      Result.Sure = Certainty::Known;
      return Result;
    }
  return Result;
}

} // namespace retrylint
