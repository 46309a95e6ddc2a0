#ifndef RETRYLINT_CHECKS_IDEMPOTENCYKEYCHECK_H
#define RETRYLINT_CHECKS_IDEMPOTENCYKEYCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags an idempotency key that changes with the attempt, is shared by all
/// operations, or is too long.
///
/// docs/checks/idempotency-key.md
class IdempotencyKeyCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
