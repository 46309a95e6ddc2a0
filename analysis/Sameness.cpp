#include "analysis/Sameness.h"
#include "analysis/Limits.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace retrylint {

static Likeness compareValues(const Value &A, const Value &B, const Pool &P,
                              unsigned Depth = 0);

/// What the attempt itself filled or changed: an output, not an input.
static bool isOutput(const SymbolInfo &I) {
  return llvm::StringRef(I.Key).starts_with("arg") || I.Key == "self";
}

/// One was found by way of the other: the next element of a list.
static bool leadsTo(SymbolId From, SymbolId To, const Pool &P) {
  for (unsigned Steps = 0; To && Steps < limits::Ancestry; ++Steps) {
    To = P.info(To).Parent;
    if (To == From)
      return true;
  }
  return false;
}

static Likeness compareSymbols(SymbolId A, SymbolId B, const Pool &P,
                               unsigned Depth) {
  if (A == B)
    return Likeness::Same;
  if (!A || !B || leadsTo(A, B, P))
    return Likeness::Different;
  const SymbolInfo &X = P.info(A), &Y = P.info(B);
  if (X.Since != Y.Since)
    return Likeness::Different;
  // An object that every round works on has as many ancestors as rounds.
  if (Depth > limits::Ancestry)
    return X.Mutated && Y.Mutated && X.Repeatable && Y.Repeatable
               ? Likeness::Same
               : Likeness::Different;
  if (isOutput(X) || isOutput(Y) || ((X.Taints | Y.Taints) & TaintClock))
    return Likeness::Same;
  // A cursor, a redirect: the answer decides what is asked next.
  if ((X.Taints | Y.Taints) & (TaintAttempt | TaintIterator | TaintRandom))
    return Likeness::Different;
  for (const auto &[Where, V] : Y.Within)
    for (const auto &[Before, Old] : X.Within)
      if (Where == Before &&
          compareValues(Old, V, P, Depth + 1) == Likeness::Different)
        return Likeness::Different;
  if (X.Source == Y.Source && !X.From.empty() &&
      X.From.size() == Y.From.size()) {
    Likeness Worst = Likeness::Same;
    for (size_t I = 0; I < X.From.size(); ++I) {
      // A random part (a nonce, a time-out) does not make it another request.
      if (!X.Mutated ||
          !((X.From[I].taints() | Y.From[I].taints()) & TaintRandom))
        Worst =
            std::max(Worst, compareValues(X.From[I], Y.From[I], P, Depth + 1));
      if (Worst == Likeness::Different)
        return Worst;
    }
    if (Worst == Likeness::OtherNumber)
      return Likeness::Different;
    if (!X.Mutated || !X.Was || !Y.Mutated || !Y.Was)
      return Worst;
  }
  // The last call said nothing that differs; one before it may have.
  if (X.Mutated && Y.Mutated && X.Source == Y.Source && X.Was && Y.Was)
    return compareSymbols(X.Was, Y.Was, P, Depth + 1);
  if (X.Repeatable || Y.Repeatable)
    return Likeness::Same;
  if (X.Parent && Y.Parent && X.Suffix == Y.Suffix)
    return compareSymbols(X.Parent, Y.Parent, P, Depth + 1);
  return Likeness::Different;
}

static bool sameLocation(LocationId A, LocationId B, const Pool &P,
                         unsigned Depth) {
  if (A == B)
    return true;
  if (!A || !B)
    return false;
  const LocationInfo &X = P.at(A), &Y = P.at(B);
  if (X.Kind != Y.Kind || X.Decl != Y.Decl)
    return false;
  // Temporaries stand for the same argument: their contents are compared.
  if (X.Kind == LocationKind::Temporary)
    return true;
  if (X.Kind == LocationKind::Pointee)
    return compareSymbols(X.Index, Y.Index, P, Depth + 1) == Likeness::Same;
  if (X.Kind == LocationKind::Element && X.Index != Y.Index)
    return false;
  return sameLocation(X.Parent, Y.Parent, P, Depth);
}

static Likeness compareValues(const Value &A, const Value &B, const Pool &P,
                              unsigned Depth) {
  if ((A.taints() | B.taints()) & TaintRandom)
    return Likeness::Different;
  if (A.sameAs(B))
    return Likeness::Same;
  if ((A.taints() | B.taints()) & TaintClock)
    return Likeness::Same;
  if (A.isReference() && B.isReference())
    return sameLocation(A.location(), B.location(), P, Depth)
               ? Likeness::Same
               : Likeness::Different;
  // A counter of attempts moves one by one, down or up from the beginning; an
  // option is on or off; anything else is a table or a range.
  if (A.isNumber() && B.isNumber())
    return B.lo() == A.lo() - 1 || B.lo() == 0 || A.lo() == 0 ||
                   (B.lo() == A.lo() + 1 && B.lo() <= limits::Rounds)
               ? Likeness::OtherNumber
               : Likeness::Different;
  if (A.isSymbolic() && B.isSymbolic())
    return A.coef() == B.coef() && A.lo() == B.lo()
               ? compareSymbols(A.symbol(), B.symbol(), P, Depth)
           : A.symbol() == B.symbol() && !A.has(TaintAttempt)
               ? Likeness::OtherNumber // counted in the object itself
               : Likeness::Different;
  // Known in one round only: a repeatable value that was computed later.
  if (A.isUnknown() || B.isUnknown())
    return Likeness::Same;
  // A field that is reset: what it was before the first attempt is not known.
  if (A.isPlainSymbol() && B.isExact() && P.info(A.symbol()).From.empty() &&
      !P.info(A.symbol()).Parent && !A.taints())
    return Likeness::Same;
  SymbolId S = A.isSymbolic() ? A.symbol() : B.symbol();
  return S && (P.info(S).Repeatable || isOutput(P.info(S)))
             ? Likeness::Same
             : Likeness::Different;
}

/// A part of an object that is set back to a constant after the failure.
static bool isReset(const Value &A, const Value &B) {
  return A.isPlainSymbol() && !A.taints() && B.isExact() && !B.taints();
}

/// Objects in different places, one of them a copy of the other: what a lambda
/// has captured.
static bool isCopy(const Operands &A, const Operands &B, size_t I,
                   const Pool &P) {
  if (!A.Values[I].isReference() || !B.Values[I].isReference())
    return false;
  auto Before = A.Contents.find({I, ""}), Now = B.Contents.find({I, ""});
  if (Now == B.Contents.end() || !Now->second.isPlainSymbol())
    return false;
  if (Before != A.Contents.end())
    return Before->second.sameAs(Now->second);
  const SymbolInfo &Of = P.info(Now->second.symbol());
  const clang::Decl *Original = P.at(A.Values[I].location()).Decl;
  return Original && Of.Source == Original && !Of.Mutated && !Of.Parent;
}

/// What was taken of an object, as far as it was begun anew.
static bool isReading(const Value &V, const Pool &P) {
  return V.isSymbolic() && P.info(V.symbol()).Mutated &&
         P.info(V.symbol()).Taints & TaintIterator;
}

/// `query.id++`, of an id that did not begin at 0 or 1 as a count of attempts
/// does.
static bool countsOn(const Value &Before, const Value &Now) {
  auto Moved = [](const Value &V) {
    return V.isSymbolic() && V.coef() == 1 && V.lo() == V.hi() && V.lo() != 0;
  };
  return Moved(Now) &&
         (Moved(Before) ||
          (Before.isExact() && Before.lo() != 0 && Before.lo() != 1));
}

/// All that is given is somebody whom an object has chosen that was told what
/// became of the one before: connectTo(peer) after list->failed(peer).
static bool isAnotherChoice(const Operands &A, const Operands &B,
                            const Pool &P) {
  auto Chosen = [&](const Value &V) -> const SymbolInfo * {
    SymbolId S = V.isPlainSymbol() ? V.symbol() : 0;
    if (V.isReference() && P.at(V.location()).Kind == LocationKind::Pointee)
      S = P.at(V.location()).Index;
    return S && P.info(S).ChosenBy ? &P.info(S) : nullptr;
  };
  bool Another = false;
  for (size_t I = 0; I < std::min(A.Values.size(), B.Values.size()); ++I) {
    const SymbolInfo *Before = Chosen(A.Values[I]), *Now = Chosen(B.Values[I]);
    if (Before && Now && Before->Told != Now->Told)
      Another = true;
    else if (!B.Values[I].isExact() &&
             !(B.Values[I].isReference() &&
               P.at(B.Values[I].location()).Kind == LocationKind::This))
      return false;
  }
  return Another;
}

Likeness compareOperands(const Operands &A, const Operands &B, const Pool &P) {
  if (isAnotherChoice(A, B, P))
    return Likeness::Different;
  Likeness Worst = Likeness::Same;
  bool Constant = A.Values.empty();
  for (size_t I = 0; I < std::min(A.Values.size(), B.Values.size()); ++I) {
    Likeness L = isCopy(A, B, I, P)
                     ? Likeness::Same
                     : compareValues(A.Values[I], B.Values[I], P);
    // Less of what the caller gave.
    if (A.Values[I].isPlainSymbol() && B.Values[I].isExact() &&
        P.info(A.Values[I].symbol()).Origin == SymbolOrigin::Parameter)
      L = Likeness::Different;
    // A count that starts somewhere is what is being tried.
    if (L == Likeness::OtherNumber && A.Values[I].isSymbolic())
      L = Likeness::Different;
    // How much the last attempt got done is progress.
    if (B.Values[I].isSymbolic() && B.Values[I].has(TaintAttempt) &&
        !A.Values[I].sameAs(B.Values[I]))
      L = Likeness::Different;
    Constant |= L == Likeness::Same;
    Worst = std::max(Worst, L);
  }
  for (const auto &[Where, V] : B.Contents) {
    auto Before = A.Contents.find(Where);
    if (V.isNumber() && V.has(TaintAttempt))
      continue; // an output that is known
    // What began somewhere and was counted on from there is what is asked for.
    if (Before != A.Contents.end() && V.has(TaintAttempt) &&
        countsOn(Before->second, V))
      return Likeness::Different;
    // Where it left off, in its own notes: a download that is resumed.
    if (B.Shared.count(Where.first) && V.has(TaintAttempt))
      continue;
    if (Before != A.Contents.end() &&
        (isReset(Before->second, V) ||
         (B.Reopened.count(Where.first) && isReading(Before->second, P) &&
          isReading(V, P))))
      continue;
    if (Before != A.Contents.end())
      Worst = std::max(Worst, compareValues(Before->second, V, P));
    else if (V.isSymbolic() &&
             (P.info(V.symbol()).Edited ||
              (V.has(TaintAttempt) && !isOutput(P.info(V.symbol())))))
      Worst = Likeness::Different; // edited, or filled from the last answer
  }
  // A lone number that moves is what is being tried, not a counter.
  return Worst == Likeness::OtherNumber && !Constant ? Likeness::Different
                                                     : Worst;
}

} // namespace retrylint
