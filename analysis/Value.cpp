#include "analysis/Value.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace retrylint {

Value Value::sane() const {
  if (!std::isnan(Lo) && !std::isnan(Hi) && !std::isnan(Coef) &&
      !std::isnan(LeastCoef))
    return *this;
  return Value().tainted(Taints);
}

std::string Value::key() const {
  std::string Key = llvm::utostr(isReference() ? Loc : Symbol);
  for (double D : {LeastCoef, Coef, Lo, Hi})
    Key += "/" + llvm::utohexstr(std::bit_cast<uint64_t>(D + 0.0)); // no -0
  return Key;
}

bool Value::closeTo(const Value &O) const {
  auto Close = [](double A, double B) {
    return std::abs(A - B) <= 1e-6 * std::max(std::abs(A), std::abs(B));
  };
  return TheKind == O.TheKind && Symbol == O.Symbol && Loc == O.Loc &&
         Close(Lo, O.Lo) && Close(Hi, O.Hi) && Close(Coef, O.Coef) &&
         Close(LeastCoef, O.LeastCoef);
}

Value Value::scaled(double By) const {
  if (!isAffine())
    return Value().tainted(Taints);
  Value V = *this;
  V.Lo = By < 0 ? Hi * By : Lo * By;
  V.Hi = By < 0 ? Lo * By : Hi * By;
  V.Coef = (By < 0 ? LeastCoef : Coef) * By;
  V.LeastCoef = (By < 0 ? Coef : LeastCoef) * By;
  if (V.Coef == 0 && V.LeastCoef == 0)
    V.Symbol = 0;
  return V.sane();
}

/// [Least, Most] * S + [Lo, Hi]
static Value affine(SymbolId S, double Least, double Most, double Lo, double Hi,
                    unsigned Taints) {
  if (!S || (Least == 0 && Most == 0))
    return Value::interval(Lo, Hi, Taints);
  return Value::symbol(S, Taints, Least, Most).plus(Lo, Hi);
}

static Value shifted(const Value &A, double Lo, double Hi, unsigned Taints) {
  return affine(A.symbol(), A.leastCoef(), A.coef(), A.lo() + Lo, A.hi() + Hi,
                Taints);
}

Value add(const Value &A, const Value &B) {
  unsigned T = A.taints() | B.taints();
  if (!A.isAffine() || !B.isAffine())
    return Value().tainted(T);
  if (!B.isSymbolic())
    return shifted(A, B.lo(), B.hi(), T);
  if (!A.isSymbolic())
    return shifted(B, A.lo(), A.hi(), T);
  if (A.symbol() != B.symbol())
    return Value().tainted(T);
  return affine(A.symbol(), A.leastCoef() + B.leastCoef(), A.coef() + B.coef(),
                A.lo() + B.lo(), A.hi() + B.hi(), T);
}

Value subtract(const Value &A, const Value &B) { return add(A, B.scaled(-1)); }

Value multiply(const Value &A, const Value &B) {
  unsigned T = A.taints() | B.taints();
  if (A.isExact() && B.isAffine())
    return B.scaled(A.lo()).tainted(T);
  if (B.isExact() && A.isAffine())
    return A.scaled(B.lo()).tainted(T);
  const Value &Share = A.isNumber() ? A : B, &Of = A.isNumber() ? B : A;
  if (Share.isNumber() && Share.lo() >= 0 && Of.isSymbolic() &&
      Of.leastCoef() >= 0 && Of.lo() == 0 && Of.hi() == 0)
    return affine(Of.symbol(), Of.leastCoef() * Share.lo(),
                  Of.coef() * Share.hi(), 0, 0, T);
  if (!A.isNumber() || !B.isNumber())
    return Value().tainted(T);
  auto [Lo, Hi] = std::minmax(
      {A.lo() * B.lo(), A.lo() * B.hi(), A.hi() * B.lo(), A.hi() * B.hi()});
  return Value::interval(Lo, Hi, T);
}

Value divide(const Value &A, const Value &B, bool Integers) {
  unsigned T = A.taints() | B.taints();
  if (!B.isExact() || B.lo() == 0 || !A.isAffine())
    return Value().tainted(T);
  if (!Integers)
    return A.scaled(1 / B.lo()).tainted(T);
  // What an integer division of a symbol loses cannot be written down.
  if (A.isSymbolic())
    return Value().tainted(T);
  auto [Lo, Hi] = std::minmax(A.lo() / B.lo(), A.hi() / B.lo());
  return Value::interval(std::trunc(Lo), std::trunc(Hi), T);
}

Value remainder(const Value &A, const Value &B) {
  unsigned T = A.taints() | B.taints();
  if (A.isExact() && B.isExact() && B.lo() != 0)
    return Value::number(std::fmod(A.lo(), B.lo()), T);
  // 250 % 1000. What a generator gives at most (RAND_MAX) is nobody's choice.
  if (A.isNumber() && A.lo() >= 0 && B.isExact() && A.hi() < B.lo() &&
      A.hi() < 2147483647.0)
    return A.tainted(T);
  // A random number is reduced to a range: rand() % n.
  if (A.has(TaintRandom) && B.isNumber() && B.hi() >= 1)
    return Value::interval(A.isNumber() && A.lo() < 0 ? 1 - B.hi() : 0,
                           B.hi() - 1, T);
  if (A.has(TaintRandom) && B.isSymbolic() && B.coef() > 0)
    return between(Value::number(0), B).tainted(T);
  return Value().tainted(T);
}

Value shiftLeft(const Value &A, const Value &B) {
  return multiply(A, power(Value::number(2), B));
}

Value power(const Value &A, const Value &B) {
  unsigned T = A.taints() | B.taints();
  if (!A.isExact() || !B.isNumber() || (A.lo() < 0 && !B.isExact()))
    return Value().tainted(T);
  auto [Lo, Hi] =
      std::minmax(std::pow(A.lo(), B.lo()), std::pow(A.lo(), B.hi()));
  return Value::interval(Lo, Hi, T);
}

Value minimum(const Value &A, const Value &B) {
  unsigned T = A.taints() | B.taints();
  if (A.sameAs(B))
    return A.tainted(T);
  if (A.isNumber() && B.isNumber())
    return Value::interval(std::min(A.lo(), B.lo()), std::min(A.hi(), B.hi()),
                           T);
  return Value().tainted(T);
}

Value maximum(const Value &A, const Value &B) {
  unsigned T = A.taints() | B.taints();
  if (A.sameAs(B))
    return A.tainted(T);
  if (A.isNumber() && B.isNumber())
    return Value::interval(std::max(A.lo(), B.lo()), std::max(A.hi(), B.hi()),
                           T);
  return Value().tainted(T);
}

Value between(const Value &Low, const Value &High) {
  if (Low.isExact() && Low.sameAs(High))
    return Low;
  unsigned T = Low.taints() | High.taints() | TaintRandom;
  if (!Low.isAffine() || !High.isAffine() ||
      (Low.isSymbolic() && Low.symbol() != High.symbol()) ||
      (!High.isSymbolic() && Low.lo() > High.hi()) ||
      Low.leastCoef() > High.coef())
    return Value().tainted(T);
  return affine(High.symbol(), Low.leastCoef(), High.coef(),
                std::min(Low.lo(), High.hi()), High.hi(), T);
}

Relation negate(Relation R) {
  switch (R) {
  case Relation::Less:
    return Relation::GreaterEqual;
  case Relation::LessEqual:
    return Relation::Greater;
  case Relation::Greater:
    return Relation::LessEqual;
  case Relation::GreaterEqual:
    return Relation::Less;
  case Relation::Equal:
    return Relation::NotEqual;
  case Relation::NotEqual:
    return Relation::Equal;
  }
  return R;
}

Relation mirror(Relation R) {
  switch (R) {
  case Relation::Less:
    return Relation::Greater;
  case Relation::LessEqual:
    return Relation::GreaterEqual;
  case Relation::Greater:
    return Relation::Less;
  case Relation::GreaterEqual:
    return Relation::LessEqual;
  default:
    return R;
  }
}

std::optional<bool> decide(const Value &A, Relation R, const Value &B) {
  if (A.isReference() && B.isReference()) {
    if (R == Relation::Equal && A.sameAs(B))
      return true;
    if (R == Relation::NotEqual && A.sameAs(B))
      return false;
    return std::nullopt;
  }
  Value D = subtract(A, B);
  if (!D.isNumber())
    return std::nullopt;
  switch (R) {
  case Relation::Less:
    if (D.hi() < 0)
      return true;
    if (D.lo() >= 0)
      return false;
    return std::nullopt;
  case Relation::LessEqual:
    if (D.hi() <= 0)
      return true;
    if (D.lo() > 0)
      return false;
    return std::nullopt;
  case Relation::Equal:
    if (D.isExact())
      return D.lo() == 0;
    if (D.hi() < 0 || D.lo() > 0)
      return false;
    return std::nullopt;
  default:
    if (std::optional<bool> Not = decide(A, negate(R), B))
      return !*Not;
    return std::nullopt;
  }
}

} // namespace retrylint
