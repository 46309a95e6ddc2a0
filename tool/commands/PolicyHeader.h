// The policy as a C++ header for the runtime library, so that what is checked
// and what is done come from one file.
#ifndef RETRYLINT_TOOL_COMMANDS_POLICYHEADER_H
#define RETRYLINT_TOOL_COMMANDS_POLICYHEADER_H

#include "rules/Policy.h"
#include "llvm/Support/raw_ostream.h"

namespace retrylint {

/// Presets of type retry::policy, one for each context, in the namespace.
void writePolicyHeader(llvm::raw_ostream &OS, const Policy &P,
                       llvm::StringRef Namespace);

} // namespace retrylint

#endif
