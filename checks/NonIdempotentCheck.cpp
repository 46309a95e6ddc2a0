#include "checks/NonIdempotentCheck.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

void NonIdempotentCheck::judge(const RetryLoop &Loop, const Policy &P) {
  if (sure(Loop.Idempotent.Sure) && !Loop.Idempotent.Is && !Loop.HasKey.Is) {
    bool Named = Loop.Method.known();
    report(Loop, Loop.AttemptAt,
           "retries %select{|%1 }0'%2', which does more if it runs twice: a "
           "command whose answer was lost is executed again; make it safe to "
           "repeat, or do not retry")
        << Named << (Named ? Loop.Method.Is : "") << Loop.Operation
        << Loop.AttemptAt;
    explain(Loop);
    return;
  }
  if (!sure(Loop.Method.Sure) ||
      !llvm::is_contained(P.Idempotency.KeyedMethods, Loop.Method.Is))
    return;
  if (Loop.HasKey.Is || !sure(Loop.HasKey.Sure))
    return;
  report(Loop, Loop.AttemptAt,
         "retries %0 '%1' without an %2 header: a request whose answer was "
         "lost is "
         "executed again; send one key for all attempts, or do not retry")
      << Loop.Method.Is << Loop.Operation << P.Idempotency.Header
      << Loop.AttemptAt;
  explain(Loop);
}

} // namespace retrylint
