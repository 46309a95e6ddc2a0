// The entry: a translation unit in, what it retries out.
#ifndef RETRYLINT_ANALYSIS_ANALYSIS_H
#define RETRYLINT_ANALYSIS_ANALYSIS_H

#include "analysis/Behaviour.h"
#include "analysis/QuietFunctions.h"
#include "analysis/Settings.h"
#include "rules/Policy.h"
#include <vector>

namespace clang {
class ASTContext;
}

namespace retrylint {

struct UnitFacts {
  std::vector<RetryLoop> Loops; // in source order
  UnitSettings Settings;
};

/// Of what is in the traversal scope and not in system headers. The past makes
/// it faster, and nothing else.
UnitFacts factsOf(clang::ASTContext &Ctx, const Policy &ThePolicy,
                  const Past *Earlier = nullptr);

} // namespace retrylint

#endif
