#include "analysis/Generators.h"
#include "clang/AST/ASTContext.h"

namespace retrylint {

using namespace clang;

static bool same(const Expr *A, const Expr *B, const ASTContext &Ctx) {
  llvm::FoldingSetNodeID X, Y;
  A->IgnoreParenCasts()->Profile(X, Ctx, true);
  B->IgnoreParenCasts()->Profile(Y, Ctx, true);
  return X == Y;
}

/// The factor of a generator is large and odd; that of a delay is neither.
static bool isFactor(const Expr *E, const ASTContext &Ctx) {
  constexpr uint64_t Least = 10000;
  Expr::EvalResult R;
  return E->getType()->isIntegerType() && !E->isValueDependent() &&
         E->EvaluateAsInt(R, Ctx) && R.Val.getInt()[0] &&
         R.Val.getInt().getZExtValue() >= Least;
}

/// State << 13
static bool isShifted(const Expr *E, const Expr *State, const ASTContext &Ctx) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenCasts());
  return B && B->isShiftOp() && same(B->getLHS(), State, Ctx) &&
         !B->getRHS()->isValueDependent() &&
         B->getRHS()->isIntegerConstantExpr(Ctx);
}

static bool mixes(const Expr *E, const Expr *State, const ASTContext &Ctx) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenCasts());
  if (!B || B->isAssignmentOp() || B->isComparisonOp() || B->isLogicalOp())
    return false;
  const Expr *L = B->getLHS(), *R = B->getRHS();
  for (int Turn : {0, 1}) {
    if (B->getOpcode() == BO_Mul && same(L, State, Ctx) && isFactor(R, Ctx))
      return true;
    if (B->getOpcode() == BO_Xor && same(L, State, Ctx) &&
        isShifted(R, State, Ctx))
      return true;
    if (Turn == 0)
      std::swap(L, R);
  }
  return mixes(L, State, Ctx) || mixes(R, State, Ctx);
}

bool stepsGenerator(const BinaryOperator &B, const ASTContext &Ctx) {
  if (!B.getType()->isIntegerType())
    return false;
  switch (B.getOpcode()) {
  case BO_Assign:
    return mixes(B.getRHS(), B.getLHS(), Ctx);
  case BO_MulAssign:
    return isFactor(B.getRHS(), Ctx);
  case BO_XorAssign:
    return isShifted(B.getRHS(), B.getLHS(), Ctx);
  default:
    return false;
  }
}

} // namespace retrylint
