#include "checks/FixedIntervalCheck.h"
#include "checks/Describe.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

static bool isFixed(const WaitPattern &P) {
  return P.Shape == Growth::None && P.Where.isValid() &&
         llvm::all_of(P.Waits, [](const Wait &W) {
           return !W.Random && !W.Timed && !W.FromServer &&
                  (!W.Numeric || W.Hi > 0);
         });
}

void FixedIntervalCheck::judge(const RetryLoop &Loop, const Policy &) {
  for (const WaitPattern &P : Loop.Patterns) {
    if (!isFixed(P))
      continue;
    report(Loop, P.Where,
           "waits %0 between attempts at '%1', so clients that fail together "
           "come back "
           "together; use exponential backoff with full jitter (retry::call)")
        << describeWaits(P, Loop.Limit.Is) << Loop.Operation << P.Where;
    explain(Loop);
    return;
  }
}

} // namespace retrylint
