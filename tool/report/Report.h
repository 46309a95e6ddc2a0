// What a run found: every format shows this.
#ifndef RETRYLINT_TOOL_REPORT_REPORT_H
#define RETRYLINT_TOOL_REPORT_REPORT_H

#include "tool/report/UnitResult.h"
#include <set>

namespace retrylint {

/// A file that could not be, or not fully, analysed.
struct FailedFile {
  std::string File; // absolute
  std::string Reason;
  std::vector<Remark> Errors;
  unsigned MoreErrors = 0;
};

struct Report {
  std::string Base;            // absolute: what paths are relative to in files
  std::set<std::string> Files; // that were looked at
  unsigned Left = 0; // units that it did not come to: it was interrupted
  std::vector<Finding> Findings; // by file and place; the suppressed ones, too
  std::vector<LoopFacts> Loops;  // by file and place
  std::vector<FailedFile> Failed;
  unsigned Cached = 0; // units that did not have to be analysed again
  unsigned Known = 0;  // in the baseline, and so left out
  unsigned Fixed = 0;  // repaired, and so left out

  void add(const std::string &File, UnitResult Result);
  void addFailure(const std::string &File, const std::string &Reason);
  /// Once all is added: what several units repeat becomes one, and all is
  /// sorted and marked with its fingerprint.
  void finish();

  /// As it is written in files: below the base without it.
  std::string shown(llvm::StringRef Path) const;
  /// How many of that gate are neither suppressed nor left out.
  unsigned count(Gate G) const;
  unsigned suppressed() const;
};

/// The path below \p Dir without it, else as it is.
std::string relativeTo(llvm::StringRef Dir, llvm::StringRef Path);

} // namespace retrylint

#endif
