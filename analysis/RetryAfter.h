// Does the loop hear the server say when to come back?
#ifndef RETRYLINT_ANALYSIS_RETRYAFTER_H
#define RETRYLINT_ANALYSIS_RETRYAFTER_H

#include "analysis/Behaviour.h"
#include "analysis/Recognition.h"
#include "rules/Policy.h"

namespace retrylint {

/// Known and true: the answer shows its headers, and nobody reads this one.
Fact<bool> ignoresRetryAfter(const Candidate &What,
                             const clang::FunctionDecl &Looping,
                             const Recognition &R, const Policy &P,
                             ApiIndex &Apis);

} // namespace retrylint

#endif
