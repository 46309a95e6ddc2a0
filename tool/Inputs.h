// What to analyse: the user's files and folders, each with its compile
// commands.
#ifndef RETRYLINT_TOOL_INPUTS_H
#define RETRYLINT_TOOL_INPUTS_H

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace retrylint {

/// Files that share a compilation database.
struct Batch {
  std::shared_ptr<const clang::tooling::CompilationDatabase> Database;
  std::vector<std::string> Files;
};

/// Where compile commands come from: the flags after `--`, the folder of `-p`,
/// or, with neither, a search from each path upward.
struct CommandSource {
  std::shared_ptr<const clang::tooling::CompilationDatabase> Flags;
  std::string BuildDir;
};

/// Finds the files that \p Paths name, in the order named.
llvm::Expected<std::vector<Batch>>
collectInputs(llvm::ArrayRef<std::string> Paths, const CommandSource &Source);

} // namespace retrylint

#endif
