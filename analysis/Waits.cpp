#include "analysis/Waits.h"
#include "analysis/Bounds.h"
#include "analysis/Compatibility.h"
#include "analysis/Jitter.h"
#include "analysis/Names.h"
#include "analysis/Recognition.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace retrylint {

using namespace clang;

namespace {

/// Everything that is waited between two attempts.
struct Round {
  Value Sum = Value::number(0);
  unsigned Taints = 0;
  bool Waited = false, Guessed = false, Repeated = false, UnitKnown = true;
  const Event *Last = nullptr;
  bool Same(const Round &O) const {
    return Waited == O.Waited && Sum.sameAs(O.Sum);
  }
};

Growth shapeOf(const std::vector<Round> &Rounds) {
  if (Rounds.empty())
    return Growth::Unknown;
  bool Fixed = true, Grows = true;
  // Once at once, then always the same.
  const Value &First = Rounds.front().Sum;
  size_t From = Rounds.size() > 2 && First.isExact() && First.lo() == 0 ? 2 : 1;
  // Later waits may be capped or overflow; the first ones show the shape.
  constexpr size_t Telling = 8;
  for (size_t I = From; I < std::min(Rounds.size(), Telling); ++I) {
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

/// Not the end of what was watched, but of the retry: its bound was reached,
/// and the next thing to be attempted is another one.
bool gaveUp(const Path &P) {
  return P.End == Path::Returned || P.End == Path::Threw ||
         P.End == Path::Exited ||
         (P.End == Path::MovedOn && P.LeftLoop &&
          P.EndAt == P.Events[P.Attempts.back().EventIndex].At);
}

} // namespace

Wait waitOf(const Value &Amount, unsigned Taints, bool UnitKnown) {
  Wait W;
  W.Numeric = Amount.isNumber();
  W.Lo = std::max(0.0, Amount.lo());
  W.Hi = std::max(0.0, Amount.hi());
  W.LeastShare = Amount.leastCoef();
  W.Share = Amount.coef();
  W.Random = Taints & TaintRandom;
  W.Timed = Taints & TaintClock;
  W.FromServer = Taints & TaintAttempt;
  W.Overflows = Taints & TaintOverflow;
  W.UnitKnown = UnitKnown;
  return W;
}

/// What is waited between two events.
static Round roundOf(const Path &P, size_t From, size_t To) {
  Round R;
  // What was guessed in one round is taken for known in the next.
  for (size_t I = 0; I < To; ++I) {
    const Event &E = P.Events[I];
    R.Guessed |= E.Kind == EventKind::Guess;
    if (I < From || E.Kind != EventKind::Wait)
      continue;
    R.Repeated |= R.Waited && R.Last->At == E.At;
    R.Last = &E;
    R.Waited = true;
    R.UnitKnown &= E.UnitKnown;
    R.Taints |= E.Amount.taints();
    R.Sum =
        R.Sum.isExact() && R.Sum.lo() == 0 ? E.Amount : add(R.Sum, E.Amount);
  }
  // How often an inner loop waits is not known.
  if (R.Guessed && R.Repeated)
    R.Sum = Value().tainted(R.Taints);
  return R;
}

/// What is waited in the cycle after the last attempt, unless it is for one
/// that is written elsewhere. A loop in the cycle may make several.
static std::optional<Round> afterLast(const Path &P, SourceRange Cycle,
                                      const SourceManager &SM) {
  size_t Last = P.Attempts.back().EventIndex;
  for (size_t I = Last + 1; I < P.Events.size(); ++I)
    if (P.Events[I].Kind == EventKind::Again)
      Last = I;
  size_t End = Last + 1;
  const FunctionDecl *Attempted = P.Events[Last].Callee;
  for (size_t I = Last + 1; I < P.Events.size(); ++I) {
    const Event &E = P.Events[I];
    if (Attempted && E.Callee == Attempted)
      return std::nullopt;
    if (E.Kind == EventKind::Wait &&
        SM.isPointWithin(SM.getExpansionLoc(E.Top->getBeginLoc()),
                         SM.getExpansionLoc(Cycle.getBegin()),
                         SM.getExpansionLoc(Cycle.getEnd())))
      End = I + 1;
  }
  Round R = roundOf(P, Last + 1, End);
  return R.Waited ? std::optional<Round>(R) : std::nullopt;
}

/// A call that was not followed, unless a model says that it does something
/// else.
static bool mayWait(const Event &E, ApiIndex &Apis) {
  return E.Kind == EventKind::PossibleWait ||
         (E.Kind == EventKind::Work &&
          (!E.Callee ||
           (Apis.functions(*E.Callee).empty() && !Apis.tidiesUp(*E.Callee))));
}

/// It waits there whatever the answer was: to flush a log, to let a device come
/// to rest.
static bool waitsWhatever(const Event &E, const Path &Failing,
                          const RunResult &Run) {
  return llvm::any_of(Run.Paths, [&](const Path &P) {
    return P.rounds() == 1 && P.End == Path::Returned &&
           tellsApart(P, Failing) &&
           std::any_of(P.Events.begin() + P.Attempts[0].EventIndex,
                       P.Events.end(), [&](const Event &Theirs) {
                         return Theirs.Kind == EventKind::Wait &&
                                Theirs.At == E.At;
                       });
  });
}

/// What it waits after the first failure, other than that.
static bool waitsForRetry(const Path &P, const RunResult &Run) {
  return P.rounds() > 1 &&
         std::any_of(
             P.Events.begin() + P.Attempts[0].EventIndex,
             P.Events.begin() + P.Attempts[1].EventIndex, [&](const Event &E) {
               return E.Kind == EventKind::Wait && !waitsWhatever(E, P, Run);
             });
}

static WaitPattern waitsOf(const Path &P, const RunResult &Run,
                           SourceRange Cycle, ApiIndex &Apis,
                           const ASTContext &Ctx) {
  WaitPattern Pattern;
  std::vector<Round> Rounds;
  bool UnitKnown = true, OneCall = true, Own = waitsForRetry(P, Run);
  for (size_t A = 1; A < P.rounds(); ++A) {
    size_t From = P.Attempts[A - 1].EventIndex + 1,
           To = P.Attempts[A].EventIndex;
    bool Waited = false;
    for (size_t I = From; I < To; ++I) {
      const Event &E = P.Events[I];
      Pattern.MayWaitElsewhere |= mayWait(E, Apis);
      if (E.Kind != EventKind::Wait)
        continue;
      if (Pattern.Where.isInvalid() && !(Own && waitsWhatever(E, P, Run))) {
        Pattern.Where = E.Top->getSourceRange();
        Pattern.Named = E.Written ? sourceText(*E.Written, Ctx) : "";
      }
      OneCall &=
          E.At == E.Top && !Waited && (!Pattern.Call || Pattern.Call == E.At);
      Pattern.Call = E.At;
      Pattern.Length = E.Written;
      Waited = true;
    }
    Rounds.push_back(roundOf(P, From, To));
    UnitKnown &= Rounds.back().UnitKnown;
  }
  if (!OneCall)
    Pattern.Call = Pattern.Length = nullptr;
  Pattern.Complete = gaveUp(P);
  // One wait before something else is tried, or before a limit of the analysis,
  // shows no shape; nor does one of a length that is not known.
  bool One = Rounds.size() < 2;
  Pattern.Shape = One && (P.End == Path::MovedOn || !Pattern.Complete ||
                          (!Rounds.empty() && Rounds[0].Sum.isSymbolic()))
                      ? Growth::Unknown
                      : shapeOf(Rounds);
  for (const Round &R : Rounds)
    Pattern.Waits.push_back(waitOf(R.Sum, R.Taints, UnitKnown));
  bool OneUnknown = llvm::all_of(Rounds, [&](const Round &R) {
    return R.Sum.symbol() == Rounds.front().Sum.symbol();
  });
  judgeJitter(Pattern, OneUnknown);

  // A path that goes on ends where its unknown bound is reached.
  std::vector<const Path *> Ends;
  if (Pattern.Complete)
    Ends.push_back(&P);
  else if (P.End == Path::RoundLimit)
    for (const Path &Left : Run.GaveUp)
      if (gaveUp(Left) && !Left.TimedOut && !tellsApart(P, Left))
        Ends.push_back(&Left);
  for (const Path *End : Ends) {
    std::optional<Round> R = afterLast(*End, Cycle, Ctx.getSourceManager());
    if (!R) {
      Pattern.AfterLast.reset(); // on some ways it does not wait
      break;
    }
    Pattern.AfterLast = waitOf(R->Sum, R->Taints, R->UnitKnown);
    Pattern.AfterLastAt = R->Last->Top->getSourceRange();
  }
  return Pattern;
}

/// The wait of one grows until it meets something that is not known, and that
/// of the other has met it from the beginning.
static bool isCapOf(const Path &Fixed, const Path &Growing) {
  if (tellsApart(Fixed, Growing))
    return false;
  return llvm::any_of(Fixed.Choices, [&](const Choice &A) {
    return Growing.Progress.count(A.Where) &&
           llvm::any_of(Growing.Choices, [&](const Choice &B) {
             return B.Where == A.Where && B.Taken != A.Taken;
           });
  });
}

/// One wait, after which it gives up: the same that another way begins with.
static bool beginsLike(const WaitPattern &Short, const WaitPattern &Growing) {
  if (Short.Waits.size() != 1 || Short.Where != Growing.Where ||
      Growing.Shape != Growth::Grows)
    return false;
  const Wait &A = Short.Waits.front(), &B = Growing.Waits.front();
  return A.Lo == B.Lo && A.Hi == B.Hi && A.Share == B.Share;
}

/// Variables and functions that the first wait of a path is made from.
static llvm::SmallPtrSet<const Decl *, 8> madeFrom(const Path &P) {
  struct Names : ConstDynamicRecursiveASTVisitor {
    llvm::SmallPtrSet<const Decl *, 8> Found;
    bool VisitDeclRefExpr(const DeclRefExpr *R) override {
      if (!R->getDecl()->isInStdNamespace())
        Found.insert(R->getDecl());
      return true;
    }
    bool VisitMemberExpr(const MemberExpr *M) override {
      if (!M->getMemberDecl()->isInStdNamespace())
        Found.insert(M->getMemberDecl());
      return true;
    }
  } Find;
  for (const Event &E : P.Events)
    if (E.Kind == EventKind::Wait) {
      if (const auto *Call = dyn_cast<CallExpr>(E.Top))
        for (const Expr *A : Call->arguments())
          Find.TraverseStmt(A);
      break;
    }
  return std::move(Find.Found);
}

/// The waits stay the same because what counts the rounds stands still on the
/// way, and that is the fault.
static bool standsStill(const Path &Stuck, const Path &Growing,
                        const RunResult &Run) {
  if (!(isStuck(Stuck, Run) || passesBound(Stuck, Growing)) ||
      isStuck(Growing, Run))
    return false;
  auto Here = madeFrom(Stuck), There = madeFrom(Growing);
  return llvm::any_of(Here, [&](const Decl *D) { return There.contains(D); });
}

/// It took something from somebody between two attempts: it was connected by
/// then, and what it waits begins anew after that.
static bool wasConnected(const Path &P, ApiIndex &Apis) {
  return P.rounds() > 1 &&
         std::any_of(
             P.Events.begin() + P.Attempts[0].EventIndex + 1,
             P.Events.begin() + P.Attempts[1].EventIndex, [&](const Event &E) {
               return E.Kind == EventKind::Received ||
                      (E.Kind == EventKind::Work && E.Callee &&
                       Apis.hint(*E.Callee) == ApiIndex::Hint::Iterator);
             });
}

/// What is drawn anew in each round does not answer alike in every round.
static bool differByChance(const Path &A, const Path &B) {
  return llvm::any_of(A.Choices, [&](const Choice &Mine) {
    return Mine.Subject.has(TaintRandom) &&
           llvm::any_of(B.Choices, [&](const Choice &Theirs) {
             return Theirs.Where == Mine.Where && Theirs.Taken != Mine.Taken;
           });
  });
}

static bool isRandom(const WaitPattern &P) {
  return llvm::any_of(P.Waits, [](const Wait &W) { return W.Random; });
}

static bool waits(const WaitPattern &P) { return P.Where.isValid(); }

std::vector<WaitPattern> waitsOf(llvm::ArrayRef<const Path *> Failing,
                                 const RunResult &Run, SourceRange Cycle,
                                 const Pool &Symbols, ApiIndex &Apis,
                                 const ASTContext &Ctx) {
  std::vector<WaitPattern> All;
  for (const Path *P : Failing)
    All.push_back(waitsOf(*P, Run, Cycle, Apis, Ctx));
  for (WaitPattern &Short : All)
    if (llvm::any_of(All, [&](const WaitPattern &Other) {
          return beginsLike(Short, Other);
        }))
      Short.Shape = Growth::Unknown;
  // The way on which it has met its cap may show too little to be a retry.
  for (size_t J = 0; J < All.size(); ++J)
    All[J].Capped |= All[J].Shape == Growth::Grows &&
                     llvm::any_of(Run.Paths, [&](const Path &Fixed) {
                       return Fixed.rounds() > 1 &&
                              !llvm::is_contained(Failing, &Fixed) &&
                              isCapOf(Fixed, *Failing[J]);
                     });
  std::vector<bool> Dropped(All.size());
  for (size_t I = 0; I < All.size(); ++I)
    for (size_t J = 0; J < All.size(); ++J) {
      // Whoever is to stop does not wait, and soon does not attempt.
      if (!waits(All[I]) && waits(All[J]) &&
          differInFlag(*Failing[I], *Failing[J], Symbols))
        Dropped[I] = true;
      if (!isRandom(All[I]) && isRandom(All[J]) &&
          differByChance(*Failing[I], *Failing[J]))
        All[I].Shape = Growth::Unknown;
      // The wait for the retry is on another way.
      if (waits(All[I]) && !waitsForRetry(*Failing[I], Run) &&
          waitsForRetry(*Failing[J], Run)) {
        All[I].Shape = Growth::Unknown;
        All[I].Form = Jitter::Unknown;
        All[I].AfterLast.reset();
      }
      if (wasConnected(*Failing[I], Apis) && !wasConnected(*Failing[J], Apis) &&
          waits(All[J]))
        Dropped[I] = true;
      if (All[I].Shape == Growth::Grows || All[J].Shape == Growth::None)
        continue;
      bool Grows = All[J].Shape == Growth::Grows;
      if (isCapOf(*Failing[I], *Failing[J])) {
        if (All[I].Shape == Growth::None || Grows)
          Dropped[I] = true;
        All[J].Capped |= Grows;
        if (const Wait &Cap = All[I].Waits.back();
            Grows && Cap.Numeric && Cap.UnitKnown && !Cap.Timed)
          All[J].CappedAt = Cap.Hi;
      } else if (Grows && standsStill(*Failing[I], *Failing[J], Run)) {
        All[I].Shape = Growth::Unknown;
        All[I].Form = Jitter::Unknown;
      }
    }
  std::vector<WaitPattern> Patterns;
  for (size_t I = 0; I < All.size(); ++I)
    if (!Dropped[I])
      Patterns.push_back(std::move(All[I]));
  return Patterns;
}

} // namespace retrylint
