// The lines that a change touches.
#ifndef RETRYLINT_TOOL_COMMANDS_CHANGEDLINES_H
#define RETRYLINT_TOOL_COMMANDS_CHANGEDLINES_H

#include "tool/report/Report.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <set>

namespace retrylint {

class ChangedLines {
public:
  /// \p What is a file with a unified diff ("-": standard input), or a revision
  /// that git compares the working tree with; what git does not know yet is
  /// new. Paths in it are relative to \p Base, or to the top of its repository.
  static llvm::Expected<ChangedLines> read(llvm::StringRef What,
                                           llvm::StringRef Base);

  bool contains(const Span &S) const;

private:
  void parse(llvm::StringRef Diff, llvm::StringRef Root);

  llvm::StringMap<std::set<unsigned>> Files; // by absolute path
  llvm::StringSet<> New;                     // of all their lines
};

} // namespace retrylint

#endif
