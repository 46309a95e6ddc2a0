// What a loop does, told step by step.
#ifndef RETRYLINT_TOOL_RUN_NARRATIVE_H
#define RETRYLINT_TOOL_RUN_NARRATIVE_H

#include "analysis/Behaviour.h"
#include <string>
#include <vector>

namespace clang {
class SourceManager;
}

namespace retrylint {

/// One line each: why it is a retry, what it does while the dependency fails in
/// each way that was tried, and what is not known, with the reason.
std::vector<std::string> narrate(const RetryLoop &L,
                                 const clang::SourceManager &SM);

} // namespace retrylint

#endif
