#ifndef RETRYLINT_CHECKS_PERMANENTERRORCHECK_H
#define RETRYLINT_CHECKS_PERMANENTERRORCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a retry on a status or code that can never succeed.
///
/// docs/checks/permanent-error.md
class PermanentErrorCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
