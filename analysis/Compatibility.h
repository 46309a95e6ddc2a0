// What differs between the LLVMs that retrylint is built for. The rest of the
// code is written for the newest; here an older one is given what it lacks.
#ifndef RETRYLINT_ANALYSIS_COMPATIBILITY_H
#define RETRYLINT_ANALYSIS_COMPATIBILITY_H

#include "clang/AST/Decl.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/StringSwitch.h"

namespace retrylint {

/// Only the newer know this by themselves.
inline const clang::EnumDecl *asEnumDecl(clang::QualType T) {
  return llvm::dyn_cast_or_null<clang::EnumDecl>(T->getAsTagDecl());
}

} // namespace retrylint

#if CLANG_VERSION_MAJOR >= 22

#include "clang-tidy/ClangTidyModule.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Options/OptionUtils.h"

namespace retrylint {
using llvm::StringSwitch;
} // namespace retrylint

#else

#include "clang-tidy/ClangTidyModuleRegistry.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Driver/Driver.h"
#include <initializer_list>
#include <type_traits>

namespace retrylint {

/// With Cases of any number.
template <typename T> class StringSwitch {
public:
  explicit StringSwitch(llvm::StringRef S) : Rest(S) {}
  StringSwitch &Case(llvm::StringLiteral S, T Value) {
    Rest.Case(S, Value);
    return *this;
  }
  StringSwitch &EndsWith(llvm::StringLiteral S, T Value) {
    Rest.EndsWith(S, Value);
    return *this;
  }
  StringSwitch &StartsWith(llvm::StringLiteral S, T Value) {
    Rest.StartsWith(S, Value);
    return *this;
  }
  StringSwitch &Cases(std::initializer_list<llvm::StringLiteral> Names,
                      T Value) {
    for (llvm::StringLiteral Name : Names)
      Rest.Case(Name, Value);
    return *this;
  }
  T Default(T Value) { return Rest.Default(Value); }

private:
  llvm::StringSwitch<T> Rest;
};

} // namespace retrylint

namespace clang {

inline std::string GetResourcesPath(llvm::StringRef Program) {
  return driver::Driver::GetResourcesPath(Program);
}

/// A visitor with virtual functions, as later clangs have it: of those
/// functions, what is overridden somewhere.
template <bool IsConst> class DynamicRecursiveASTVisitorBase {
  template <typename Node>
  using MaybeConst = std::conditional_t<IsConst, const Node, Node>;

public:
  bool ShouldVisitTemplateInstantiations = false;
  bool ShouldWalkTypesOfTypeLocs = true;
  bool ShouldVisitImplicitCode = false;
  bool ShouldVisitLambdaBody = true;

  virtual ~DynamicRecursiveASTVisitorBase() = default;

  virtual bool TraverseDecl(MaybeConst<Decl> *D) {
    return Walk(*this).walk().TraverseDecl(const_cast<Decl *>(D));
  }
  virtual bool TraverseStmt(MaybeConst<Stmt> *S) {
    return Walk(*this).walk().TraverseStmt(const_cast<Stmt *>(S));
  }
  virtual bool TraverseTypeLoc(TypeLoc L, bool = true) {
    return Walk(*this).walk().TraverseTypeLoc(L);
  }
  virtual bool TraverseAST(MaybeConst<ASTContext> &Context) {
    return TraverseDecl(Context.getTranslationUnitDecl());
  }
#define ABSTRACT_STMT(CLASS)
#define STMT(CLASS, PARENT)                                                    \
  virtual bool Traverse##CLASS(MaybeConst<CLASS> *S) {                         \
    return Walk(*this).walk().Traverse##CLASS(const_cast<CLASS *>(S));         \
  }
#include "clang/AST/StmtNodes.inc"
  virtual bool VisitStmt(MaybeConst<Stmt> *) { return true; }
#define STMT(CLASS, PARENT)                                                    \
  virtual bool Visit##CLASS(MaybeConst<CLASS> *) { return true; }
#include "clang/AST/StmtNodes.inc"
#define DECL(CLASS, PARENT)                                                    \
  virtual bool Visit##CLASS##Decl(MaybeConst<CLASS##Decl> *) { return true; }
#include "clang/AST/DeclNodes.inc"

private:
  /// Walks the tree, and asks the visitor at every node.
  class Walk : public RecursiveASTVisitor<Walk> {
  public:
    explicit Walk(DynamicRecursiveASTVisitorBase &V) : V(V) {}
    RecursiveASTVisitor<Walk> &walk() { return *this; }

    bool shouldVisitTemplateInstantiations() const {
      return V.ShouldVisitTemplateInstantiations;
    }
    bool shouldWalkTypesOfTypeLocs() const {
      return V.ShouldWalkTypesOfTypeLocs;
    }
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
    DynamicRecursiveASTVisitorBase &V;
  };
};

using DynamicRecursiveASTVisitor = DynamicRecursiveASTVisitorBase<false>;
using ConstDynamicRecursiveASTVisitor = DynamicRecursiveASTVisitorBase<true>;

} // namespace clang

#endif

#endif
