// The command line of retrylint.
#ifndef RETRYLINT_TOOL_COMMANDLINE_H
#define RETRYLINT_TOOL_COMMANDLINE_H

#include "tool/Inputs.h"
#include "tool/LoopList.h"

namespace retrylint {

struct CommandLine {
  std::vector<std::string> Paths;
  CommandSource Commands;
  std::string Checks;
  std::string PolicyFile;
  std::string Gates; // empty: as the policy says
  bool Pedantic = false;
  bool List = false;
  LoopFormat ListLoops = LoopFormat::None;
};

/// Prints the help or the version, and ends the program, if asked to.
llvm::Expected<CommandLine> parseCommandLine(int Argc, const char **Argv);

} // namespace retrylint

#endif
