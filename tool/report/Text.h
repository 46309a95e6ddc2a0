// The report for a terminal, in clang's format.
#ifndef RETRYLINT_TOOL_REPORT_TEXT_H
#define RETRYLINT_TOOL_REPORT_TEXT_H

#include "tool/report/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace retrylint {

/// "1 file", "3 files".
std::string counted(unsigned Count, llvm::StringRef Noun);

/// By file, each finding with its source and its notes, then a summary by check
/// and by gate. Paths below the working directory are relative to it.
void writeText(llvm::raw_ostream &OS, const Report &R);

} // namespace retrylint

#endif
