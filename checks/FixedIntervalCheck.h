#ifndef RETRYLINT_CHECKS_FIXEDINTERVALCHECK_H
#define RETRYLINT_CHECKS_FIXEDINTERVALCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a retry loop whose every wait is the same.
///
/// docs/checks/fixed-interval.md
class FixedIntervalCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  bool insertsIncludes() const override { return true; }
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
