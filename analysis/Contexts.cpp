#include "analysis/Contexts.h"
#include "analysis/CallParts.h"
#include "analysis/Limits.h"
#include "analysis/Where.h"
#include "clang/AST/ASTLambda.h"

namespace retrylint {

using namespace clang;

Context Contexts::of(const FunctionDecl *In, SourceLocation At,
                     std::optional<Context> Else) {
  return told(In, At).value_or(Else.value_or(P.DefaultContext));
}

std::optional<Context> Contexts::told(const FunctionDecl *In,
                                      SourceLocation At) {
  if (std::optional<Context> C = byPolicy(In, At))
    return C;
  return In ? byModels(*In, 0) : std::nullopt;
}

std::optional<Context> Contexts::byPolicy(const FunctionDecl *In,
                                          SourceLocation At) const {
  for (const Policy::ContextRule &Rule : P.Contexts)
    if (Rule.Path.empty() ? In && functionFits(*In, Rule.Function)
                          : pathFits(At, Ctx.getSourceManager(), Rule.Path))
      return Rule.TheContext;
  return std::nullopt;
}

std::optional<Context> Contexts::modelOf(const FunctionDecl *Callee,
                                         const Expr *Call) {
  if (Callee)
    for (const ApiFunction *A : Apis.functions(*Callee))
      // A setting's context is that of the calls it is for.
      if (A->RunsIn && A->SetsRetry.empty() &&
          (!Call || guardsHold(*A, *Call, Ctx)))
        return A->RunsIn;
  return std::nullopt;
}

std::optional<Context> Contexts::byModels(const FunctionDecl &F,
                                          unsigned Depth) {
  if (Depth > limits::CallDepth)
    return std::nullopt;
  // A function that is being asked already tells nothing new.
  auto [It, New] = Known.try_emplace(F.getCanonicalDecl());
  if (!New)
    return It->second;
  std::optional<Context> Found = byItself(F);
  if (!Found)
    Found = byOthers(F, Depth);
  return Known[F.getCanonicalDecl()] = Found;
}

std::optional<Context> Contexts::byItself(const FunctionDecl &F) {
  if (std::optional<Context> Handler = modelOf(&F, nullptr))
    return Handler;
  if (const Expr *Taker = Calls.taker(F))
    if (std::optional<Context> C = modelOf(calleeOf(*Taker), Taker))
      return C;
  for (const ParmVarDecl *Param : F.parameters())
    if (Apis.isMessage(Param->getType()))
      return Context::Event;
  for (const Expr *Call : Calls.in(F))
    // Who passes a callback does not handle what it will be called with.
    if (!Calls.takesCallback(*Call))
      if (std::optional<Context> C = modelOf(calleeOf(*Call), Call))
        return C;
  return std::nullopt;
}

std::optional<Context> Contexts::byOthers(const FunctionDecl &F,
                                          unsigned Depth) {
  // A lambda runs where it was written, as far as anybody can tell.
  if (isLambdaCallOperator(&F))
    if (const auto *Outer = dyn_cast_or_null<FunctionDecl>(
            cast<CXXMethodDecl>(F).getParent()->getParentFunctionOrMethod()))
      return byModels(*Outer, Depth + 1);
  std::optional<Context> All;
  for (const FunctionDecl *Caller : Calls.callers(F)) {
    if (Caller == F.getCanonicalDecl())
      continue;
    std::optional<Context> C = byModels(*Caller, Depth + 1);
    if (!C || (All && *All != *C))
      return std::nullopt;
    All = C;
  }
  return All;
}

} // namespace retrylint
