// The options of the command line, and the commands they belong to.
#ifndef RETRYLINT_TOOL_OPTIONS_H
#define RETRYLINT_TOOL_OPTIONS_H

#include "tool/run/Run.h"
#include "llvm/Support/CommandLine.h"

namespace retrylint {

/// Documented in docs/usage.md; the worst of a run counts.
enum ExitCode { Clean = 0, Findings = 1, BadUsage = 2, Incomplete = 3 };

llvm::raw_ostream &error();
int usageError(llvm::Error E);

/// What --help begins and ends with.
llvm::StringRef overview();
llvm::StringRef details();

/// What --help shows; everything else belongs to LLVM.
llvm::cl::OptionCategory &category();

/// Reads the whole command line; what follows `--` is kept for analysisOptions.
/// Prints the help or the version, and ends the program, if asked to.
llvm::Error parseCommandLine(int Argc, const char **Argv);

/// The arguments that are no options.
llvm::ArrayRef<std::string> pathsGiven();

/// What is to be analysed, and how: of the program itself and of those of its
/// commands that analyse.
llvm::Expected<RunOptions> analysisOptions();

} // namespace retrylint

#endif
