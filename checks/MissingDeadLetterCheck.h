#ifndef RETRYLINT_CHECKS_MISSINGDEADLETTERCHECK_H
#define RETRYLINT_CHECKS_MISSINGDEADLETTERCHECK_H

#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags a consumer that drops a message after its last attempt.
///
/// docs/checks/missing-dead-letter.md
class MissingDeadLetterCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
};

} // namespace retrylint

#endif
