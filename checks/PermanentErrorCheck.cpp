#include "checks/PermanentErrorCheck.h"
#include "checks/Describe.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

static bool isPermanent(int Code, StatusDomain Domain, const Policy &P) {
  const auto &Lists = Domain == StatusDomain::Http ? P.Classification.Http
                                                   : P.Classification.Grpc;
  if (llvm::is_contained(Lists.Retryable, Code))
    return false;
  return llvm::is_contained(Lists.Permanent, Code) ||
         (Lists.Other4xxPermanent && Code >= 400 && Code < 500);
}

void PermanentErrorCheck::judge(const RetryLoop &Loop, const Policy &P) {
  for (const RetriedCodes &Codes : Loop.Codes) {
    std::vector<int> Permanent;
    llvm::copy_if(Codes.Known, std::back_inserter(Permanent),
                  [&](int C) { return isPermanent(C, Codes.Domain, P); });
    if (Permanent.empty())
      continue;
    report(
        Loop, Loop.AttemptAt,
        "goes round again on %0, which can never succeed, when retrying '%1'; "
        "classify the answer before retrying (retry::classify)")
        << describeCodes(Codes.Domain, Permanent) << Loop.Operation
        << Loop.AttemptAt;
    if (Codes.ReadAt.isValid())
      diag(Codes.ReadAt.getBegin(),
           "the %select{code|status}0 is looked at here",
           clang::DiagnosticIDs::Note)
          << (Codes.Domain == StatusDomain::Http);
    explain(Loop);
    return;
  }
}

} // namespace retrylint
