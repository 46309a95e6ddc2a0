// What an older LLVM lacks and is not worth compiling with every source: the
// walk over the tree.
#include "analysis/Compatibility.h"

#if CLANG_VERSION_MAJOR < 22

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

namespace clang {

namespace {

/// Walks the tree, and asks the visitor at every node.
template <bool IsConst> class Walk : public RecursiveASTVisitor<Walk<IsConst>> {
  using Visitor = DynamicRecursiveASTVisitorBase<IsConst>;

public:
  explicit Walk(Visitor &V) : V(V) {}

  bool shouldVisitTemplateInstantiations() const {
    return V.ShouldVisitTemplateInstantiations;
  }
  bool shouldWalkTypesOfTypeLocs() const { return V.ShouldWalkTypesOfTypeLocs; }
  bool shouldVisitImplicitCode() const { return V.ShouldVisitImplicitCode; }
  bool shouldVisitLambdaBody() const { return V.ShouldVisitLambdaBody; }

  bool TraverseDecl(Decl *D) { return V.TraverseDecl(D); }
  bool TraverseStmt(Stmt *S) { return V.TraverseStmt(S); }
  bool TraverseTypeLoc(TypeLoc L) { return V.TraverseTypeLoc(L); }
#define ABSTRACT_STMT(CLASS)
#define STMT(CLASS, PARENT)                                                    \
  bool Traverse##CLASS(CLASS *S) { return V.Traverse##CLASS(S); }
#include "clang/AST/StmtNodes.inc"

  bool VisitStmt(Stmt *S) { return V.VisitStmt(S); }
#define STMT(CLASS, PARENT)                                                    \
  bool Visit##CLASS(CLASS *S) { return V.Visit##CLASS(S); }
#include "clang/AST/StmtNodes.inc"
#define DECL(CLASS, PARENT)                                                    \
  bool Visit##CLASS##Decl(CLASS##Decl *D) { return V.Visit##CLASS##Decl(D); }
#include "clang/AST/DeclNodes.inc"

private:
  Visitor &V;
};

/// What the walk itself does, without asking the visitor again.
template <bool IsConst>
RecursiveASTVisitor<Walk<IsConst>> &&walk(Walk<IsConst> &&W) {
  return std::move(W);
}

} // namespace

template <bool IsConst>
bool DynamicRecursiveASTVisitorBase<IsConst>::TraverseAST(
    MaybeConst<ASTContext> &Context) {
  return llvm::all_of(Context.getTraversalScope(),
                      [&](Decl *D) { return TraverseDecl(D); });
}

template <bool IsConst>
bool DynamicRecursiveASTVisitorBase<IsConst>::TraverseDecl(
    MaybeConst<Decl> *D) {
  return walk(Walk(*this)).TraverseDecl(const_cast<Decl *>(D));
}

template <bool IsConst>
bool DynamicRecursiveASTVisitorBase<IsConst>::TraverseStmt(
    MaybeConst<Stmt> *S) {
  return walk(Walk(*this)).TraverseStmt(const_cast<Stmt *>(S));
}

template <bool IsConst>
bool DynamicRecursiveASTVisitorBase<IsConst>::TraverseTypeLoc(TypeLoc L, bool) {
  return walk(Walk(*this)).TraverseTypeLoc(L);
}

#define ABSTRACT_STMT(CLASS)
#define STMT(CLASS, PARENT)                                                    \
  template <bool IsConst>                                                      \
  bool DynamicRecursiveASTVisitorBase<IsConst>::Traverse##CLASS(               \
      MaybeConst<CLASS> *S) {                                                  \
    return walk(Walk(*this)).Traverse##CLASS(const_cast<CLASS *>(S));          \
  }
#include "clang/AST/StmtNodes.inc"

template class DynamicRecursiveASTVisitorBase<false>;
template class DynamicRecursiveASTVisitorBase<true>;

} // namespace clang

#endif
