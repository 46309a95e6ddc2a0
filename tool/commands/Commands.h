// What the program can be asked to do.
#ifndef RETRYLINT_TOOL_COMMANDS_COMMANDS_H
#define RETRYLINT_TOOL_COMMANDS_COMMANDS_H

#include "llvm/Support/CommandLine.h"

namespace retrylint {

// Each gives the exit code.
int lintMain();
int inventoryMain();
int explainMain();
int initMain();
int policyMain();
int cacheMain();
int completionMain();
int manMain();

// Functions, so that options in any file may name them.
llvm::cl::SubCommand &inventoryCommand();
llvm::cl::SubCommand &explainCommand();
llvm::cl::SubCommand &initCommand();
llvm::cl::SubCommand &policyCommand();
llvm::cl::SubCommand &cacheCommand();
llvm::cl::SubCommand &completionCommand();
llvm::cl::SubCommand &manCommand();

} // namespace retrylint

#endif
