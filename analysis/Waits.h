// The waits of one steady way of failing.
#ifndef RETRYLINT_ANALYSIS_WAITS_H
#define RETRYLINT_ANALYSIS_WAITS_H

#include "analysis/Behaviour.h"
#include "analysis/Path.h"

namespace retrylint {

WaitPattern waitsOf(const Path &Failing, const clang::ASTContext &Ctx);

} // namespace retrylint

#endif
