// What a log line between two attempts gives away.
#ifndef RETRYLINT_ANALYSIS_SECRETS_H
#define RETRYLINT_ANALYSIS_SECRETS_H

#include "analysis/ApiIndex.h"
#include "analysis/Behaviour.h"
#include "analysis/Recognition.h"
#include "rules/Policy.h"

namespace retrylint {

/// The headers whose values matter, in lower case: the idempotency key first,
/// then those that carry credentials.
std::vector<std::string> watchedHeaders(const Policy &P);

/// The first secret that a log line on a failing path shows.
Fact<std::string> leakOf(const RetryLoop &L, const Recognition &R,
                         const Pool &Known, ApiIndex &Apis, const Policy &P);

} // namespace retrylint

#endif
