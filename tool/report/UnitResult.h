// What one translation unit gave.
#ifndef RETRYLINT_TOOL_REPORT_UNITRESULT_H
#define RETRYLINT_TOOL_REPORT_UNITRESULT_H

#include "tool/report/Finding.h"
#include "tool/report/LoopFacts.h"

namespace retrylint {

struct UnitResult {
  std::vector<Finding> Findings; // the suppressed ones, too
  std::vector<LoopFacts> Loops;
  /// Why the file was not, or not fully, analysed; empty if it was.
  std::string Failure;
  std::vector<Remark> Errors; // the compiler's, the first few
  unsigned MoreErrors = 0;
  bool Dated = false; // tomorrow it may be different: approvals expire
};

/// As bytes, for a pipe or a file. Only what pack gave may be unpacked.
std::string pack(UnitResult R);
UnitResult unpack(llvm::StringRef Bytes);

} // namespace retrylint

#endif
