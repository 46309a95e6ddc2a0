// One translation unit through clang-tidy's engine and our checks.
#ifndef RETRYLINT_TOOL_RUN_UNIT_H
#define RETRYLINT_TOOL_RUN_UNIT_H

#include "tool/report/UnitResult.h"
#include "tool/run/Dependencies.h"
#include "tool/run/Settings.h"
#include "tool/run/SharedHeaders.h"
#include "tool/run/Snapshot.h"
#include "clang/Tooling/CompilationDatabase.h"

namespace retrylint {

/// A file, and how it is compiled.
struct Unit {
  std::string File; // as the user or the database names it
  std::optional<clang::tooling::CompileCommand> Command;
};

/// \p Known, \p Disk: of this worker. \p Needs: what the result depends on.
/// NOLINT comments and system headers are treated as clang-tidy treats them. A
/// crash is the caller's business.
UnitResult analyseUnit(const Unit &U, const Settings &S, SharedHeaders &Known,
                       Snapshot &Disk, Dependencies &Needs);

} // namespace retrylint

#endif
