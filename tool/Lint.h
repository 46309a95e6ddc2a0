// Analysing one file with clang-tidy's engine and our checks.
#ifndef RETRYLINT_TOOL_LINT_H
#define RETRYLINT_TOOL_LINT_H

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

namespace retrylint {

struct Settings {
  std::vector<std::string> Checks; // full names
  std::string PolicyFile;          // absolute; empty: search from each file
  std::string Gates;               // empty: as the policy says
  std::string ResourceDir;
  bool Pedantic = false;
};

struct Outcome {
  std::vector<clang::tidy::ClangTidyError> Diagnostics;
  /// Why the file was not, or not fully, analysed; empty if it was.
  std::string Failure;
};

/// False if it crashed; the process lives on.
bool runSafely(llvm::function_ref<void()> Work);

/// NOLINT comments and system headers are treated as clang-tidy treats them. A
/// crash is contained: it ends in a Failure.
Outcome lintFile(const clang::tooling::CompilationDatabase &Database,
                 const std::string &File, const Settings &S);

} // namespace retrylint

#endif
