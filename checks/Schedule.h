// Who retries decides which waits are right.
#ifndef RETRYLINT_CHECKS_SCHEDULE_H
#define RETRYLINT_CHECKS_SCHEDULE_H

#include "analysis/Behaviour.h"
#include "rules/Policy.h"

namespace retrylint {

/// The context of the loop; whoever waits by the intervals of webhook delivery
/// (rule B7) delivers webhooks.
Context contextOf(const RetryLoop &Loop, const WaitPattern &Waits,
                  const Policy &Rules);

/// The same by all the waits of the loop together.
Context contextOf(const RetryLoop &Loop, const Policy &Rules);

/// Increasing intervals that everybody knows are right for webhooks, up to the
/// last one of the schedule.
bool isWebhookDelivery(const RetryLoop &Loop, const WaitPattern &Waits,
                       const Policy &Rules);

/// A wait may end after the deadline by more than the policy's reserve.
bool sleepsPastDeadline(const RetryLoop &Loop, const Policy &Rules);

/// Something is waited between two attempts.
bool waits(const RetryLoop &Loop);

} // namespace retrylint

#endif
