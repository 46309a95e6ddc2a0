#include "checks/IgnoredRetryAfterCheck.h"
#include "checks/Describe.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

void IgnoredRetryAfterCheck::judge(const RetryLoop &Loop, const Policy &P) {
  if (!Loop.IgnoresRetryAfter.Is || !sure(Loop.IgnoresRetryAfter.Sure))
    return;
  // A wait that depends on the answer may have it from there.
  for (const WaitPattern &Pattern : Loop.Patterns)
    if (llvm::any_of(Pattern.Waits, [](const Wait &W) { return W.FromServer; }))
      return;
  for (const RetriedCodes &Codes : Loop.Codes) {
    if (Codes.Domain != StatusDomain::Http)
      continue;
    std::vector<int> Told;
    llvm::copy_if(Codes.Known, std::back_inserter(Told), [&](int C) {
      return llvm::is_contained(P.Classification.RetryAfterCodes, C);
    });
    if (Told.empty())
      continue;
    report(Loop, Loop.AttemptAt,
           "goes round again on %0 of '%1' without reading %2; the server says "
           "there when to come back: wait at least that long, or give up if "
           "there is no time left (retry::call)")
        << describeCodes(Codes.Domain, Told) << Loop.Operation
        << P.Classification.RetryAfterHeader << Loop.AttemptAt;
    explain(Loop);
    return;
  }
}

} // namespace retrylint
