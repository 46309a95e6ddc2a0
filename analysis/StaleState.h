// What an attempt leaves behind for the next one.
#ifndef RETRYLINT_ANALYSIS_STALESTATE_H
#define RETRYLINT_ANALYSIS_STALESTATE_H

#include "analysis/Behaviour.h"
#include "analysis/Recognition.h"

namespace retrylint {

Fact<StaleState> staleState(const Recognition &R, const Candidate &What,
                            const Pool &Symbols, ApiIndex &Apis);

} // namespace retrylint

#endif
