#ifndef RETRYLINT_CHECKS_IMMEDIATECHECK_H
#define RETRYLINT_CHECKS_IMMEDIATECHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a retry of a remote operation with no wait between attempts.
///
/// docs/checks/immediate.md
class ImmediateCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
