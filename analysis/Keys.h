// The idempotency key: is it one for all attempts, and one for each operation?
#ifndef RETRYLINT_ANALYSIS_KEYS_H
#define RETRYLINT_ANALYSIS_KEYS_H

#include "analysis/ApiIndex.h"
#include "analysis/Behaviour.h"
#include "analysis/Recognition.h"
#include "rules/Policy.h"

namespace retrylint {

/// Finds what is wrong with the key that the failing paths send; says nothing
/// where no path is seen to set one.
void findKey(RetryLoop &L, const Recognition &R, const Pool &Known,
             ApiIndex &Apis, const Policy &P);

} // namespace retrylint

#endif
