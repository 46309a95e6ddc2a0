#ifndef RETRYLINT_CHECKS_NESTEDCHECK_H
#define RETRYLINT_CHECKS_NESTEDCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a retry inside a retry, which multiplies the attempts.
///
/// docs/checks/nested.md
class NestedCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
