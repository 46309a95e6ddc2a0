#include "checks/SleepAfterLastAttemptCheck.h"
#include "checks/Describe.h"
#include "checks/Schedule.h"

namespace retrylint {

void SleepAfterLastAttemptCheck::judge(const RetryLoop &Loop,
                                       const Policy &Rules) {
  // A clock that ends the loop makes it a wait past the deadline.
  BoundKind Kind = Loop.Limit.Is.Kind;
  if ((Kind != BoundKind::Attempts && Kind != BoundKind::Stuck) ||
      !sure(Loop.Limit.Sure) || sleepsPastDeadline(Loop, Rules))
    return;
  for (const WaitPattern &P : Loop.Patterns) {
    // Where the counter stands still there is no last attempt.
    if (Kind == BoundKind::Stuck && !P.Complete)
      continue;
    if (!P.AfterLast || (P.AfterLast->Numeric && P.AfterLast->Hi == 0))
      continue;
    offer(report(Loop, P.AfterLastAt,
                 "waits%select{| %1}0 after the last attempt at '%2', only to "
                 "give up; leave before the wait when no attempt follows "
                 "(retry::call)")
              << P.AfterLast->Numeric << describeWait(*P.AfterLast)
              << Loop.Operation << P.AfterLastAt,
          Loop, skipLastWait(Loop, P));
    explain(Loop);
    return;
  }
}

} // namespace retrylint
