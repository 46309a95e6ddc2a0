#ifndef RETRYLINT_CHECKS_WEAKJITTERCHECK_H
#define RETRYLINT_CHECKS_WEAKJITTERCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags jitter of a form that the policy does not allow: equal, additive,
/// narrow, or never growing.
///
/// docs/checks/weak-jitter.md
class WeakJitterCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
