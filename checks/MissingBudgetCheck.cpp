#include "checks/MissingBudgetCheck.h"
#include "llvm/Support/FormatVariadic.h"

namespace retrylint {

void MissingBudgetCheck::judge(const RetryLoop &Loop, const Policy &P) {
  if (!sure(Loop.Budgeted.Sure) || Loop.Budgeted.Is ||
      !sure(Loop.Remote.Sure) || !Loop.Remote.Is)
    return;
  report(
      Loop, clang::SourceRange(Loop.CycleAt),
      "retries '%0' outside any budget: during an outage every caller "
      "multiplies its load on the dependency; ask a shared budget before each "
      "retry, at most %1 of the requests (retry::call)")
      << Loop.Operation
      << llvm::formatv("{0:f0} %", P.Budget.Ratio * 100).str();
  explain(Loop);
}

} // namespace retrylint
