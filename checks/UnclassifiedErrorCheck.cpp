#include "checks/UnclassifiedErrorCheck.h"

namespace retrylint {

void UnclassifiedErrorCheck::judge(const RetryLoop &Loop, const Policy &P) {
  if (!Loop.Alike.Is || !sure(Loop.Alike.Sure) || !Loop.Remote.Is)
    return;
  const Bound &Limit = Loop.Limit.Is;
  unsigned Allowed = P.Classification.UnknownErrorRetries + 1;
  if (Limit.Kind == BoundKind::Attempts && Limit.Attempts &&
      *Limit.Attempts <= Allowed)
    return;
  report(Loop, Loop.AttemptAt,
         "goes round again on every error of '%0' alike; what can never "
         "succeed is repeated with the rest: look at the error, and retry only "
         "what may pass (retry::classify)")
      << Loop.Operation << Loop.AttemptAt;
  explain(Loop);
}

} // namespace retrylint
