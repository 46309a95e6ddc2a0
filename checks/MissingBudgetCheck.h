#ifndef RETRYLINT_CHECKS_MISSINGBUDGETCHECK_H
#define RETRYLINT_CHECKS_MISSINGBUDGETCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a retry loop that asks no budget before it tries again.
///
/// docs/checks/missing-budget.md
class MissingBudgetCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
