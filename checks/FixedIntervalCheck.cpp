#include "checks/FixedIntervalCheck.h"
#include "checks/Describe.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

static bool isFixed(const WaitPattern &P) {
  // The first may come at once.
  return P.Shape == Growth::None && P.Where.isValid() &&
         llvm::all_of(P.Waits,
                      [](const Wait &W) {
                        return !W.Random && !W.Timed && !W.FromServer;
                      }) &&
         (!P.Waits.back().Numeric || P.Waits.back().Hi > 0);
}

void FixedIntervalCheck::judge(const RetryLoop &Loop, const Policy &P) {
  for (const WaitPattern &Waits : Loop.Patterns) {
    if (!isFixed(Waits))
      continue;
    offer(report(Loop, Waits.Where,
                 "waits %0 between attempts at '%1', so clients that fail "
                 "together come back together; use exponential backoff with "
                 "full jitter (retry::call)")
              << describeWaits(Waits, Loop.Limit.Is) << Loop.Operation
              << Waits.Where,
          Loop, jitterWait(Loop, Waits, P));
    explain(Loop);
    return;
  }
}

} // namespace retrylint
