#ifndef RETRYLINT_CHECKS_EXCESSIVEATTEMPTSCHECK_H
#define RETRYLINT_CHECKS_EXCESSIVEATTEMPTSCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a number of attempts outside the range of its context.
///
/// docs/checks/excessive-attempts.md
class ExcessiveAttemptsCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
