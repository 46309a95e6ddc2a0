// The part of the interpreter that chooses which way to walk next, and how far.
#include "analysis/Interpreter.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

unsigned Interpreter::mostSteps() const {
  if (Result.Repeats)
    return What->Steps;
  unsigned Blind = Seen && !Asked
                       ? std::min(What->BlindSteps, limits::UnaskedSteps)
                       : What->BlindSteps;
  return std::min(What->Steps, Seen + Blind);
}

void Interpreter::drain() {
  while (!Work.empty() || !Urgent.empty() || !Early.empty()) {
    Result.MovesOn = !Result.Repeats && Moves >= limits::Moves;
    if (Result.Paths.size() >= limits::Paths || Steps > mostSteps() ||
        Result.MovesOn) {
      for (const State &S : Work)
        leaveUnfinished(S);
      for (const State &S : Urgent)
        leaveUnfinished(S);
      Work.clear();
      Urgent.clear();
      Result.Complete = false;
      followToAttempt();
      return;
    }
    State S = next();
    if (S.Trace.Attempts.empty() && Beginnings >= limits::Beginnings)
      continue;
    execute(std::move(S));
  }
}

/// What the loop asks before the first attempt may be what ends it.
void Interpreter::followToAttempt() {
  OnlyToAttempt = true;
  unsigned Most = Steps + limits::BeforeSteps;
  while (!Early.empty() && Steps < Most) {
    State S = next();
    while (Steps < Most && step(S))
      ++Steps;
    if (Steps >= Most)
      leaveUnfinished(S);
    while (!Work.empty()) {
      Early.push_back(std::move(Work.back()));
      Work.pop_back();
    }
  }
  for (const State &S : Early)
    leaveUnfinished(S);
  Early.clear();
  OnlyToAttempt = false;
}

template <typename Queue>
static State take(Queue &From, typename Queue::iterator At) {
  State S = std::move(*At);
  From.erase(At);
  return S;
}

/// Every answer of the dependency once, then the details of what was answered
/// last and of what was looked at least in turn, then what else the loop asks
/// before it.
State Interpreter::next() {
  auto New = llvm::find_if(
      Urgent, [&](const State &S) { return Spent[S.Answer] == 0; });
  if (New != Urgent.end())
    return take(Urgent, New);
  bool Begun = Beginnings > 0;
  if (!Early.empty() && (!Begun || (Urgent.empty() && Work.empty())))
    return take(Early, std::prev(Early.end()));
  if (Begun && (FairTurn = !FairTurn)) {
    auto Less = [&](const State &A, const State &B) {
      return Spent[A.Answer] < Spent[B.Answer];
    };
    auto First = std::min_element(Urgent.begin(), Urgent.end(), Less);
    auto Last = std::min_element(Work.rbegin(), Work.rend(), Less);
    if (Last == Work.rend() || (First != Urgent.end() && !Less(*Last, *First)))
      return take(Urgent, First);
    return take(Work, std::prev(Last.base()));
  }
  return Urgent.empty() ? take(Work, std::prev(Work.end()))
                        : take(Urgent, Urgent.begin());
}

void Interpreter::later(State S, bool OfAttempt) {
  if (Work.size() + Urgent.size() + Early.size() >= limits::Waiting) {
    leaveUnfinished(S);
    return;
  }
  if (OfAttempt && !S.Answer && !S.Trace.Attempts.empty()) {
    S.Answer = Spent.size();
    Spent.push_back(0);
  }
  if (OfAttempt)
    Urgent.push_back(std::move(S));
  else if (S.Inside && S.Frames.size() == 1 && S.Trace.Attempts.empty())
    Early.push_back(std::move(S));
  else
    Work.push_back(std::move(S));
}

void Interpreter::execute(State S) {
  while (step(S))
    if (++S.Walked, ++TotalSteps, ++Spent[S.Answer], ++Steps > mostSteps()) {
      leaveUnfinished(S);
      finish(S, Path::Abandoned, nullptr);
      return;
    }
}

void Interpreter::leaveUnfinished(const State &S) {
  Result.Complete = false;
  if (S.Trace.Attempts.empty() &&
      (!S.Inside || Beginnings >= limits::Beginnings))
    return; // one more way to the first attempt
  Path Rest;
  if (!S.Trace.Attempts.empty())
    Rest.Attempts.push_back(S.Trace.Attempts.front());
  Rest.FirstOutcome = firstOutcome(S);
  Result.Unfinished.push_back(std::move(Rest));
}

} // namespace retrylint
