// Does the loop wait for something to happen, rather than for a call to work?
#ifndef RETRYLINT_ANALYSIS_POLLING_H
#define RETRYLINT_ANALYSIS_POLLING_H

#include "analysis/Candidates.h"
#include "analysis/Interpreter.h"

namespace retrylint {

/// More data, another state, a descriptor that is ready, or somebody who says
/// that there is more to do.
bool isPoll(const Path &Round, const RunResult &Run, const Candidate &What,
            ApiIndex &Apis);

} // namespace retrylint

#endif
