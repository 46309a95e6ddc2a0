// What a run found, shown and counted.
#ifndef RETRYLINT_TOOL_REPORT_H
#define RETRYLINT_TOOL_REPORT_H

#include "tool/Printer.h"
#include <map>
#include <set>
#include <string>

namespace retrylint {

/// Shows each finding once: a header's finding that several files repeat is
/// one.
class Report {
public:
  explicit Report(llvm::raw_ostream &OS) : OS(OS), Shower(OS) {}

  void add(llvm::ArrayRef<clang::tidy::ClangTidyError> Diagnostics);
  /// One line: how many findings, in how many files, of which checks, and how
  /// many of the files could not be analysed.
  void summarise(unsigned Files, unsigned Failed);
  bool clean() const { return FindingsByCheck.empty(); }

private:
  llvm::raw_ostream &OS;
  Printer Shower;
  std::set<std::string> Seen;
  std::map<std::string, unsigned> FindingsByCheck;
};

} // namespace retrylint

#endif
