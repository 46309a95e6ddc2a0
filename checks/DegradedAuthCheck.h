#ifndef RETRYLINT_CHECKS_DEGRADEDAUTHCHECK_H
#define RETRYLINT_CHECKS_DEGRADEDAUTHCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags verification or authentication turned off for the next attempt.
///
/// docs/checks/degraded-auth.md
class DegradedAuthCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
