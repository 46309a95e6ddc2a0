#include "checks/SwallowedExhaustionCheck.h"
#include "checks/Describe.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

void SwallowedExhaustionCheck::judge(const RetryLoop &Loop, const Policy &P) {
  const Fact<GivingUp> &End = Loop.OnExhaustion;
  // Of a message retry-missing-dead-letter speaks.
  if (llvm::is_contained(P.DeadLetter.RequiredFor, Loop.RunsIn) ||
      !sure(End.Sure) || End.Is == GivingUp::Told)
    return;
  clang::SourceRange At =
      End.Where.isValid() ? End.Where : clang::SourceRange(Loop.CycleAt);
  report(Loop, At,
         "when '%0' still fails after %1, the caller is told nothing: it "
         "%select{|gets what it gets on success|gets an empty value, as it may "
         "on success|just returns|goes on with the next}2; return an error or "
         "throw (retry::call does)")
      << Loop.Operation << describeLastAttempt(Loop.Limit.Is)
      << static_cast<int>(End.Is) << At;
  explain(Loop);
}

} // namespace retrylint
