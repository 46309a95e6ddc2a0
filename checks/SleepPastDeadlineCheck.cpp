#include "checks/SleepPastDeadlineCheck.h"
#include "checks/Describe.h"
#include "checks/Schedule.h"

namespace retrylint {

void SleepPastDeadlineCheck::judge(const RetryLoop &Loop, const Policy &Rules) {
  if (!sleepsPastDeadline(Loop, Rules) || !sure(Loop.SleepsPastDeadline.Sure))
    return;
  clang::SourceRange Where = Loop.SleepsPastDeadline.Where;
  report(Loop, Where,
         "sleeps between attempts at '%0' without asking whether the deadline "
         "comes first; wait no longer than what is left of it, and give up "
         "when less than %1 is (retry::call)")
      << Loop.Operation << describeSeconds(Rules.Limits.DeadlineReserve)
      << Where;
  diag(Loop.DeadlineAt.getBegin(), "the deadline is looked at here",
       clang::DiagnosticIDs::Note);
  explain(Loop);
}

} // namespace retrylint
