#ifndef RETRYLINT_CHECKS_STALESTATECHECK_H
#define RETRYLINT_CHECKS_STALESTATECHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags state that one attempt changes and the next one uses as it was left.
///
/// docs/checks/stale-state.md
class StaleStateCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
