// Whether something may refuse a retry before it is made (rule G1).
#ifndef RETRYLINT_ANALYSIS_BUDGET_H
#define RETRYLINT_ANALYSIS_BUDGET_H

#include "analysis/Behaviour.h"
#include "analysis/Interpreter.h"
#include "analysis/Recognition.h"

namespace retrylint {

Fact<bool> budgetOf(const RunResult &Run, const Recognition &R, const Pool &P,
                    ApiIndex &Apis);

} // namespace retrylint

#endif
