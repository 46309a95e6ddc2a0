#include "analysis/Pauses.h"
#include "analysis/CallParts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

/// A guard that does something at the end of its scope, maybe wait.
static bool endsWithWork(const Expr &Call, const ASTContext &Ctx) {
  const auto *Made = dyn_cast<CXXConstructExpr>(&Call);
  const CXXDestructorDecl *End =
      Made ? Made->getConstructor()->getParent()->getDestructor() : nullptr;
  return End && End->isUserProvided() && End->hasBody() &&
         !Ctx.getSourceManager().isInSystemHeader(End->getLocation());
}

bool Pauses::waits(const Expr &Call) {
  auto Waits = [](const ApiFunction *A) { return A->Waits.has_value(); };
  if (const ApiFunction *Macro = Apis.macro(Call, Ctx); Macro && Waits(Macro))
    return true;
  const FunctionDecl *F = calleeOf(Call);
  if (F && llvm::any_of(Apis.functions(*F), Waits))
    return true;
  const NamedDecl *Named = calledName(Call);
  return (F && Apis.hint(*F) == ApiIndex::Hint::Wait) ||
         (Named && Apis.hint(*Named) == ApiIndex::Hint::Wait) ||
         endsWithWork(Call, Ctx);
}

bool Pauses::callsAnybody(const Expr &Call) {
  const FunctionDecl *F = calleeOf(Call);
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
  if (!F || (M && M->isVirtual()) || Calls.takesCallback(Call))
    return true;
  // A std::function, or whoever is given one.
  return Ctx.getSourceManager().isInSystemHeader(F->getLocation()) &&
         (F->getOverloadedOperator() == OO_Call ||
          llvm::any_of(argumentsOf(Call),
                       [](const Expr *Arg) { return isCallable(*Arg); }));
}

bool Pauses::anybodyWaits() {
  if (!Anybody)
    Anybody = llvm::any_of(Calls.functions(), [&](const FunctionDecl *F) {
      return llvm::any_of(Calls.in(*F),
                          [&](const Expr *Call) { return waits(*Call); });
    });
  return *Anybody;
}

bool Pauses::possible(const FunctionDecl &F) {
  if (!anybodyWaits())
    return false;
  llvm::DenseSet<const FunctionDecl *> Seen{F.getCanonicalDecl()};
  llvm::SmallVector<const FunctionDecl *, 16> Next{F.getCanonicalDecl()};
  while (!Next.empty())
    for (const Expr *Call : Calls.in(*Next.pop_back_val())) {
      if (callsAnybody(*Call) || waits(*Call))
        return true;
      if (const FunctionDecl *Callee = calleeOf(*Call);
          Callee && Callee->getDefinition() &&
          Seen.insert(Callee->getCanonicalDecl()).second)
        Next.push_back(Callee->getCanonicalDecl());
    }
  return false;
}

} // namespace retrylint
