// The recognised retry loops and their facts, to see what the checks see.
#ifndef RETRYLINT_TOOL_LOOPLIST_H
#define RETRYLINT_TOOL_LOOPLIST_H

#include "tool/Lint.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace retrylint {

enum class LoopFormat { None, Text, Json };

/// Prints one line for each retry loop of a file: where it is, and its facts as
/// text or as a JSON object.
class LoopList {
public:
  LoopList(llvm::raw_ostream &OS, LoopFormat Format) : OS(OS), Format(Format) {}

  /// Why the file was not, or not fully, analysed; empty if it was.
  std::string add(const clang::tooling::CompilationDatabase &Database,
                  const std::string &File, const Settings &S);

private:
  llvm::raw_ostream &OS;
  LoopFormat Format;
  std::set<std::string> Seen; // a header's loop is shown once
};

} // namespace retrylint

#endif
