#include "checks/ImmediateCheck.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

static bool isImmediate(const WaitPattern &P) {
  return !P.Waits.empty() && !P.MayWaitElsewhere &&
         llvm::all_of(P.Waits, [](const Wait &W) {
           return W.Numeric && W.Hi == 0 && !W.Random;
         });
}

void ImmediateCheck::judge(const RetryLoop &Loop, const Policy &) {
  if (!Loop.Remote.Is || !sure(Loop.Remote.Sure) ||
      llvm::none_of(Loop.Patterns, isImmediate))
    return;
  report(Loop, Loop.AttemptAt,
         "retries '%0' with no wait between attempts, which hits a failing "
         "dependency "
         "hardest; wait with exponential backoff and full jitter (retry::call)")
      << Loop.Operation << Loop.AttemptAt;
  explain(Loop);
}

} // namespace retrylint
