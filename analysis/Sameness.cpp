#include "analysis/Sameness.h"
#include <algorithm>

namespace retrylint {

static bool sameSymbol(SymbolId A, SymbolId B, const Pool &P) {
  if (A == B)
    return true;
  if (!A || !B)
    return false;
  const SymbolInfo &X = P.info(A), &Y = P.info(B);
  // What the attempt itself left behind, the time and the dice do not make it
  // another attempt.
  constexpr unsigned Ignored = TaintAttempt | TaintClock | TaintRandom;
  if ((X.Taints | Y.Taints) & Ignored)
    return true;
  if ((X.Taints | Y.Taints) & TaintIterator)
    return false;
  if (X.Repeatable || Y.Repeatable)
    return true;
  return X.Parent && Y.Parent && X.Suffix == Y.Suffix &&
         sameSymbol(X.Parent, Y.Parent, P);
}

static bool sameLocation(LocationId A, LocationId B, const Pool &P) {
  if (A == B)
    return true;
  if (!A || !B)
    return false;
  const LocationInfo &X = P.at(A), &Y = P.at(B);
  if (X.Kind != Y.Kind || X.Decl != Y.Decl || X.Node != Y.Node)
    return false;
  if (X.Kind == LocationKind::Pointee)
    return sameSymbol(X.Index, Y.Index, P);
  if (X.Kind == LocationKind::Element && X.Index != Y.Index)
    return false;
  return sameLocation(X.Parent, Y.Parent, P);
}

static Likeness compareValues(const Value &A, const Value &B, const Pool &P) {
  if (A.sameAs(B))
    return Likeness::Same;
  if ((A.taints() | B.taints()) & (TaintAttempt | TaintClock | TaintRandom))
    return Likeness::Same;
  if (A.isReference() && B.isReference())
    return sameLocation(A.location(), B.location(), P) ? Likeness::Same
                                                       : Likeness::Different;
  if (A.isNumber() && B.isNumber())
    return Likeness::OtherNumber;
  if (A.isSymbolic() && B.isSymbolic())
    return sameSymbol(A.symbol(), B.symbol(), P) && A.coef() == B.coef() &&
                   A.lo() == B.lo()
               ? Likeness::Same
               : Likeness::Different;
  // Known in one round only: a repeatable value that was computed later.
  if (A.isUnknown() || B.isUnknown())
    return Likeness::Same;
  SymbolId S = A.isSymbolic() ? A.symbol() : B.symbol();
  return S && P.info(S).Repeatable ? Likeness::Same : Likeness::Different;
}

Likeness compareOperands(const Operands &A, const Operands &B, const Pool &P) {
  Likeness Worst = Likeness::Same;
  bool Constant = A.Values.empty();
  for (size_t I = 0; I < std::min(A.Values.size(), B.Values.size()); ++I) {
    Likeness L = compareValues(A.Values[I], B.Values[I], P);
    Constant |= L == Likeness::Same;
    Worst = std::max(Worst, L);
  }
  for (const auto &[Where, V] : B.Contents) {
    auto Before = A.Contents.find(Where);
    if (Before != A.Contents.end())
      Worst = std::max(Worst, compareValues(Before->second, V, P));
  }
  // A lone number that moves is what is being tried, not a counter.
  return Worst == Likeness::OtherNumber && !Constant ? Likeness::Different : Worst;
}

} // namespace retrylint
