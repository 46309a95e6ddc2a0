#include "checks/StaleStateCheck.h"

namespace retrylint {

void StaleStateCheck::judge(const RetryLoop &Loop, const Policy &) {
  const Fact<StaleState> &Stale = Loop.Stale;
  if (!sure(Stale.Sure))
    return;
  const StaleState &S = Stale.Is;
  std::string What = S.Name.empty() ? "its argument" : "'" + S.Name + "'";
  report(Loop, Stale.Where,
         "%select{every attempt at '%1' appends to %0, which still holds what "
         "the failed one left; clear it|every attempt at '%1' uses %0, which "
         "the failed one has used up; rewind it or make it anew|%0 is moved "
         "from in the first attempt at '%1', and empty in the next; copy it or "
         "make it anew|%0 serves one attempt at '%1' only, and is used for the "
         "next; make it anew}2 for each attempt")
      << What << Loop.Operation << static_cast<int>(S.How) << Stale.Where;
  if (S.Declared.isValid())
    diag(S.Declared.getBegin(), "it lives as long as the loop",
         clang::DiagnosticIDs::Note)
        << S.Declared;
  explain(Loop);
}

} // namespace retrylint
