#include "checks/MissingCapCheck.h"
#include "checks/Describe.h"
#include "checks/Schedule.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

namespace {

// In the order of the message's %select.
enum class Excess { Reached, Unlimited, HighCap, Overflow };

struct Fault {
  Excess Kind;
  size_t Retry;   // the first that waits too long, from 0
  double Longest; // in seconds
  Certainty Sure = Certainty::Known;
};

bool isKnown(const Wait &W) {
  return W.Numeric && W.UnitKnown && !W.Timed && !W.FromServer;
}

/// An unknown amount is multiplied over and over.
bool multiplies(llvm::ArrayRef<Wait> Waits) {
  constexpr double Many = 1024;
  for (size_t I = 1; I < Waits.size(); ++I) {
    if (Waits[I].Numeric || Waits[I].Timed || Waits[I].FromServer ||
        Waits[I].Share <= Waits[I - 1].Share)
      return false;
    if (Waits[I].Share >= Many * Waits[0].Share)
      return Waits[0].Share > 0;
  }
  return false;
}

std::optional<Fault> faultOf(llvm::ArrayRef<Wait> Waits, bool Complete,
                             const Bound &Limit, double Cap, double MaxCap) {
  if (Waits.size() < 2)
    return std::nullopt;
  double Longest = 0;
  size_t Over = 0;
  for (const Wait &W : Waits)
    Longest = isKnown(W) ? std::max(Longest, W.Hi) : Longest;
  while (Over < Waits.size() && !(isKnown(Waits[Over]) && Waits[Over].Hi > Cap))
    ++Over;
  // What is too long from the start and stays so is no growth.
  bool Exceeds =
      Over < Waits.size() && isKnown(Waits[0]) && Longest > Waits[0].Hi;
  const Wait &Last = Waits.back(), &Before = Waits.drop_back().back();
  bool Capped = isKnown(Last) && Last.Hi == Longest && isKnown(Before) &&
                Before.Hi == Longest;
  if (Exceeds && !Capped)
    return Fault{Complete ? Excess::Reached : Excess::Unlimited, Over, Longest};
  if (Exceeds && Longest > MaxCap)
    return Fault{Excess::HighCap, Over, Longest};
  if (!Complete && multiplies(Waits))
    return Fault{Excess::Unlimited, 0, 0};
  auto Wrong = llvm::find_if(Waits, [](const Wait &W) { return W.Overflows; });
  if (Wrong == Waits.end())
    return std::nullopt;
  // How often it goes round may be for the caller to say.
  bool Reached = Complete || Limit.Kind == BoundKind::None ||
                 Limit.Kind == BoundKind::Shutdown;
  return Fault{Excess::Overflow, size_t(Wrong - Waits.begin()), 0,
               Reached ? Certainty::Known : Certainty::Possible};
}

} // namespace

void MissingCapCheck::judge(const RetryLoop &Loop, const Policy &Rules) {
  for (const WaitPattern &P : Loop.Patterns) {
    if (P.Where.isInvalid() || isWebhookDelivery(Loop, P, Rules))
      continue;
    std::vector<Wait> Waits = P.Waits;
    if (P.Complete && P.AfterLast)
      Waits.push_back(*P.AfterLast);
    const std::vector<double> &Schedule = Rules.Backoff.WebhookSchedule;
    bool Hook = contextOf(Loop, P, Rules) == retrylint::Context::Webhook;
    double Cap =
        Hook && !Schedule.empty() ? Schedule.back() : Rules.Backoff.Cap;
    double MaxCap = std::max(Cap, Rules.Backoff.MaxCap);
    std::optional<Fault> F;
    if (!P.Capped)
      F = faultOf(Waits, P.Complete, Loop.Limit.Is, Cap, MaxCap);
    else if (P.CappedAt > MaxCap)
      F = Fault{Excess::HighCap, 0, P.CappedAt};
    if (!F || !sure(F->Sure))
      continue;
    double Limit = F->Kind == Excess::HighCap ? MaxCap : Cap;
    bool Cappable = F->Kind == Excess::Reached || F->Kind == Excess::Unlimited;
    offer(
        report(
            Loop, P.Where,
            "%select{waits up to %1 before retrying '%0'|waits %2 before "
            "retrying '%0', growing without a cap|lets the wait before "
            "retrying "
            "'%0' grow to %1|the computation of the wait before retry %3 of "
            "'%0' overflows}4; "
            "%select{cap the growth at %5|cap the growth at %5|no wait should "
            "be longer than %5|limit the exponent before it is used, and the "
            "wait to %5}4 (retry::call)")
            << Loop.Operation << describeTotal(F->Longest)
            << describeWaits(P, Loop.Limit.Is)
            << static_cast<unsigned>(F->Retry + 1)
            << static_cast<unsigned>(F->Kind) << describeSeconds(Limit)
            << P.Where,
        Loop, Cappable ? capWait(Loop, P, Limit) : std::nullopt);
    explain(Loop);
    return;
  }
}

} // namespace retrylint
