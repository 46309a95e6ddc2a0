// What differs between the LLVMs that retrylint is built for. The rest of the
// code is written for the newest; here an older one is given what it lacks.
#ifndef RETRYLINT_ANALYSIS_COMPATIBILITY_H
#define RETRYLINT_ANALYSIS_COMPATIBILITY_H

#include "clang/AST/Decl.h"
#include "clang/Analysis/CFGStmtMap.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/StringSwitch.h"

namespace retrylint {

/// Only the newer know this by themselves.
inline const clang::EnumDecl *asEnumDecl(clang::QualType T) {
  return llvm::dyn_cast_or_null<clang::EnumDecl>(T->getAsTagDecl());
}

} // namespace retrylint

#if CLANG_VERSION_MAJOR >= 22

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Frontend/FrontendOptions.h"
#include "clang/Options/OptionUtils.h"
#include "llvm/ADT/FunctionExtras.h"
#include "llvm/Support/Mustache.h"

/// By what name the linker knows clang's own search for its headers.
#define RETRYLINT_RESOURCES_SYMBOL "_ZN5clang16GetResourcesPathB5cxx11EPKcPv"

namespace retrylint {

using llvm::StringSwitch;

inline const clang::CFGBlock *blockOf(const clang::Stmt &S,
                                      const clang::CFG &Graph,
                                      const clang::ParentMap &Parents) {
  return clang::CFGStmtMap(Graph, Parents).getBlock(&S);
}

/// How what prints diagnostics shares its options.
using DiagnosticOptionsPtr = std::unique_ptr<clang::DiagnosticOptions>;

inline clang::DiagnosticOptions &shared(const DiagnosticOptionsPtr &Options) {
  return *Options;
}

inline void setEngine(clang::tidy::ClangTidyContext &Context,
                      DiagnosticOptionsPtr Options,
                      clang::DiagnosticsEngine &Engine) {
  Context.setDiagnosticsEngine(std::move(Options), &Engine);
}

/// How they are passed to who makes a precompiled preamble.
inline llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>
engineArgument(llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> Engine) {
  return Engine;
}

/// What clangd's provideDefaultChecks() gives.
using DefaultChecks = llvm::unique_function<void(
    clang::tidy::ClangTidyOptions &, llvm::StringRef) const>;

inline void writeNoMinimizationHints(clang::FrontendOptions &Options) {
  Options.DumpMinimizationHintsPath.clear();
}

} // namespace retrylint

#else

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang-tidy/ClangTidyModuleRegistry.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/ExprObjC.h"
#include "clang/AST/ExprOpenMP.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtObjC.h"
#include "clang/AST/StmtOpenACC.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Driver/Driver.h"
#include "clang/Frontend/FrontendOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/StringSaver.h"
#include <initializer_list>
#include <memory>
#include <type_traits>

#define RETRYLINT_RESOURCES_SYMBOL                                             \
  "_ZN5clang18CompilerInvocation16GetResourcesPathB5cxx11EPKcPv"

namespace retrylint {

/// With Cases of any number.
template <typename T> class StringSwitch {
public:
  explicit StringSwitch(llvm::StringRef S) : Rest(S) {}
  StringSwitch &Case(llvm::StringLiteral S, T Value) {
    Rest.Case(S, Value);
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

/// The map changes neither, and says so nowhere.
inline const clang::CFGBlock *blockOf(const clang::Stmt &S,
                                      const clang::CFG &Graph,
                                      const clang::ParentMap &Parents) {
  std::unique_ptr<const clang::CFGStmtMap> Map(
      clang::CFGStmtMap::Build(const_cast<clang::CFG *>(&Graph),
                               const_cast<clang::ParentMap *>(&Parents)));
  return Map->getBlock(&S);
}

using DiagnosticOptionsPtr = llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions>;

inline clang::DiagnosticOptions *shared(const DiagnosticOptionsPtr &Options) {
  return Options.get();
}

inline void setEngine(clang::tidy::ClangTidyContext &Context,
                      const DiagnosticOptionsPtr &,
                      clang::DiagnosticsEngine &Engine) {
  Context.setDiagnosticsEngine(&Engine);
}

inline clang::DiagnosticsEngine &engineArgument(
    const llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> &Engine) {
  return *Engine;
}

using DefaultChecks =
    llvm::function_ref<void(clang::tidy::ClangTidyOptions &, llvm::StringRef)>;

inline void writeNoMinimizationHints(clang::FrontendOptions &) {}

} // namespace retrylint

namespace llvm::sys::path {
using fs::make_absolute;
} // namespace llvm::sys::path

namespace llvm::mustache {

struct MustacheContext {
  MustacheContext(BumpPtrAllocator &, StringSaver &) {}
};

class Template {
public:
  Template(StringRef Text, const MustacheContext &) : Text(Text) {}
  void render(const json::Value &Data, raw_ostream &OS);

private:
  StringRef Text;
};

} // namespace llvm::mustache

namespace clang {

inline std::string GetResourcesPath(llvm::StringRef Program) {
  return driver::Driver::GetResourcesPath(Program);
}

/// A visitor with virtual functions, as later clangs have it: of those
/// functions, what is overridden somewhere.
template <bool IsConst> class DynamicRecursiveASTVisitorBase {
protected:
  template <typename Node>
  using MaybeConst = std::conditional_t<IsConst, const Node, Node>;

public:
  bool ShouldVisitTemplateInstantiations = false;
  bool ShouldWalkTypesOfTypeLocs = true;
  bool ShouldVisitImplicitCode = false;
  bool ShouldVisitLambdaBody = true;

  virtual ~DynamicRecursiveASTVisitorBase() = default;

  virtual bool TraverseAST(MaybeConst<ASTContext> &Context);
  virtual bool TraverseDecl(MaybeConst<Decl> *D);
  virtual bool TraverseStmt(MaybeConst<Stmt> *S);
  virtual bool TraverseTypeLoc(TypeLoc L, bool = true);
#define ABSTRACT_STMT(CLASS)
#define STMT(CLASS, PARENT) virtual bool Traverse##CLASS(MaybeConst<CLASS> *S);
#include "clang/AST/StmtNodes.inc"

  virtual bool VisitStmt(MaybeConst<Stmt> *) { return true; }
#define STMT(CLASS, PARENT)                                                    \
  virtual bool Visit##CLASS(MaybeConst<CLASS> *) { return true; }
#include "clang/AST/StmtNodes.inc"
#define DECL(CLASS, PARENT)                                                    \
  virtual bool Visit##CLASS##Decl(MaybeConst<CLASS##Decl> *) { return true; }
#include "clang/AST/DeclNodes.inc"
};

extern template class DynamicRecursiveASTVisitorBase<false>;
extern template class DynamicRecursiveASTVisitorBase<true>;
using DynamicRecursiveASTVisitor = DynamicRecursiveASTVisitorBase<false>;
using ConstDynamicRecursiveASTVisitor = DynamicRecursiveASTVisitorBase<true>;

} // namespace clang

#endif

#endif
