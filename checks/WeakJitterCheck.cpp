#include "checks/WeakJitterCheck.h"
#include "checks/Describe.h"
#include "checks/Schedule.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace retrylint {

namespace {

// In the order of the message's %select.
enum class Weakness { Narrow, Equal, Additive, Constant, Other };

std::optional<Weakness> weaknessOf(const WaitPattern &P, const Policy &Rules) {
  auto Allowed = [&](const char *Form) {
    return llvm::is_contained(Rules.Backoff.AllowedJitter, Form);
  };
  auto Unless = [&](const char *Form, Weakness W) {
    return Allowed(Form) ? std::nullopt : std::optional<Weakness>(W);
  };
  // What a sum of rounded numbers adds is not the author's.
  constexpr double Tolerance = 0.005;
  if (P.Spread > 0 && P.Spread <= Rules.Backoff.NarrowJitter + Tolerance)
    return Weakness::Narrow;
  switch (P.Form) {
  case Jitter::Full:
    return Unless("full", Weakness::Other);
  case Jitter::Decorrelated:
    return Unless("decorrelated", Weakness::Other);
  case Jitter::Equal:
    return Unless("equal", Weakness::Equal);
  case Jitter::Additive:
    return Unless("additive", Weakness::Additive);
  case Jitter::Constant:
    return Weakness::Constant;
  case Jitter::None:
  case Jitter::Unknown:
    return std::nullopt;
  }
  return std::nullopt;
}

/// The clock or the server has a say in the waits.
bool isPaced(const WaitPattern &P) {
  return llvm::any_of(P.Waits,
                      [](const Wait &W) { return W.Timed || W.FromServer; });
}

} // namespace

void WeakJitterCheck::judge(const RetryLoop &Loop, const Policy &Rules) {
  for (const WaitPattern &P : Loop.Patterns) {
    std::optional<Weakness> W = weaknessOf(P, Rules);
    if (!W || P.Where.isInvalid() || isWebhookDelivery(Loop, P, Rules) ||
        (*W == Weakness::Constant && isPaced(P)))
      continue;
    report(Loop, P.Where,
           "waits %0 before retrying '%1': "
           "%select{only %3 %% of it is random|its floor keeps clients that "
           "failed together clustered (equal jitter)|what is random in it does "
           "not grow with it (additive jitter)|random, but from a range that "
           "never grows|jitter of a form that the policy does not allow}2; "
           "draw each wait from 0 to a ceiling that doubles (full jitter, "
           "retry::call)")
        << describeWaits(P, Loop.Limit.Is) << Loop.Operation
        << static_cast<unsigned>(*W)
        << static_cast<unsigned>(std::lround(P.Spread * 100)) << P.Where;
    explain(Loop);
    return;
  }
}

} // namespace retrylint
