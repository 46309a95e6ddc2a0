#ifndef RETRYLINT_CHECKS_SILENTCHECK_H
#define RETRYLINT_CHECKS_SILENTCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a retry that is neither logged nor counted.
///
/// docs/checks/silent.md
class SilentCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
