#include "checks/SilentCheck.h"

namespace retrylint {

void SilentCheck::judge(const RetryLoop &Loop, const Policy &) {
  // A local lock or file that is tried again is nobody's outage.
  if (!Loop.Silent.Is || !sure(Loop.Silent.Sure) || !Loop.Remote.Is)
    return;
  report(Loop, clang::SourceRange(Loop.CycleAt),
         "retries '%0' without a log line or a metric, so a dependency that "
         "keeps failing goes unnoticed; log each retry with the attempt and "
         "the error (retry::call)")
      << Loop.Operation;
  explain(Loop);
}

} // namespace retrylint
