#include "analysis/Parameters.h"
#include "analysis/CallParts.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

static std::optional<APValue> constantOf(const Expr &E, const ASTContext &Ctx) {
  Expr::EvalResult R;
  if (E.isValueDependent() || E.isTypeDependent() ||
      !E.EvaluateAsRValue(R, Ctx) || R.HasSideEffects)
    return std::nullopt;
  return R.Val;
}

static bool same(const APValue &A, const APValue &B) {
  llvm::FoldingSetNodeID X, Y;
  A.Profile(X);
  B.Profile(Y);
  return X == Y;
}

/// An object that is bound to a reference for the time of the call.
static const Expr &objectIn(const Expr &E) {
  const Expr *Plain = &E;
  if (const auto *Clean = dyn_cast<ExprWithCleanups>(Plain))
    Plain = Clean->getSubExpr();
  Plain = Plain->IgnoreParenImpCasts();
  const auto *Made = dyn_cast<MaterializeTemporaryExpr>(Plain);
  return Made ? *Made->getSubExpr() : E;
}

/// Made for a lambda: who calls it has that lambda, and is in sight.
static bool isMadeForLambda(const FunctionDecl &F) {
  const TemplateArgumentList *Args = F.getTemplateSpecializationArgs();
  return Args && llvm::any_of(Args->asArray(), [](const TemplateArgument &A) {
           const CXXRecordDecl *R =
               A.getKind() == TemplateArgument::Type
                   ? A.getAsType().getNonReferenceType()->getAsCXXRecordDecl()
                   : nullptr;
           return R && R->isLambda();
         });
}

/// Of a call that passes them all.
static llvm::SmallVector<const Expr *, 4> argumentsIn(const Expr &Call) {
  llvm::SmallVector<const Expr *, 4> Args = argumentsOf(Call);
  for (const Expr *&A : Args)
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A))
      A = Default->getExpr();
  return Args;
}

KnownParameters knownParameters(const FunctionDecl &F, UnitCalls &Calls,
                                const ASTContext &Ctx) {
  if ((F.isExternallyVisible() && !isMadeForLambda(F)) || F.param_empty() ||
      F.isVariadic())
    return {};
  std::vector<llvm::SmallVector<const Expr *, 4>> Given;
  for (const FunctionDecl *Caller : Calls.callers(F)) {
    if (Caller == F.getCanonicalDecl())
      continue; // how it goes on is run
    for (const Expr *Call : Calls.in(*Caller))
      if (const FunctionDecl *Callee = calleeOf(*Call);
          Callee && Callee->getCanonicalDecl() == F.getCanonicalDecl())
        Given.push_back(argumentsIn(*Call));
  }
  if (Given.empty() || !Calls.onlyCalled(F))
    return {};
  KnownParameters Known;
  for (unsigned I = 0; I < F.getNumParams(); ++I) {
    QualType T = F.getParamDecl(I)->getType();
    if (T->isPointerType() ||
        (T->isReferenceType() && !T->getPointeeType().isConstQualified()))
      continue;
    std::optional<APValue> Value;
    bool Same = llvm::all_of(Given, [&](const auto &Args) {
      std::optional<APValue> This =
          I < Args.size() ? constantOf(objectIn(*Args[I]), Ctx) : std::nullopt;
      if (This && !Value)
        Value = This;
      return This && same(*This, *Value);
    });
    if (Same)
      Known.emplace_back(F.getParamDecl(I), std::move(*Value));
  }
  return Known;
}

} // namespace retrylint
