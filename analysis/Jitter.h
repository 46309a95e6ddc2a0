// How chance comes into the waits.
#ifndef RETRYLINT_ANALYSIS_JITTER_H
#define RETRYLINT_ANALYSIS_JITTER_H

#include "analysis/Behaviour.h"

namespace retrylint {

/// Fills in form and spread. OneUnknown: what is not known in the waits is the
/// same amount in all of them.
void judgeJitter(WaitPattern &Pattern, bool OneUnknown);

} // namespace retrylint

#endif
