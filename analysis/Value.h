// The values of the abstract interpreter.
#ifndef RETRYLINT_ANALYSIS_VALUE_H
#define RETRYLINT_ANALYSIS_VALUE_H

#include <optional>
#include <string>

namespace retrylint {

/// Where a value comes from, as far as it matters to a retry. Flags are passed
/// on by every operation.
enum Taint : unsigned {
  TaintNone = 0,
  TaintAttempt = 1,   // the outcome of the attempt
  TaintRandom = 2,    // a random draw
  TaintClock = 4,     // the current time
  TaintIterator = 8,  // the element an iteration stands at
  TaintOpaque = 16,   // came out of a call that was not followed
  TaintOverflow = 32, // more than its type can hold
};

using SymbolId = unsigned; // 0: no symbol
using LocationId = unsigned;

/// Coef * Symbol + [Lo, Hi], or a reference to a location. Durations and points
/// in time are numbers of seconds. A random share of an unknown amount has a
/// range of coefficients: uniform(0, delay) is [0, 1] * delay.
class Value {
public:
  Value() = default; // nothing known, not even a symbol
  static Value number(double N, unsigned Taints = 0) {
    return interval(N, N, Taints);
  }
  static Value interval(double Lo, double Hi, unsigned Taints = 0) {
    Value V;
    V.TheKind = Affine;
    V.Lo = Lo;
    V.Hi = Hi;
    // What can only be one number is not random.
    V.Taints = Lo == Hi ? Taints & ~unsigned(TaintRandom) : Taints;
    return V.sane();
  }
  static Value boolean(bool B, unsigned Taints = 0) {
    return number(B ? 1 : 0, Taints);
  }
  static Value symbol(SymbolId S, unsigned Taints, double Least = 1,
                      double Most = 1) {
    Value V = number(0);
    V.Symbol = S;
    V.LeastCoef = Least;
    V.Coef = Most;
    V.Taints = Taints;
    return V;
  }
  static Value reference(LocationId L, unsigned Taints = 0) {
    Value V;
    V.TheKind = Reference;
    V.Loc = L;
    V.Taints = Taints;
    return V;
  }

  bool isUnknown() const { return TheKind == Nothing; }
  bool isReference() const { return TheKind == Reference; }
  bool isAffine() const { return TheKind == Affine; }
  bool isNumber() const { return TheKind == Affine && Symbol == 0; }
  bool isExact() const { return isNumber() && Lo == Hi; }
  bool isSymbolic() const { return TheKind == Affine && Symbol != 0; }
  /// The symbol itself, not a multiple of it.
  bool isPlainSymbol() const {
    return isSymbolic() && Coef == 1 && LeastCoef == 1 && Lo == 0 && Hi == 0;
  }

  double lo() const { return Lo; }
  double hi() const { return Hi; }
  double coef() const { return Coef; }
  double leastCoef() const { return LeastCoef; }
  /// Not one multiple of the symbol, but any in a range.
  bool isShare() const { return Coef != LeastCoef; }
  SymbolId symbol() const { return Symbol; }
  LocationId location() const { return Loc; }
  unsigned taints() const { return Taints; }
  bool has(Taint T) const { return Taints & T; }
  Value tainted(unsigned T) const {
    Value V = *this;
    V.Taints |= T;
    return V;
  }
  Value without(unsigned T) const {
    Value V = *this;
    V.Taints &= ~T;
    return V;
  }
  Value scaled(double By) const;
  /// The number, from 1, of the division that it is a part of; 0: of none.
  /// Multiples are parts, too.
  unsigned piece() const { return Piece; }
  Value asPiece(unsigned Number) const {
    Value V = *this;
    V.Piece = Number;
    return V;
  }
  Value plus(double ByLo, double ByHi) const {
    Value V = *this;
    V.Lo += ByLo;
    V.Hi += ByHi;
    V.Piece = 0;
    return V.sane();
  }
  std::optional<double> exact() const {
    return isExact() ? std::optional<double>(Lo) : std::nullopt;
  }

  /// As text, for keys: the same for the same value.
  std::string key() const;
  /// The same value, whatever it is: waits that compare equal are equal.
  bool sameAs(const Value &O) const {
    return TheKind == O.TheKind && !isUnknown() && Lo == O.Lo && Hi == O.Hi &&
           Coef == O.Coef && LeastCoef == O.LeastCoef && Symbol == O.Symbol &&
           Loc == O.Loc;
  }

  /// The same but for what rounding leaves.
  bool closeTo(const Value &O) const;

private:
  /// Nothing instead of what is not a number.
  Value sane() const;
  enum Kind { Nothing, Affine, Reference };
  Kind TheKind = Nothing;
  double Lo = 0, Hi = 0, Coef = 0, LeastCoef = 0;
  SymbolId Symbol = 0;
  LocationId Loc = 0;
  unsigned Taints = 0;
  unsigned Piece = 0;
};

/// Arithmetic. Nothing is returned where the domain cannot say.
Value add(const Value &A, const Value &B);
Value subtract(const Value &A, const Value &B);
Value multiply(const Value &A, const Value &B);
Value divide(const Value &A, const Value &B, bool Integers);
Value remainder(const Value &A, const Value &B);
Value shiftLeft(const Value &A, const Value &B);
Value power(const Value &A, const Value &B);
Value minimum(const Value &A, const Value &B);
Value maximum(const Value &A, const Value &B);
/// A random draw from Low to High.
Value between(const Value &Low, const Value &High);

enum class Relation { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual };
Relation negate(Relation R);
Relation mirror(Relation R); // a R b  ==  b mirror(R) a
/// Decides `A R B` when the intervals or the shared symbol allow.
std::optional<bool> decide(const Value &A, Relation R, const Value &B);

} // namespace retrylint

#endif
