// The numbers of the codes that a system defines as macros.
#ifndef RETRYLINT_ANALYSIS_SYSTEMCODES_H
#define RETRYLINT_ANALYSIS_SYSTEMCODES_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace retrylint {

/// "ECONNREFUSED", "EAI_AGAIN": as this system numbers them, which is how the
/// code that is analysed sees them unless it is compiled for another.
std::optional<int> systemCode(llvm::StringRef Name);

/// Whether a comparison, or a label of a switch, says ETIMEDOUT and not 110.
bool namesSystemCode(const clang::Stmt &Asked, const clang::ASTContext &Ctx);

} // namespace retrylint

#endif
