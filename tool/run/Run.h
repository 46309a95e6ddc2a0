// All units, by all workers, into one report.
#ifndef RETRYLINT_TOOL_RUN_RUN_H
#define RETRYLINT_TOOL_RUN_RUN_H

#include "tool/report/Report.h"
#include "tool/run/Inputs.h"
#include "tool/run/Workers.h"

namespace retrylint {

struct RunOptions {
  Wanted What;
  Settings How;
  WorkerLimits Limits;
  std::string CacheDir; // empty: none
  bool Quiet = false;
};

struct RunEnd {
  Report Found;
  int Signal = 0; // that ended it early
};

/// Fails if nothing can be analysed: an input or a policy is wrong.
llvm::Expected<RunEnd> run(const RunOptions &Options);

} // namespace retrylint

#endif
