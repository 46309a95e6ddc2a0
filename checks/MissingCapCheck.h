#ifndef RETRYLINT_CHECKS_MISSINGCAPCHECK_H
#define RETRYLINT_CHECKS_MISSINGCAPCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags waits that grow beyond the policy's cap, without any cap, or until
/// they overflow.
///
/// docs/checks/missing-cap.md
class MissingCapCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  bool insertsIncludes() const override { return true; }
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
