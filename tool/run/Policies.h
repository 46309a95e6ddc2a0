// Reading the policies before anything is analysed by them.
#ifndef RETRYLINT_TOOL_POLICIES_H
#define RETRYLINT_TOOL_POLICIES_H

#include "tool/run/Unit.h"
#include "llvm/Support/Error.h"

namespace retrylint {

/// Fails on the first policy that is found above a unit and cannot be read.
llvm::Error checkPolicies(llvm::ArrayRef<Unit> Units);

} // namespace retrylint

#endif
