#ifndef RETRYLINT_CHECKS_STUCKCOUNTERCHECK_H
#define RETRYLINT_CHECKS_STUCKCOUNTERCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a path that goes round without advancing the counter that bounds the
/// loop.
///
/// docs/checks/stuck-counter.md
class StuckCounterCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
