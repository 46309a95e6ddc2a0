// What to analyse: the user's files and folders, each with its compile
// commands.
#ifndef RETRYLINT_TOOL_INPUTS_H
#define RETRYLINT_TOOL_INPUTS_H

#include "tool/run/PathFilter.h"
#include "tool/run/Unit.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace retrylint {

/// Where compile commands come from: the flags after `--`, the folder of `-p`,
/// or, with neither, a search from each path upward.
struct CommandSource {
  std::shared_ptr<const clang::tooling::CompilationDatabase> Flags;
  std::string BuildDir;
};

/// What the user wants to be analysed.
struct Wanted {
  std::vector<std::string> Paths; // none: the project of the working directory
  CommandSource Commands;
  PathFilter Filter;
  std::string Base; // absolute: what the filter's globs are relative to
};

/// Finds the files, in the order named. One that is compiled in several ways
/// makes several units.
llvm::Expected<std::vector<Unit>> collectUnits(const Wanted &W);

} // namespace retrylint

#endif
