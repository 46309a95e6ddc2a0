// Whether two rounds attempt the same thing.
#ifndef RETRYLINT_ANALYSIS_SAMENESS_H
#define RETRYLINT_ANALYSIS_SAMENESS_H

#include "analysis/Path.h"

namespace retrylint {

/// Same, apart from a number that moves (an attempt counter), or different.
enum class Likeness { Same, OtherNumber, Different };

Likeness compareOperands(const Operands &A, const Operands &B, const Pool &P);

} // namespace retrylint

#endif
