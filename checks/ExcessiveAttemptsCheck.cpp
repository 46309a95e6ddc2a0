#include "checks/ExcessiveAttemptsCheck.h"
#include "analysis/Limits.h"
#include "checks/Describe.h"
#include "checks/Schedule.h"

namespace retrylint {

void ExcessiveAttemptsCheck::judge(const RetryLoop &Loop, const Policy &P) {
  // What is done again at once on this machine may be a search: the next port.
  if (!sure(Loop.Limit.Sure) || Loop.Limit.Is.Kind != BoundKind::Attempts ||
      !(Loop.Remote.Is || waits(Loop)))
    return;
  clang::SourceRange At =
      Loop.Limit.Where.isValid() ? Loop.Limit.Where : Loop.CycleAt;
  // A failure that is treated on its own has its own limit (L6).
  bool AllOwn = !Loop.OwnFailures.empty();
  for (const OwnFailure &Own : Loop.OwnFailures) {
    auto Limit = P.Limits.PerFailure.find(Own.Failure);
    if (Limit == P.Limits.PerFailure.end()) {
      AllOwn = false;
      continue;
    }
    if (Own.Attempts <= Limit->second.Attempts)
      continue;
    report(Loop, At,
           "attempts '%0' %1 times when it fails with %2; for this failure the "
           "policy allows %3; make fewer attempts, or record an approval")
        << Loop.Operation << Own.Attempts << describeFailure(Own.Failure)
        << Limit->second.Attempts;
    return explain(Loop);
  }
  if (AllOwn)
    return;
  retrylint::Context RunsIn = contextOf(Loop, P);
  const AttemptRange &Range = P.Limits.Attempts[static_cast<unsigned>(RunsIn)];
  std::optional<unsigned> Attempts = Loop.Limit.Is.Attempts;
  bool Uncounted = !Attempts && Loop.Limit.Is.Constant;
  if (!Uncounted &&
      (!Attempts || (*Attempts >= Range.Min && *Attempts <= Range.Max)))
    return;
  report(
      Loop, At,
      "attempts '%0' %select{|more than }1%2 times; %3 may make %4 to %5, and "
      "%6 are usual; change the number, or record an approval")
      << Loop.Operation << Uncounted << Attempts.value_or(limits::Rounds)
      << describeContext(RunsIn) << Range.Min << Range.Max << Range.Default;
  explain(Loop);
}

} // namespace retrylint
