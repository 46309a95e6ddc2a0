// Whether a retry that has a deadline keeps to it while it waits.
#ifndef RETRYLINT_ANALYSIS_DEADLINES_H
#define RETRYLINT_ANALYSIS_DEADLINES_H

#include "analysis/Behaviour.h"
#include "analysis/Recognition.h"

namespace retrylint {

/// Fills in what a loop knows of deadlines.
void judgeDeadline(RetryLoop &Loop, const RunResult &Run, const Recognition &R,
                   ApiIndex &Apis);

} // namespace retrylint

#endif
