// The part of the interpreter that answers conditions: both ways where nothing
// decides, and what moves from round to round.
#include "analysis/Compatibility.h"
#include "analysis/Interpreter.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

/// An inner loop that keeps its answer has to end some time, later if something
/// else in it counts.
bool Interpreter::repeats(State &S, const Stmt &Question) {
  State::Repeated &Again = S.Repeats[&Question];
  bool Counts = S.Turns != Again.Turns;
  Again.Turns = S.Turns;
  return ++(Counts ? Again.Counted : Again.Times) >
         (Counts ? limits::Turns : limits::Repeats);
}

void Interpreter::noteComparison(const Value &A, const Value &B,
                                 const Stmt *At) {
  if (!A.isSymbolic() || A.isShare() || A.coef() != 1 || !B.isExact())
    return;
  const SymbolInfo &I = ThePool->info(A.symbol());
  if (I.Key.empty())
    return;
  Result.Compared[I.Key].push_back(B.lo() - A.lo());
  if (const auto *E = dyn_cast<Expr>(At))
    Result.ComparedAt.try_emplace(I.Key, E);
}

/// The operands are numbers, and not those of the last time.
static bool moved(const Value &Before, const Value &Now) {
  return Before.isAffine() && Now.isAffine() &&
         Before.symbol() == Now.symbol() && !Before.sameAs(Now);
}

/// Asked of an object that something was taken out of meanwhile.
bool Interpreter::drained(const Value &Before, const Value &Now) const {
  if (!Before.isSymbolic() || !Now.isSymbolic() ||
      Before.symbol() == Now.symbol())
    return false;
  const SymbolInfo &Object = ThePool->info(ThePool->info(Now.symbol()).Parent);
  const auto *By = dyn_cast_or_null<FunctionDecl>(Object.Source);
  return Object.Mutated && By && Apis.hint(*By) == ApiIndex::Hint::Iterator;
}

/// Whether they may have come nearer to an end: a state that is left and
/// entered again does not.
bool Interpreter::advances(State &S, const Stmt *E, const Value &Before,
                           const Value &Now, bool Counter) {
  if ((Before.taints() | Now.taints()) & TaintOverflow)
    return true; // it would have ended before
  Advance &A = S.Trace.Advances[E];
  Value By = subtract(Now, Before);
  if (!By.isExact() || By.lo() != 0)
    A.Stood = 0;
  else
    ++A.Stood;
  A.Counter |= Counter;
  A.Up |= By.isExact() && By.lo() > 0;
  A.Down |= By.isExact() && By.lo() < 0;
  return !A.turnsBack();
}

void Interpreter::noteProgress(State &S, const Stmt *E, const Value &A,
                               Relation R, const Value &B, bool Answer) {
  if (S.Trace.Attempts.empty())
    return;
  auto [It, New] = S.LastOperands.try_emplace(E, A, B);
  bool Moves =
      !New && (moved(It->second.first, A) || moved(It->second.second, B) ||
               drained(It->second.first, A));
  // What the dependency answers is not a bound.
  bool Answered = (A.taints() | B.taints()) & TaintAttempt;
  bool Time = (A.taints() | B.taints()) & TaintClock;
  bool Counter = !New && !Time && !Answered && Counts.at(*E);
  bool Advances = true;
  if (!New && !Time && !Answered)
    Advances = advances(S, E, subtract(It->second.first, It->second.second),
                        subtract(A, B), Counter);
  // A counter moves, by however much.
  if (Counter && !Moves)
    Moves =
        !subtract(subtract(A, B), subtract(It->second.first, It->second.second))
             .isExact();
  It->second = {A, B};
  if ((!Moves && !Time && !Counter) || Answered)
    return;
  if (Moves || Time) {
    S.Trace.Progress[E] = Time;
    if (Advances && !S.Left)
      S.Trace.LastProgress = E;
  }
  if (S.StopAtAttempt || Flips.count(E) || S.Trace.rounds() < 2)
    return;
  State Flipped = S;
  Flipped.top().Values[E] = Value::boolean(!Answer);
  Relation Other = Answer ? negate(R) : R;
  if (Value D = subtract(A, B);
      D.isSymbolic() && !Flipped.Mem.assume(D, Other, 0)) {
    // Another condition has answered already: this one ends nothing.
    if (Moves && !Time)
      return;
    Flipped.Mem.Constraints.erase(D.symbol());
    Flipped.Mem.assume(D, Other, 0);
  }
  Flips.emplace(E, std::move(Flipped));
}

/// An enumeration has no other values than those it names.
bool Interpreter::isPossible(const State &S, SymbolId Symbol) const {
  QualType T = ThePool->info(Symbol).Type;
  const EnumDecl *E = T.isNull() ? nullptr : asEnumDecl(T);
  auto Known = S.Mem.Constraints.find(Symbol);
  if (!E || Known == S.Mem.Constraints.end() || E->enumerators().empty())
    return true;
  return llvm::any_of(E->enumerators(), [&](const EnumConstantDecl *C) {
    return Known->second.allows(C->getInitVal().roundToDouble());
  });
}

bool Interpreter::inInnerLoop(State &S, const Stmt &E) const {
  const Stmt *Loop = S.top().Graph->loopAround(E);
  return Loop && (S.Frames.size() > 1 || (What->Loop && Loop != What->Loop));
}

/// Whether there is one more, of whatever the attempt gave.
bool Interpreter::asksForNext(State &S, const Stmt &E) const {
  const auto *Range =
      dyn_cast_or_null<CXXForRangeStmt>(S.top().Graph->loopAround(E));
  return Range && Range->getCond() &&
         Range->getCond()->IgnoreUnlessSpelledInSource() ==
             cast<Expr>(E).IgnoreUnlessSpelledInSource();
}

/// It was the same for so long that it has to change.
void Interpreter::change(State &S, SymbolId Known, const Stmt *At) {
  if (Known)
    S.Mem.Constraints.erase(Known);
  if (const auto *E = dyn_cast<Expr>(At))
    event(S, EventKind::Guess, E, nullptr);
}

/// Whether an inner loop has counted for so long that the rest tells nothing.
bool Interpreter::turns(State &S, const Stmt &E, const Value &A,
                        const Value &B) {
  State::Counter &Last =
      S.Counted.try_emplace(&E, State::Counter{A, B}).first->second;
  if (!moved(Last.A, A) && !moved(Last.B, B))
    return false;
  ++S.Turns;
  bool Tells = llvm::any_of(
      llvm::drop_begin(S.Trace.Events, Last.Events), [](const Event &E) {
        return E.Kind == EventKind::Wait || E.Kind == EventKind::Attempt;
      });
  Last = {A, B, S.Trace.Events.size(), Tells ? 0 : Last.Times + 1};
  return Last.Times > limits::Turns;
}

void Interpreter::narrow(State &S, const Stmt *Asked, const Value &A,
                         Relation R, const Value &B) {
  const auto *Op = dyn_cast<BinaryOperator>(Asked);
  if (!Op || !A.isNumber() || A.isExact() || !B.isNumber())
    return;
  const Expr *Variable = Op->getLHS()->IgnoreParenImpCasts();
  if (!isa<DeclRefExpr, MemberExpr>(Variable) || !Variable->isGLValue())
    return;
  Value At = valueOf(S, Variable);
  const Value *Stored =
      At.isReference() ? S.Mem.lookup(At.location()) : nullptr;
  if (!Stored || !Stored->sameAs(A))
    return;
  bool Less = R == Relation::Less || R == Relation::LessEqual;
  bool More = R == Relation::Greater || R == Relation::GreaterEqual;
  double Lo = More ? std::max(A.lo(), B.lo()) : A.lo();
  double Hi = Less ? std::min(A.hi(), B.hi()) : A.hi();
  if ((Less || More) && Lo <= Hi)
    S.Mem.store(At.location(), Value::interval(Lo, Hi, A.taints()), *ThePool);
}

/// The call that a value came out of, in whatever part.
const FunctionDecl *Interpreter::stepBehind(const Value &V) const {
  const FunctionDecl *Step = nullptr;
  for (SymbolId S = V.isSymbolic() ? V.symbol() : 0; S;
       S = ThePool->info(S).Parent)
    if (ThePool->info(S).Origin == SymbolOrigin::Call)
      Step = dyn_cast_or_null<FunctionDecl>(ThePool->info(S).Source);
  return Step;
}

bool Interpreter::choose(State &S, const Stmt *E, const Value &A, Relation R,
                         const Value &B) {
  noteComparison(A, B, E);
  noteComparison(B, A, E);
  if (!S.Trace.Attempts.empty() && S.Decisions.count(E) &&
      !((A.taints() | B.taints()) & TaintAttempt))
    S.Trace.AskedAgain.insert(E);
  if (const auto *At = dyn_cast<Expr>(E);
      At && (A.has(TaintClock) || B.has(TaintClock)))
    event(S, EventKind::ClockCheck, At, nullptr);
  supposeKey(S, A);
  supposeKey(S, B);
  Asked |= !S.Trace.Attempts.empty() &&
           ((A.taints() | B.taints()) & TaintAttempt) != 0;
  Value D = subtract(A, B);
  if (std::optional<bool> Known = S.Mem.decides(A, R, B)) {
    // An inner loop that only looks at the clock waits.
    bool Clock = (A.taints() | B.taints()) & TaintClock;
    if (Clock && !S.Trace.Attempts.empty() && repeats(S, *E)) {
      Value Left = subtract(A, B);
      double Seconds = Left.isNumber()
                           ? std::max(std::abs(Left.lo()), std::abs(Left.hi()))
                           : 0;
      event(S, EventKind::Wait, cast<Expr>(E), nullptr);
      S.Trace.Events.back().Amount = Value::number(Seconds);
      S.Clock += Seconds;
      return !*Known;
    }
    bool Moves = turns(S, *E, A, B);
    noteProgress(S, E, A, R, B, *Known);
    if (Moves && inInnerLoop(S, *E)) {
      change(S, 0, E);
      return !*Known;
    }
    if (!D.isPlainSymbol() || !inInnerLoop(S, *E) ||
        (D.has(TaintAttempt) && !asksForNext(S, *E)) || !repeats(S, *E))
      return *Known;
    change(S, D.symbol(), E);
    return !*Known;
  }
  Value Subject = A.isExact() ? B : A;
  auto Assume = [&](State &To, bool Answer) {
    Relation Holds = Answer ? R : negate(R);
    narrow(To, E, A, Holds, B);
    return !D.isSymbolic() ||
           (To.Mem.assume(D, Holds, 0) && isPossible(To, D.symbol()));
  };
  auto Possible = [&](bool Answer) {
    Constraint Before = S.Mem.Constraints.lookup(D.symbol());
    bool Is = Assume(S, Answer);
    S.Mem.Constraints[D.symbol()] = Before;
    return Is;
  };
  // What was decided about something else says nothing about the attempt.
  bool OfAttempt = Subject.has(TaintAttempt);
  auto &Decided = OfAttempt ? S.OutcomeDecisions : S.Decisions;
  if (auto It = Decided.find(E); It != Decided.end()) {
    bool Answer = It->second;
    if (repeats(S, *E)) {
      Answer = !Answer;
      change(S, D.isSymbolic() ? D.symbol() : 0, E);
    }
    if (!Possible(Answer))
      Answer = !Answer;
    // Before it is supposed, so that the other answer can be tried as well.
    noteProgress(S, E, A, R, B, Answer);
    Assume(S, Answer);
    return Answer;
  }
  // What is left of a range is possible either way.
  bool Yes = !D.isSymbolic() || Possible(true);
  bool No = !D.isSymbolic() || Possible(false);
  if (Yes && No) {
    unsigned Round = S.Trace.rounds();
    size_t Index = S.Trace.Events.size();
    const FunctionDecl *Step = stepBehind(Subject);
    // After the loop one way is as good as the other; it still may show
    // progress, but not before there was a second round.
    bool OneWay = S.Left && !OfAttempt;
    if (!OneWay || Round > 1) {
      State Other = S;
      Assume(Other, false);
      (OfAttempt ? Other.OutcomeDecisions : Other.Decisions)[E] = false;
      Other.Trace.Choices.push_back(
          {E, false, Subject, Round, Index, nullptr, S.Left, Step});
      Other.top().Values[E] = Value::boolean(false, Subject.taints());
      noteProgress(Other, E, A, R, B, false);
      if (!OneWay)
        later(std::move(Other), OfAttempt);
    }
    Decided[E] = true;
    S.Trace.Choices.push_back(
        {E, true, Subject, Round, Index, nullptr, S.Left, Step});
  }
  Assume(S, Yes);
  noteProgress(S, E, A, R, B, Yes);
  return Yes;
}

/// A number that is asked for being zero, as C does and as C++ converts it.
static bool isCount(const Expr &E) {
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(&E);
      Cast && Cast->getCastKind() == CK_IntegralToBoolean)
    return false;
  const Expr *Plain = E.IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(Plain);
  const auto *U = dyn_cast<UnaryOperator>(Plain);
  return !(B && (B->isComparisonOp() || B->isLogicalOp())) &&
         !(U && U->getOpcode() == UO_LNot);
}

bool Interpreter::truth(State &S, const Stmt *E, const Value &V) {
  if (V.isReference())
    return true;
  if (V.isExact()) {
    // An answer was noted where it was found; this is a number.
    if (const auto *Number = dyn_cast<Expr>(E);
        Number && isCount(*Number) && Counts.at(*E))
      noteProgress(S, E, V, Relation::NotEqual, Value::number(0), V.lo() != 0);
    return V.lo() != 0;
  }
  if (V.isUnknown())
    return choose(S, E, unknown({}, V.taints()), Relation::NotEqual,
                  Value::number(0));
  return choose(S, E, V, Relation::NotEqual, Value::number(0));
}

} // namespace retrylint
