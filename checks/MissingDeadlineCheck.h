#ifndef RETRYLINT_CHECKS_MISSINGDEADLINECHECK_H
#define RETRYLINT_CHECKS_MISSINGDEADLINECHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a retry whose waits together take longer than the time limit of its
/// context.
///
/// docs/checks/missing-deadline.md
class MissingDeadlineCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
