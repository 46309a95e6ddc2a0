#include "checks/SensitiveLogCheck.h"

namespace retrylint {

void SensitiveLogCheck::judge(const RetryLoop &Loop, const Policy &) {
  if (!sure(Loop.Leak.Sure))
    return;
  report(Loop, Loop.Leak.Where,
         "logs %0 while retrying '%1'; logs are kept longer and read by more "
         "people than the request: log its size, an id or the status instead")
      << Loop.Leak.Is << Loop.Operation << Loop.Leak.Where;
  explain(Loop);
}

} // namespace retrylint
