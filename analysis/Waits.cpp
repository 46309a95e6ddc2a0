#include "analysis/Waits.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

namespace {

/// Everything that is waited between two attempts.
struct Round {
  Value Sum = Value::number(0);
  unsigned Taints = 0;
  bool Waited = false, Guessed = false, Repeated = false;
  const Expr *Last = nullptr;
  bool Same(const Round &O) const {
    return Waited == O.Waited && Sum.sameAs(O.Sum);
  }
};

Growth shapeOf(const std::vector<Round> &Rounds) {
  if (Rounds.empty())
    return Growth::Unknown;
  bool Fixed = true, Grows = true;
  // Later waits may be capped or overflow; the first ones show the shape.
  constexpr size_t Telling = 8;
  for (size_t I = 1; I < std::min(Rounds.size(), Telling); ++I) {
    const Value &A = Rounds[I - 1].Sum, &B = Rounds[I].Sum;
    if (Rounds[I].Same(Rounds[I - 1]))
      continue;
    Fixed = false;
    if (!A.isAffine() || !B.isAffine() || A.symbol() != B.symbol())
      Grows = false;
    else
      Grows &= B.coef() > A.coef() || B.lo() > A.lo() || B.hi() > A.hi();
  }
  if (Fixed)
    return Rounds.front().Sum.isUnknown() ? Growth::Unknown : Growth::None;
  return Grows ? Growth::Grows : Growth::Unknown;
}

std::string written(const Expr *E, const ASTContext &Ctx) {
  if (!E)
    return {};
  return Lexer::getSourceText(
             CharSourceRange::getTokenRange(E->getSourceRange()),
             Ctx.getSourceManager(), Ctx.getLangOpts())
      .str();
}

} // namespace

WaitPattern waitsOf(const Path &P, const ASTContext &Ctx) {
  WaitPattern Pattern;
  std::vector<Round> Rounds;
  bool UnitKnown = true, OneCall = true;
  for (size_t A = 1; A < P.rounds(); ++A) {
    Round R;
    for (size_t I = P.Attempts[A - 1].EventIndex + 1;
         I < P.Attempts[A].EventIndex; ++I) {
      const Event &E = P.Events[I];
      if (E.Kind == EventKind::PossibleWait || E.Kind == EventKind::Work)
        Pattern.MayWaitElsewhere = true;
      R.Guessed |= E.Kind == EventKind::Guess;
      if (E.Kind != EventKind::Wait)
        continue;
      if (Pattern.Where.isInvalid()) {
        Pattern.Where = E.Top->getSourceRange();
        Pattern.Named = written(E.Written, Ctx);
      }
      UnitKnown &= E.UnitKnown;
      OneCall &=
          E.At == E.Top && !R.Waited && (!Pattern.Call || Pattern.Call == E.At);
      Pattern.Call = E.At;
      R.Repeated |= R.Waited && R.Last == E.At;
      R.Last = E.At;
      R.Waited = true;
      R.Taints |= E.Amount.taints();
      R.Sum =
          R.Sum.isExact() && R.Sum.lo() == 0 ? E.Amount : add(R.Sum, E.Amount);
    }
    // How often an inner loop waits is not known.
    if (R.Guessed && R.Repeated)
      R.Sum = Value().tainted(R.Taints);
    Rounds.push_back(R);
  }
  if (!OneCall)
    Pattern.Call = nullptr;
  Pattern.Shape = shapeOf(Rounds);
  for (const Round &R : Rounds) {
    Wait W;
    W.Numeric = R.Sum.isNumber();
    W.Lo = std::max(0.0, R.Sum.lo());
    W.Hi = std::max(0.0, R.Sum.hi());
    W.Random = R.Taints & TaintRandom;
    W.Timed = R.Taints & TaintClock;
    W.FromServer = R.Taints & TaintAttempt;
    W.UnitKnown = UnitKnown;
    Pattern.Waits.push_back(W);
  }
  return Pattern;
}

} // namespace retrylint
