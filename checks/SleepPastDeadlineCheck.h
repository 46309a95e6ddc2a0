#ifndef RETRYLINT_CHECKS_SLEEPPASTDEADLINECHECK_H
#define RETRYLINT_CHECKS_SLEEPPASTDEADLINECHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a wait that is not clamped to what is left of the loop's deadline.
///
/// docs/checks/sleep-past-deadline.md
class SleepPastDeadlineCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
