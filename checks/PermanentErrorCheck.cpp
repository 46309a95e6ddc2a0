#include "checks/PermanentErrorCheck.h"
#include "checks/Describe.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

/// Neither idempotent nor keyed, as far as is known.
static bool isUnprotected(const RetryLoop &Loop, const Policy &P) {
  return Loop.Method.known() &&
         llvm::is_contained(P.Idempotency.KeyedMethods, Loop.Method.Is) &&
         Loop.HasKey.known() && !Loop.HasKey.Is;
}

/// The refusal that made the loop drop its credentials: degraded-auth says it.
static bool isRefusal(int Code, StatusDomain Domain) {
  return Domain == StatusDomain::Http
             ? Code == 401 || Code == 403 || Code == 407
             : Domain == StatusDomain::Grpc && (Code == 7 || Code == 16);
}

static bool isPermanent(int Code, const RetriedCodes &In, const RetryLoop &Loop,
                        const Policy &P) {
  if (auto Named = In.Names.find(Code); Named != In.Names.end())
    return llvm::is_contained(P.Classification.PermanentFailures,
                              Named->second.Failure) &&
           !llvm::is_contained(P.Security.NeverRetried, Named->second.Failure);
  const auto &Lists = In.Domain == StatusDomain::Http ? P.Classification.Http
                                                      : P.Classification.Grpc;
  if (Loop.Drops.known() && Loop.Drops.Is != Protection::None &&
      isRefusal(Code, In.Domain))
    return false;
  if (llvm::is_contained(Lists.Retryable, Code))
    return false;
  return llvm::is_contained(Lists.Permanent, Code) ||
         (Lists.Other4xxPermanent && Code >= 400 && Code < 500);
}

void PermanentErrorCheck::judge(const RetryLoop &Loop, const Policy &P) {
  for (const RetriedCodes &Codes : Loop.Codes) {
    std::vector<int> Round = Codes.Known, Permanent;
    if (sure(Certainty::Possible))
      Round.insert(Round.end(), Codes.Possible.begin(), Codes.Possible.end());
    llvm::sort(Round);
    llvm::copy_if(Round, std::back_inserter(Permanent),
                  [&](int C) { return isPermanent(C, Codes, Loop, P); });
    if (Permanent.empty())
      continue;
    // That such a request is retried at all is non-idempotent's finding; here
    // the statuses are completed.
    if (Codes.Domain == StatusDomain::Http && isUnprotected(Loop, P)) {
      llvm::copy_if(Round, std::back_inserter(Permanent), [&](int C) {
        return llvm::is_contained(P.Classification.Http.IfIdempotent, C);
      });
      llvm::sort(Permanent);
    }
    report(
        Loop, Loop.AttemptAt,
        "goes round again on %0, which can never succeed, when retrying '%1'; "
        "classify the answer before retrying (retry::classify)")
        << describeCodes(Codes, Permanent) << Loop.Operation << Loop.AttemptAt;
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
