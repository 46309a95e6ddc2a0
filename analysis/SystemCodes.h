// The numbers of the codes that a system defines as macros.
#ifndef RETRYLINT_ANALYSIS_SYSTEMCODES_H
#define RETRYLINT_ANALYSIS_SYSTEMCODES_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace retrylint {

/// "ECONNREFUSED", "EAI_AGAIN": as this system numbers them, which is how the
/// code that is analysed sees them unless it is compiled for another.
std::optional<int> systemCode(llvm::StringRef Name);

} // namespace retrylint

#endif
