#ifndef RETRYLINT_CHECKS_SENSITIVELOGCHECK_H
#define RETRYLINT_CHECKS_SENSITIVELOGCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a log line of a retry that shows a body, a token, a password or
/// another secret.
///
/// docs/checks/sensitive-log.md
class SensitiveLogCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
