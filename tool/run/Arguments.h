// Compile commands come from a file that anybody may have written.
#ifndef RETRYLINT_TOOL_RUN_ARGUMENTS_H
#define RETRYLINT_TOOL_RUN_ARGUMENTS_H

#include "clang/Tooling/CompilationDatabase.h"

namespace clang {
class CompilerInvocation;
}

namespace retrylint {

/// The arguments to analyse a file with: none for which the driver writes.
std::vector<std::string>
analysisArguments(const clang::tooling::CompileCommand &Command,
                  const std::string &ResourceDir);

/// Takes out of what the driver made of them whatever loads code or writes, by
/// whatever option it came in.
void disarm(clang::CompilerInvocation &Invocation);

} // namespace retrylint

#endif
