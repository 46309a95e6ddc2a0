#include "checks/StuckCounterCheck.h"

namespace retrylint {

void StuckCounterCheck::judge(const RetryLoop &Loop, const Policy &) {
  if (!sure(Loop.Stuck.Sure))
    return;
  const StuckBound &Bound = Loop.Stuck.Is;
  report(Loop, Loop.Stuck.Where,
         "'%0' is meant to end the retries of '%1', but %select{some "
         "rounds|rounds}3 go by without %select{advancing|asking}2 it, so they "
         "can go on for ever; %select{count every round|ask it in every "
         "round}2 (retry::call)")
      << Bound.Written << Loop.Operation << Bound.Time << Bound.Always
      << Loop.Stuck.Where;
  if (Bound.When.isValid())
    diag(Bound.When.getBegin(), "this decides that the round does not count",
         clang::DiagnosticIDs::Note)
        << Bound.When;
  explain(Loop);
}

} // namespace retrylint
