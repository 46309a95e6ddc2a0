#ifndef RETRYLINT_CHECKS_TLSERRORCHECK_H
#define RETRYLINT_CHECKS_TLSERRORCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a retry after a certificate error.
///
/// docs/checks/tls-error.md
class TlsErrorCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
