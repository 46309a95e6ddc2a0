// Is this cycle a retry of that call? Decided by what the paths do.
#ifndef RETRYLINT_ANALYSIS_RECOGNITION_H
#define RETRYLINT_ANALYSIS_RECOGNITION_H

#include "analysis/Candidates.h"
#include "analysis/Interpreter.h"
#include <vector>

namespace retrylint {

struct Recognition {
  /// The ways of failing that go round again, and one way of success.
  std::vector<const Path *> Failing;
  const Path *Success = nullptr;
  /// Every way of success that leaves after the first attempt.
  std::vector<const Path *> Successes;
  /// The part of the outcome that tells them apart; empty: an exception.
  std::string Part;
};

/// Empty `Failing`: no retry.
Recognition recognise(const RunResult &Run, const Candidate &What,
                      ApiIndex &Apis, clang::ASTContext &Ctx);

/// One more try after something was put right: no retry loop.
bool isOneShot(const Path &P);

/// Every way that begins with such a failure was walked to its end; what was
/// not begins otherwise.
bool isComplete(const RunResult &Run, llvm::ArrayRef<const Path *> Failing);

/// Whether the two ways of the first round cannot have the same outcome.
bool tellsApart(const Path &A, const Path &B, std::string *Part = nullptr);

} // namespace retrylint

#endif
