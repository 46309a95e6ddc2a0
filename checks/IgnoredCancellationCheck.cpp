#include "checks/IgnoredCancellationCheck.h"
#include "checks/Describe.h"

namespace retrylint {

void IgnoredCancellationCheck::judge(const RetryLoop &Loop, const Policy &) {
  const Fact<Cancellation> &Stop = Loop.Stopping;
  if (!sure(Stop.Sure) || Stop.Is.Is == Cancellation::None)
    return;
  std::string Wait = describeSeconds(Stop.Is.Wait);
  switch (Stop.Is.Is) {
  case Cancellation::NotAsked:
    report(Loop, Stop.Where,
           "'%0' is not asked between attempts at '%1', and nothing ends this "
           "wait of up to %2; stop as soon as it says so, and wait on it")
        << Stop.Is.Name << Loop.Operation << Wait << Stop.Where;
    break;
  case Cancellation::SleepsOn:
    report(Loop, Stop.Where,
           "sleeps for up to %2 before retrying '%1' even after '%0' says "
           "stop; wait on a condition variable or timer that it wakes")
        << Stop.Is.Name << Loop.Operation << Wait << Stop.Where;
    break;
  default:
    report(Loop, Stop.Where.isValid() ? Stop.Where : Loop.AttemptAt,
           "goes round again on %0 when retrying '%1': whoever cancelled no "
           "longer wants an answer; give up at once")
        << Stop.Is.Name << Loop.Operation << Stop.Where;
    break;
  }
  explain(Loop);
}

} // namespace retrylint
