#include "checks/MissingJitterCheck.h"
#include "checks/Describe.h"
#include "checks/Schedule.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

static bool growsForAll(const WaitPattern &P) {
  return P.Shape == Growth::Grows && P.Where.isValid() &&
         llvm::none_of(P.Waits, [](const Wait &W) {
           return W.Random || W.Timed || W.FromServer;
         });
}

void MissingJitterCheck::judge(const RetryLoop &Loop, const Policy &Rules) {
  for (const WaitPattern &P : Loop.Patterns) {
    if (!growsForAll(P) || isWebhookDelivery(Loop, P, Rules))
      continue;
    report(
        Loop, P.Where,
        "waits %0 before retrying '%1', the same for every client, so the herd "
        "only "
        "moves; draw each wait from 0 to that value (full jitter, retry::call)")
        << describeWaits(P, Loop.Limit.Is) << Loop.Operation << P.Where;
    explain(Loop);
    return;
  }
}

} // namespace retrylint
