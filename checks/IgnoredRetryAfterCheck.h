#ifndef RETRYLINT_CHECKS_IGNOREDRETRYAFTERCHECK_H
#define RETRYLINT_CHECKS_IGNOREDRETRYAFTERCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a retry on 429 or 503 that does not read Retry-After.
///
/// docs/checks/ignored-retry-after.md
class IgnoredRetryAfterCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
