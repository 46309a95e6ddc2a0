#include "checks/MissingJitterCheck.h"
#include "checks/Describe.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

static bool growsForAll(const WaitPattern &P) {
  return P.Shape == Growth::Grows && P.Where.isValid() &&
         llvm::none_of(P.Waits, [](const Wait &W) {
           return W.Random || W.Timed || W.FromServer;
         });
}

/// The intervals of webhook delivery are agreed on: rule B7.
static bool isWebhookSchedule(const WaitPattern &P,
                              llvm::ArrayRef<double> Schedule) {
  if (!Schedule.empty() && Schedule.front() == 0)
    Schedule = Schedule.drop_front();
  if (P.Waits.size() < 2 || P.Waits.size() > Schedule.size())
    return false;
  for (size_t I = 0; I < P.Waits.size(); ++I)
    if (!P.Waits[I].Numeric || P.Waits[I].Hi != Schedule[I])
      return false;
  return true;
}

void MissingJitterCheck::judge(const RetryLoop &Loop, const Policy &Rules) {
  for (const WaitPattern &P : Loop.Patterns) {
    if (!growsForAll(P) || isWebhookSchedule(P, Rules.Backoff.WebhookSchedule))
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
