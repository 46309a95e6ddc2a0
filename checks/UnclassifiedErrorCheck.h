#ifndef RETRYLINT_CHECKS_UNCLASSIFIEDERRORCHECK_H
#define RETRYLINT_CHECKS_UNCLASSIFIEDERRORCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a retry on every error alike, whatever it says.
///
/// docs/checks/unclassified-error.md
class UnclassifiedErrorCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
