// What a retry loop does, drawn: SVG that inherits its colours from the page.
#ifndef RETRYLINT_TOOL_REPORT_PICTURES_H
#define RETRYLINT_TOOL_REPORT_PICTURES_H

#include "tool/report/LoopFacts.h"
#include "llvm/ADT/ArrayRef.h"

namespace retrylint {

inline constexpr unsigned Clients = 1000;

/// What two pictures share, so that they can be compared.
struct Scale {
  double LongestWait = 0, Horizon = 0, MostLoad = 0; // in one bin
  static Scale of(llvm::ArrayRef<WaitRange> A, llvm::ArrayRef<WaitRange> B);
};

/// One bar for each retry, as wide as the range it is drawn from.
std::string drawWaits(llvm::ArrayRef<WaitRange> Waits, const Scale &S);
/// The retries of so many clients over time.
std::string drawLoad(llvm::ArrayRef<WaitRange> Waits, const Scale &S);
/// "at most 7 s; 1000 requests within 80 ms at worst".
std::string describeLoad(llvm::ArrayRef<WaitRange> Waits, const Scale &S);

} // namespace retrylint

#endif
