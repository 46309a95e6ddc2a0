// Our own options, as they are registered with LLVM.
#ifndef RETRYLINT_TOOL_COMMANDS_OPTIONLIST_H
#define RETRYLINT_TOOL_COMMANDS_OPTIONLIST_H

#include "llvm/Support/CommandLine.h"
#include <string>
#include <vector>

namespace retrylint {

/// The commands by name; the program without a command is first, without one.
std::vector<llvm::cl::SubCommand *> allCommands();

/// By name, without the positional ones.
std::vector<llvm::cl::Option *> optionsOf(llvm::cl::SubCommand &Command);

/// "--gate=GATE", "-p DIR", "--list".
std::string spelling(const llvm::cl::Option &O);

} // namespace retrylint

#endif
