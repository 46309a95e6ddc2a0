#include "analysis/Counters.h"
#include "analysis/Compatibility.h"
#include "clang/AST/ExprCXX.h"

namespace retrylint {

using namespace clang;

static const ValueDecl *named(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return dyn_cast<VarDecl>(Ref->getDecl());
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return dyn_cast<FieldDecl>(M->getMemberDecl());
  return nullptr;
}

const ValueDecl *countedBy(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->isIncrementDecrementOp())
    return countedBy(U->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && (B->isAdditiveOp() || B->isAssignmentOp()) &&
      isa<IntegerLiteral>(B->getRHS()->IgnoreParenCasts()))
    return countedBy(B->getLHS());
  const ValueDecl *D = named(E);
  return D && D->getType().getNonReferenceType()->isIntegerType() &&
                 !D->getType().getNonReferenceType()->isBooleanType()
             ? D
             : nullptr;
}

namespace {

/// What is counted up or down, and what is written at all.
struct Changes : ConstDynamicRecursiveASTVisitor {
  llvm::DenseSet<const ValueDecl *> Advanced, Changed;
  /// Written in the body of a lambda, which runs who knows when.
  llvm::DenseSet<const ValueDecl *> Captured;
  const FunctionDecl *Self = nullptr;
  unsigned Lambdas = 0;

  bool TraverseLambdaExpr(const LambdaExpr *L) override {
    ++Lambdas;
    TraverseStmt(L->getBody());
    --Lambdas;
    return true;
  }
  void advance(const ValueDecl *D) {
    Advanced.insert(D);
    change(D);
  }
  void change(const ValueDecl *D) {
    Changed.insert(D);
    if (Lambdas)
      Captured.insert(D);
  }
  bool VisitUnaryOperator(const UnaryOperator *U) override {
    const ValueDecl *D = named(U->getSubExpr());
    if (D && U->isIncrementDecrementOp())
      advance(D);
    if (D && U->getOpcode() == UO_AddrOf)
      change(D);
    return true;
  }
  bool VisitBinaryOperator(const BinaryOperator *B) override {
    if (!B->isAssignmentOp())
      return true;
    if (const ValueDecl *D = named(B->getLHS())) {
      change(D);
      const auto *Sum =
          dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenCasts());
      if (B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign ||
          (Sum && Sum->isAdditiveOp() && countedBy(Sum) == D))
        advance(D);
    }
    return true;
  }
  bool VisitCallExpr(const CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    bool Recursive = F && F->getCanonicalDecl() == Self;
    for (unsigned I = 0; I < C->getNumArgs(); ++I) {
      const Expr *A = C->getArg(I);
      // One less for the next round.
      if (const auto *B = dyn_cast<BinaryOperator>(A->IgnoreParenCasts());
          Recursive && B && B->isAdditiveOp())
        if (const ValueDecl *D = countedBy(B))
          advance(D);
      if (const ValueDecl *D = named(A); D && A->isGLValue())
        change(D);
    }
    return true;
  }
};

} // namespace

Counters::Counters(const FunctionDecl &F) {
  Changes Find;
  Find.Self = F.getCanonicalDecl();
  Find.TraverseStmt(F.getBody());
  for (const ValueDecl *D : Find.Captured)
    Find.Advanced.erase(D);
  Advanced = std::move(Find.Advanced);
  Changed = std::move(Find.Changed);
}

const ValueDecl *Counters::counter(const Expr *E, bool Ordered) const {
  const ValueDecl *D = countedBy(E);
  if (!D || Advanced.contains(D))
    return D;
  // Nothing counts with it, though it is compared as if: a local number that
  // stays what it was.
  const auto *V = dyn_cast<VarDecl>(D);
  bool Forgotten = Ordered && V && V->isLocalVarDecl() &&
                   !isa<ParmVarDecl>(V) && !V->getType().isConstQualified() &&
                   !V->isConstexpr() && !V->getType()->isReferenceType() &&
                   V->getInit() &&
                   isa<IntegerLiteral>(V->getInit()->IgnoreParenCasts()) &&
                   !Changed.contains(D);
  return Forgotten ? D : nullptr;
}

bool Counters::at(const Stmt &Comparison) {
  auto [It, New] = Known.try_emplace(&Comparison, false);
  if (!New)
    return It->second;
  bool Is = false;
  const auto *E = dyn_cast<Expr>(&Comparison);
  E = E ? E->IgnoreParenCasts() : nullptr;
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(E);
      B && B->isComparisonOp())
    Is = counter(B->getLHS(), B->isRelationalOp()) ||
         counter(B->getRHS(), B->isRelationalOp());
  else if (const auto *U = dyn_cast_or_null<UnaryOperator>(E);
           U && U->getOpcode() == UO_LNot)
    Is = counter(U->getSubExpr(), false);
  else if (E)
    Is = counter(E, false);
  Known[&Comparison] = Is;
  return Is;
}

} // namespace retrylint
