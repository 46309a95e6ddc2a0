#include "checks/TlsErrorCheck.h"
#include "checks/Describe.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

void TlsErrorCheck::judge(const RetryLoop &Loop, const Policy &P) {
  if (Loop.Drops.known() && Loop.Drops.Is != Protection::None)
    return; // degraded-auth says it
  for (const RetriedCodes &Codes : Loop.Codes) {
    std::vector<int> Never;
    auto Take = [&](int C) {
      auto Name = Codes.Names.find(C);
      if (Name != Codes.Names.end() &&
          llvm::is_contained(P.Security.NeverRetried, Name->second.Failure))
        Never.push_back(C);
    };
    llvm::for_each(Codes.Known, Take);
    if (sure(Certainty::Possible))
      llvm::for_each(Codes.Possible, Take);
    if (Never.empty())
      continue;
    report(Loop, Loop.AttemptAt,
           "goes round again on %0 of '%1'; a certificate that is refused may "
           "be an attacker's, and is no better the next time: fail at once")
        << describeCodes(Codes, Never) << Loop.Operation << Loop.AttemptAt;
    if (Codes.ReadAt.isValid())
      diag(Codes.ReadAt.getBegin(), "the code is looked at here",
           clang::DiagnosticIDs::Note);
    explain(Loop);
    return;
  }
}

} // namespace retrylint
