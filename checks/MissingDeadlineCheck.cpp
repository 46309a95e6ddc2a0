#include "checks/MissingDeadlineCheck.h"
#include "checks/Describe.h"
#include "checks/Schedule.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

/// All that it waits in the worst case, in seconds. Where not every round was
/// watched, a wait that stays the same is the same in the rest of them.
static std::optional<double> totalOf(const WaitPattern &P, bool ByTime,
                                     const Bound &Limit) {
  std::vector<Wait> All = P.Waits;
  bool Steady = !P.Complete && P.Shape == Growth::None && !All.empty() &&
                Limit.Attempts && *Limit.Attempts > All.size();
  if (Steady)
    All.resize(*Limit.Attempts - 1, Wait(All.back()));
  if (P.AfterLast)
    All.push_back(*P.AfterLast);
  // Past its deadline it only sleeps, which is another fault.
  if (ByTime && !All.empty())
    All.pop_back();
  double Total = 0;
  for (const Wait &W : All) {
    if (!W.Numeric || !W.UnitKnown || W.Timed || W.FromServer)
      return std::nullopt;
    Total += W.Hi;
  }
  return (P.Complete || Steady) && !P.Capped ? std::optional<double>(Total)
                                             : std::nullopt;
}

void MissingDeadlineCheck::judge(const RetryLoop &Loop, const Policy &Rules) {
  bool ByTime = Loop.Limit.Is.Kind == BoundKind::Time;
  // A clock that is looked at beside a count may end it at any time; without
  // any bound it is retry-unbounded's.
  if ((Loop.Limit.Is.Kind != BoundKind::Attempts && !ByTime) ||
      !sure(Loop.Limit.Sure) || (Loop.WatchesClock && !ByTime))
    return;
  for (const WaitPattern &P : Loop.Patterns) {
    enum Context C = contextOf(Loop, P, Rules);
    double Limit = Rules.Limits.TotalDuration[static_cast<unsigned>(C)];
    std::optional<double> Total = totalOf(P, ByTime, Loop.Limit.Is);
    bool Unknown = !Total && !ByTime && sure(Certainty::Possible);
    if (!Unknown && (!Total || *Total <= Limit))
      continue;
    report(Loop, clang::SourceRange(Loop.CycleAt),
           "%select{waits up to %1 in total while|nothing limits the total "
           "time of}0 retrying '%2'; limit %3 for "
           "%select{a synchronous call|an event|a webhook|a batch item|a unary "
           "gRPC call}4: stop at an absolute deadline (retry::call)")
        << Unknown << describeTotal(Total.value_or(0)) << Loop.Operation
        << describeTotal(Limit) << static_cast<unsigned>(C);
    explain(Loop);
    return;
  }
}

} // namespace retrylint
