#include "checks/MissingDeadLetterCheck.h"
#include "checks/Describe.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

void MissingDeadLetterCheck::judge(const RetryLoop &Loop, const Policy &P) {
  const Fact<GivingUp> &End = Loop.MessageEnds;
  if (!llvm::is_contained(P.DeadLetter.RequiredFor, Loop.RunsIn) ||
      !sure(End.Sure) || End.Is == GivingUp::Told)
    return;
  clang::SourceRange At =
      End.Where.isValid() ? End.Where : clang::SourceRange(Loop.CycleAt);
  report(Loop, At,
         "the message is dropped when '%0' still fails after %1: nothing is "
         "handed it; put it into a dead-letter queue and raise an alert")
      << Loop.Operation << describeLastAttempt(Loop.Limit.Is) << At;
  explain(Loop);
}

} // namespace retrylint
