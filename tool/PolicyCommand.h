// `retrylint policy ...`: what is done with the policy itself.
#ifndef RETRYLINT_TOOL_POLICYCOMMAND_H
#define RETRYLINT_TOOL_POLICYCOMMAND_H

#include "llvm/Support/Error.h"

namespace retrylint {

/// The arguments begin with "policy".
llvm::Error policyCommand(int Argc, const char **Argv);

} // namespace retrylint

#endif
