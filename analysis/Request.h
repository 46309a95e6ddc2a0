// What is sent: the HTTP method, and whether an idempotency key goes with it.
#ifndef RETRYLINT_ANALYSIS_REQUEST_H
#define RETRYLINT_ANALYSIS_REQUEST_H

#include "analysis/Behaviour.h"
#include "analysis/Candidates.h"
#include "rules/Policy.h"

namespace retrylint {

struct Request {
  Fact<std::string> Method;
  Fact<bool> HasKey;
  Fact<bool> Idempotent;
};

/// `Function` holds the call `What.Attempt`; `ReadsHttp` says that the reply's
/// HTTP status is looked at.
Request requestOf(const Candidate &What, const clang::FunctionDecl &Looping,
                  bool ReadsHttp, const Policy &P, ApiIndex &Apis,
                  clang::ASTContext &Ctx);

} // namespace retrylint

#endif
