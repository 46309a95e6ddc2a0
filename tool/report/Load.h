// What many clients that fail together do to a server.
#ifndef RETRYLINT_TOOL_REPORT_LOAD_H
#define RETRYLINT_TOOL_REPORT_LOAD_H

#include "tool/report/LoopFacts.h"
#include "llvm/ADT/ArrayRef.h"

namespace retrylint {

/// The waits that the policy recommends for the loop's context.
std::vector<WaitRange> recommendedWaits(const LoopFacts &L);

/// How many retries of \p Clients, which all failed at 0, are to be expected in
/// each of \p Bins equal parts of \p Horizon seconds. Every wait is drawn
/// evenly from its range.
std::vector<double> expectedLoad(llvm::ArrayRef<WaitRange> Waits,
                                 unsigned Clients, double Horizon,
                                 unsigned Bins);

} // namespace retrylint

#endif
