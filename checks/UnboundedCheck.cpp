#include "checks/UnboundedCheck.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

/// A daemon may go on until it is stopped, if it does so politely: every wait
/// differs from client to client, grows, and stays below a cap.
static bool isPolite(const WaitPattern &P) {
  if (P.Waits.size() < 2)
    return false;
  const Wait &Last = P.Waits.back(), &Before = P.Waits[P.Waits.size() - 2];
  bool Capped = Last.Numeric && Before.Numeric && Last.Hi == Before.Hi;
  bool Grew = Last.Hi > P.Waits.front().Hi;
  return Capped && Grew &&
         llvm::all_of(P.Waits, [](const Wait &W) { return W.Random; });
}

void UnboundedCheck::judge(const RetryLoop &Loop, const Policy &) {
  if (!Loop.Limit.known())
    return;
  bool Shutdown = Loop.Limit.Is.Kind == BoundKind::Shutdown;
  if (Shutdown && llvm::all_of(Loop.Patterns, isPolite))
    return;
  if (!Shutdown && Loop.Limit.Is.Kind != BoundKind::None)
    return;
  report(Loop, clang::SourceRange(Loop.CycleAt),
         "retries '%0' %select{for ever|until shutdown}1: neither a number of "
         "attempts "
         "nor a deadline ends it while the dependency fails; limit both "
         "(retry::call)")
      << Loop.Operation << Shutdown;
  explain(Loop);
}

} // namespace retrylint
