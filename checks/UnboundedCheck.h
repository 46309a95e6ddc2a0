#ifndef RETRYLINT_CHECKS_UNBOUNDEDCHECK_H
#define RETRYLINT_CHECKS_UNBOUNDEDCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a retry loop with neither an attempt nor a time bound.
///
/// docs/checks/unbounded.md
class UnboundedCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
