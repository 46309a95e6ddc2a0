#ifndef RETRYLINT_CHECKS_MISSINGJITTERCHECK_H
#define RETRYLINT_CHECKS_MISSINGJITTERCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags waits that grow but are the same for every client.
///
/// docs/checks/missing-jitter.md
class MissingJitterCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
