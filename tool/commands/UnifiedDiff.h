// Two texts as a unified diff.
#ifndef RETRYLINT_TOOL_COMMANDS_UNIFIEDDIFF_H
#define RETRYLINT_TOOL_COMMANDS_UNIFIEDDIFF_H

#include "llvm/Support/raw_ostream.h"

namespace retrylint {

/// Nothing if they are the same.
void writeUnifiedDiff(llvm::raw_ostream &OS, llvm::StringRef File,
                      llvm::StringRef Before, llvm::StringRef After);

} // namespace retrylint

#endif
