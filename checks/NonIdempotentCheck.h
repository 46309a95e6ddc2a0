#ifndef RETRYLINT_CHECKS_NONIDEMPOTENTCHECK_H
#define RETRYLINT_CHECKS_NONIDEMPOTENTCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a retried POST or PATCH that carries no idempotency key.
///
/// docs/checks/non-idempotent.md
class NonIdempotentCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
