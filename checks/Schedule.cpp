#include "checks/Schedule.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

static bool isSchedule(const WaitPattern &P, llvm::ArrayRef<double> Schedule) {
  if (!Schedule.empty() && Schedule.front() == 0)
    Schedule = Schedule.drop_front();
  std::vector<Wait> Waits = P.Waits;
  if (P.AfterLast)
    Waits.push_back(*P.AfterLast);
  // Two numbers may be the same by accident.
  if (Waits.size() < 3 || Waits.size() > Schedule.size())
    return false;
  for (size_t I = 0; I < Waits.size(); ++I)
    if (!Waits[I].Numeric || Waits[I].Hi != Schedule[I])
      return false;
  return true;
}

/// Whoever began what is called back has long returned, unless somebody says
/// otherwise.
static Context givenContext(const RetryLoop &Loop) {
  return Loop.Kind == CycleKind::Callback && !Loop.ContextTold ? Context::Event
                                                               : Loop.RunsIn;
}

Context contextOf(const RetryLoop &Loop, const WaitPattern &Waits,
                  const Policy &Rules) {
  return isSchedule(Waits, Rules.Backoff.WebhookSchedule) ? Context::Webhook
                                                          : givenContext(Loop);
}

Context contextOf(const RetryLoop &Loop, const Policy &Rules) {
  bool Hook = !Loop.Patterns.empty() &&
              llvm::all_of(Loop.Patterns, [&](const WaitPattern &P) {
                return isSchedule(P, Rules.Backoff.WebhookSchedule);
              });
  return Hook ? Context::Webhook : givenContext(Loop);
}

bool isWebhookDelivery(const RetryLoop &Loop, const WaitPattern &Waits,
                       const Policy &Rules) {
  const std::vector<double> &Schedule = Rules.Backoff.WebhookSchedule;
  return contextOf(Loop, Waits, Rules) == Context::Webhook &&
         !Schedule.empty() && Waits.Complete &&
         llvm::all_of(Waits.Waits, [&](const Wait &W) {
           return W.Numeric && W.Hi <= Schedule.back();
         });
}

bool sleepsPastDeadline(const RetryLoop &Loop, const Policy &Rules) {
  return Loop.SleepsPastDeadline.Is &&
         llvm::any_of(Loop.Patterns, [&](const WaitPattern &P) {
           return llvm::any_of(P.Waits, [&](const Wait &W) {
             return !W.Numeric || !W.UnitKnown ||
                    W.Hi > Rules.Limits.DeadlineReserve;
           });
         });
}

bool waits(const RetryLoop &Loop) {
  return llvm::any_of(Loop.Patterns,
                      [](const WaitPattern &P) { return P.Where.isValid(); });
}

} // namespace retrylint
