#ifndef RETRYLINT_CHECKS_CONFIGCHECK_H
#define RETRYLINT_CHECKS_CONFIGCHECK_H

#include "analysis/ServiceConfig.h"
#include "analysis/Settings.h"
#include "checks/RetryCheck.h"

namespace retrylint {

/// Flags settings of a client library's own retries that the policy does not
/// allow.
///
/// docs/checks/config.md
class ConfigCheck : public RetryCheck {
public:
  using RetryCheck::RetryCheck;

private:
  void judgeUnit(const UnitAnalysis &U, clang::ASTContext &Ctx) override;
  void judgeSetting(const LibrarySetting &S, const Policy &P);
  void judgeText(const ServiceConfigText &Text, const ServiceConfig &Config,
                 const AttemptRange &Range, const Policy &P,
                 const clang::ASTContext &Ctx);
};

} // namespace retrylint

#endif
