#include "analysis/Bounds.h"
#include "analysis/CallbackGraph.h"
#include "analysis/Counters.h"
#include "analysis/Names.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

bool goesOn(const Path &P) {
  return P.End == Path::RoundLimit ||
         (P.End == Path::Abandoned && P.rounds() >= 8);
}

/// The comparison has long stopped moving, or moves to and fro.
static bool isStuck(const Path &P, const Stmt *At) {
  constexpr unsigned Long = 6;
  auto It = P.Advances.find(At);
  return It != P.Advances.end() &&
         ((It->second.Counter && It->second.Stood >= Long) ||
          It->second.turnsBack());
}

bool isStuck(const Path &P, const RunResult &Run) {
  return llvm::any_of(P.Advances, [&](const auto &Asked) {
    return Asked.second.Counter && Run.Bounds.count(Asked.first) &&
           isStuck(P, Asked.first);
  });
}

bool passesBound(const Path &P, const Path &Ended) {
  auto By = Ended.Advances.find(Ended.LastProgress);
  return goesOn(P) && !goesOn(Ended) && By != Ended.Advances.end() &&
         By->second.Counter && !P.Advances.count(Ended.LastProgress);
}

/// The first choice in which the two paths differ.
static const Choice *firstDifference(const Path &A, const Path &B) {
  for (const Choice &C : B.Choices)
    for (const Choice &Mine : A.Choices)
      if (Mine.Where == C.Where && Mine.Taken != C.Taken)
        return &C;
  return nullptr;
}

/// What made it leave: in this it differs from the way that went on with it for
/// longest. Whether a log line is written decides nothing.
static const Choice *causeOfLeaving(const Path &Left, const RunResult &Run) {
  const Choice *Last = nullptr;
  for (const Path &P : Run.Paths)
    if (goesOn(P) && (Left.Attempts.empty() || !tellsApart(P, Left)))
      if (const Choice *C = firstDifference(P, Left); C && (!Last || C > Last))
        Last = C;
  return Last;
}

/// Decided by what the dependency answers, and by nothing else.
static bool isOutcome(const Value &V, const Pool &P) {
  return V.has(TaintAttempt) && V.isSymbolic() &&
         !P.info(V.symbol()).Key.empty();
}

/// What is asked: `x` of `!(x)`.
static const Expr *asked(const Choice &C) {
  const auto *E = dyn_cast<Expr>(C.Where);
  while (E) {
    E = E->IgnoreParenImpCasts();
    const auto *Not = dyn_cast<UnaryOperator>(E);
    if (!Not || Not->getOpcode() != UO_LNot)
      return E;
    E = Not->getSubExpr();
  }
  return nullptr;
}

/// Whether the object that the attempt is made on is there by now:
/// client.connected(). While the attempt fails, only others can change that.
static bool asksSameObject(const Choice &C, const Path &P) {
  const auto *Question = dyn_cast_or_null<CXXMemberCallExpr>(asked(C));
  const auto *Attempt =
      dyn_cast<CXXMemberCallExpr>(P.Events[P.Attempts.front().EventIndex].At);
  if (!Question || !Attempt || Question->getNumArgs() ||
      !Question->getType()->isBooleanType())
    return false;
  auto Object = [](const CXXMemberCallExpr &Call) {
    return Call.getImplicitObjectArgument()->IgnoreParenImpCasts();
  };
  const Expr *A = Object(*Question), *B = Object(*Attempt);
  return (isa<CXXThisExpr>(A) && isa<CXXThisExpr>(B)) ||
         (objectNamed(A) && objectNamed(A) == objectNamed(B));
}

bool asksVolatile(const Choice &C) {
  const Expr *E = asked(C);
  return E && E->getType().isVolatileQualified();
}

static bool asksFlag(const Choice &C, const Path &Of, const Pool &P) {
  if (asksVolatile(C) || asksSameObject(C, Of))
    return true;
  if (!C.Subject.isSymbolic())
    return false;
  const SymbolInfo &I = P.info(C.Subject.symbol());
  if (I.Flag)
    return true;
  // `while (running)`: a number that is only asked for being zero.
  return C.Subject.isPlainSymbol() && !isa<BinaryOperator>(C.Where) &&
         (I.Origin == SymbolOrigin::Global || I.Origin == SymbolOrigin::Field ||
          I.Origin == SymbolOrigin::Parameter);
}

/// Another step of the round failed, on this machine: that ends it, but not
/// while only the attempt fails. A connection may well fail with it.
static bool isOtherFailure(const Choice &C, ApiIndex &Apis) {
  return C.Step &&
         llvm::any_of(Apis.functions(*C.Step), [](const ApiFunction *A) {
           return A->Sends && !A->Sends->Remote;
         });
}

/// It makes one attempt because the caller has decided so for good, and not
/// because a bound was reached.
static bool isForOnce(const Path &Once, const Choice &C, const Pool &P) {
  if (Once.rounds() != 1 || C.AfterLoop || !C.Subject.isPlainSymbol())
    return false;
  const SymbolInfo &I = P.info(C.Subject.symbol());
  const auto *Given = dyn_cast_or_null<ParmVarDecl>(I.Source);
  return I.Origin == SymbolOrigin::Parameter && Given &&
         Given->getType()->isIntegralOrEnumerationType() &&
         !Given->getType().isVolatileQualified();
}

/// The comparison counts something, on whatever way.
static bool moves(const Choice &C, const RunResult &Run) {
  return llvm::any_of(Run.Paths,
                      [&](const Path &P) { return P.Progress.count(C.Where); });
}

bool differInFlag(const Path &P, const Path &Other, const Pool &Symbols) {
  if (tellsApart(P, Other))
    return false;
  const Choice *C = firstDifference(P, Other);
  return C && C->Subject.isSymbolic() && Symbols.info(C->Subject.symbol()).Flag;
}

static Bound boundOf(const Path &P, const RunResult &Run, const Pool &Symbols,
                     ApiIndex &Apis, const Stmt *&Where) {
  Bound B;
  if (!goesOn(P)) {
    // What was made anew from what it was is compared so far and no further.
    if (P.End == Path::Abandoned || (P.End == Path::MovedOn && !P.LeftLoop &&
                                     P.rounds() > limits::Ancestry))
      return B;
    auto Time = P.Progress.find(P.LastProgress);
    bool ByTime = Time != P.Progress.end() && Time->second;
    B.Kind = ByTime ? BoundKind::Time : BoundKind::Attempts;
    if (!ByTime)
      B.Attempts = P.rounds();
    Where = P.LastProgress;
    return B;
  }
  for (const auto &[At, Time] : P.Progress)
    if (Run.Bounds.count(At) && !isStuck(P, At)) {
      B.Kind = Time ? BoundKind::Time : BoundKind::Attempts;
      B.Constant = !Time && llvm::none_of(P.Choices, [At](const Choice &C) {
        return C.Where == At;
      });
      Where = At;
      return B;
    }
  for (const auto &[At, How] : P.Advances)
    if (How.Counter && Run.Bounds.count(At) && isStuck(P, At)) {
      B.Kind = BoundKind::Stuck;
      Where = At;
      return B;
    }
  if (llvm::any_of(P.Progress, [&](const auto &Asked) {
        return Run.OpenBounds.count(Asked.first);
      }))
    return B; // unknown
  // Failed the same way, but left: by what?
  bool Flag = false;
  for (const Path &Other : Run.Paths) {
    if (&Other == &P || goesOn(Other) ||
        (!Other.Attempts.empty() && tellsApart(P, Other)))
      continue;
    const Choice *C = causeOfLeaving(Other, Run);
    if (!C || isOutcome(C->Subject, Symbols) ||
        (C->Subject.isSymbolic() && Symbols.info(C->Subject.symbol()).Created))
      continue;
    // Asked before the first attempt: a bound only if it is asked again.
    if (Other.Attempts.empty() && !P.AskedAgain.count(C->Where))
      continue;
    if ((isForOnce(Other, *C, Symbols) && !moves(*C, Run)) ||
        isOtherFailure(*C, Apis))
      continue;
    if (!asksFlag(*C, P, Symbols))
      return B; // unknown
    Flag = true;
    Where = C->Where;
  }
  B.Kind = Flag ? BoundKind::Shutdown : BoundKind::None;
  return B;
}

std::optional<unsigned> countAttempts(Interpreter &Machine,
                                      const FunctionDecl &F, Scenario What,
                                      const Path &Failing) {
  What.Rounds = limits::CountedRounds;
  RunResult Run = Machine.run(F, What);
  unsigned Most = 0;
  for (const Path &P : Run.Paths)
    if (P.rounds() > Failing.rounds() / 2 && !tellsApart(P, Failing)) {
      if (P.End == Path::Abandoned || P.End == Path::RoundLimit)
        return std::nullopt;
      Most = std::max(Most, P.rounds());
    }
  return Most ? std::optional(Most) : std::nullopt;
}

/// What the comparison asks has moved with the rounds, though nobody asked.
static bool counts(const Path &P, const Stmt &At, const Pool &Symbols) {
  const auto *B = dyn_cast<BinaryOperator>(&At);
  if (!B)
    return false;
  const ValueDecl *Counter = countedBy(B->getLHS());
  return Counter && llvm::any_of(P.Final, [&](const auto &Stored) {
           return Symbols.at(Stored.first).Decl == Counter &&
                  Stored.second.isExact() &&
                  std::abs(Stored.second.lo()) + 2 >= P.rounds() / 2;
         });
}

Fact<Bound> boundOf(const RunResult &Run, const Recognition &R, const Pool &P,
                    ApiIndex &Apis, const ASTContext &Ctx,
                    Fact<StuckBound> &Stuck) {
  Fact<Bound> F;
  F.Is.Kind = BoundKind::Unknown;
  const Path *Worst = nullptr, *Limited = nullptr;
  const Stmt *LimitAt = nullptr, *StuckAt = nullptr;
  bool AllStuck = true;
  for (const Path *Failing : R.Failing) {
    const Stmt *Where = nullptr;
    Bound B = boundOf(*Failing, Run, P, Apis, Where);
    if (Where && (B.Kind == BoundKind::Attempts || B.Kind == BoundKind::Time)) {
      Limited = Failing;
      LimitAt = Where;
    }
    if (B.Kind == BoundKind::Stuck)
      StuckAt = Where;
    else
      AllStuck = false;
    // The least bounded way of failing decides.
    bool Less = B.Kind == BoundKind::Stuck ? F.Is.Kind != BoundKind::Stuck
                : F.Is.Kind == BoundKind::Stuck
                    ? false
                    : B.Kind < F.Is.Kind ||
                          (B.Kind == F.Is.Kind && B.Attempts > F.Is.Attempts);
    if (!Worst || Less) {
      Worst = Failing;
      F.Is = B;
      F.Where = Where ? Where->getSourceRange() : SourceRange();
    }
  }
  // Bounded for one failure, and for another not at all.
  if (Limited &&
      (F.Is.Kind == BoundKind::None || F.Is.Kind == BoundKind::Shutdown) &&
      !counts(*Worst, *LimitAt, P)) {
    F.Is.Kind = BoundKind::Stuck;
    StuckAt = LimitAt;
  }
  F.Sure = F.Is.Kind == BoundKind::Unknown || !isComplete(Run, R.Failing)
               ? Certainty::Unknown
               : Certainty::Known;
  if (F.Is.Kind == BoundKind::Stuck && StuckAt) {
    F.Where = Stuck.Where = StuckAt->getSourceRange();
    Stuck.Sure = F.Sure;
    Stuck.Is.Written = sourceText(*StuckAt, Ctx);
    auto Time = Run.Bounds.find(StuckAt);
    Stuck.Is.Time = Limited && LimitAt == StuckAt &&
                    (Time != Run.Bounds.end() ? Time->second
                                              : Limited->Progress.at(StuckAt));
    Stuck.Is.Always = AllStuck;
    if (const Choice *C = Limited ? firstDifference(*Limited, *Worst) : nullptr)
      Stuck.Is.When = C->Where->getSourceRange();
  }
  return F;
}

} // namespace retrylint
