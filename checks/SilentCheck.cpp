#include "checks/SilentCheck.h"
#include "checks/Schedule.h"

namespace retrylint {

void SilentCheck::judge(const RetryLoop &Loop, const Policy &) {
  // A local lock or file that is tried again is nobody's outage, and who knows
  // what is done again at once.
  if (!Loop.Silent.Is || !sure(Loop.Silent.Sure) || !Loop.Remote.Is ||
      !(waits(Loop) || sure(Loop.Remote.Sure)))
    return;
  report(Loop, clang::SourceRange(Loop.CycleAt),
         "retries '%0' without a log line or a metric, so a dependency that "
         "keeps failing goes unnoticed; log each retry with the attempt and "
         "the error (retry::call)")
      << Loop.Operation;
  explain(Loop);
}

} // namespace retrylint
