// Reading the policies before anything is analysed by them.
#ifndef RETRYLINT_TOOL_POLICIES_H
#define RETRYLINT_TOOL_POLICIES_H

#include "tool/Inputs.h"

namespace retrylint {

/// Fails on the first policy in force that cannot be read: \p PolicyFile, or,
/// if that is empty, the one nearest above each file.
llvm::Error checkPolicies(llvm::StringRef PolicyFile,
                          llvm::ArrayRef<Batch> Batches);

} // namespace retrylint

#endif
