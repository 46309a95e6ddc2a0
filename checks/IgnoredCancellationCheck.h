#ifndef RETRYLINT_CHECKS_IGNOREDCANCELLATIONCHECK_H
#define RETRYLINT_CHECKS_IGNOREDCANCELLATIONCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a retry that goes on, or waits on, although it was asked to stop.
///
/// docs/checks/ignored-cancellation.md
class IgnoredCancellationCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
