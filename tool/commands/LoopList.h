// The recognised retry loops and their facts, to see what the checks see.
#ifndef RETRYLINT_TOOL_COMMANDS_LOOPLIST_H
#define RETRYLINT_TOOL_COMMANDS_LOOPLIST_H

#include "tool/report/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace retrylint {

enum class LoopFormat { None, Text, Json };

/// One line for each retry loop: where it is, and its facts as text or as a
/// JSON object.
void listLoops(llvm::raw_ostream &OS, const Report &R, LoopFormat Format);

} // namespace retrylint

#endif
