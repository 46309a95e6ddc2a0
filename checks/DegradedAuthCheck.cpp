#include "checks/DegradedAuthCheck.h"

namespace retrylint {

static const char *describe(Protection P) {
  switch (P) {
  case Protection::Verification:
    return "turns certificate verification off";
  case Protection::Authentication:
    return "drops the credentials";
  default:
    return "turns encryption off";
  }
}

void DegradedAuthCheck::judge(const RetryLoop &Loop, const Policy &) {
  if (Loop.Drops.Is == Protection::None || !sure(Loop.Drops.Sure))
    return;
  report(Loop, Loop.Drops.Where,
         "%0 for the next attempt of '%1'; whoever can make the first attempt "
         "fail gets an unprotected one: fail instead, or retry with the same "
         "protection")
      << describe(Loop.Drops.Is) << Loop.Operation << Loop.Drops.Where;
  explain(Loop);
}

} // namespace retrylint
