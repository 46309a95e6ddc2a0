// What the program can be asked to do.
#ifndef RETRYLINT_TOOL_COMMANDS_COMMANDS_H
#define RETRYLINT_TOOL_COMMANDS_COMMANDS_H

#include "llvm/Support/CommandLine.h"

namespace retrylint {

// Each gives the exit code.
int lintMain();
int policyMain();

// Functions, so that options in any file may name them.
llvm::cl::SubCommand &policyCommand();

} // namespace retrylint

#endif
