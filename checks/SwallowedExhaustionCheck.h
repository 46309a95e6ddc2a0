#ifndef RETRYLINT_CHECKS_SWALLOWEDEXHAUSTIONCHECK_H
#define RETRYLINT_CHECKS_SWALLOWEDEXHAUSTIONCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a loop that gives up without telling its caller.
///
/// docs/checks/swallowed-exhaustion.md
class SwallowedExhaustionCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
