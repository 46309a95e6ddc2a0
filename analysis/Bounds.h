// What ends the cycle while the dependency keeps failing.
#ifndef RETRYLINT_ANALYSIS_BOUNDS_H
#define RETRYLINT_ANALYSIS_BOUNDS_H

#include "analysis/Behaviour.h"
#include "analysis/Interpreter.h"
#include "analysis/Recognition.h"

namespace retrylint {

Fact<Bound> boundOf(const RunResult &Run, const Recognition &R, const Pool &P);

} // namespace retrylint

#endif
