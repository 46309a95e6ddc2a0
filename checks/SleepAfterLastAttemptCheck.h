#ifndef RETRYLINT_CHECKS_SLEEPAFTERLASTATTEMPTCHECK_H
#define RETRYLINT_CHECKS_SLEEPAFTERLASTATTEMPTCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a wait between the last attempt and giving up.
///
/// docs/checks/sleep-after-last-attempt.md
class SleepAfterLastAttemptCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
