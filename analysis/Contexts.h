// Who retries: the policy knows, or the API models tell.
#ifndef RETRYLINT_ANALYSIS_CONTEXTS_H
#define RETRYLINT_ANALYSIS_CONTEXTS_H

#include "analysis/ApiIndex.h"
#include "analysis/UnitCalls.h"
#include "rules/Policy.h"

namespace retrylint {

class Contexts {
public:
  Contexts(clang::ASTContext &Ctx, UnitCalls &Calls, ApiIndex &Apis,
           const Policy &P)
      : Ctx(Ctx), Calls(Calls), Apis(Apis), P(P) {}

  /// Of code in a function, or null, outside of any. `Else` is what counts if
  /// neither the policy nor the code around tells.
  Context of(const clang::FunctionDecl *In, clang::SourceLocation At,
             std::optional<Context> Else);
  /// What the policy or the code around says, if they do.
  std::optional<Context> told(const clang::FunctionDecl *In,
                              clang::SourceLocation At);

private:
  std::optional<Context> byPolicy(const clang::FunctionDecl *In,
                                  clang::SourceLocation At) const;
  std::optional<Context> byModels(const clang::FunctionDecl &F, unsigned Depth);
  /// By what the function is, what it is handed and what it calls.
  std::optional<Context> byItself(const clang::FunctionDecl &F);
  /// By what all of its callers say, or the function that wrote it.
  std::optional<Context> byOthers(const clang::FunctionDecl &F, unsigned Depth);
  std::optional<Context> modelOf(const clang::FunctionDecl *Callee,
                                 const clang::Expr *Call);

  const clang::ASTContext &Ctx;
  UnitCalls &Calls;
  ApiIndex &Apis;
  const Policy &P;
  llvm::DenseMap<const clang::FunctionDecl *, std::optional<Context>> Known;
};

} // namespace retrylint

#endif
