// The entry: a translation unit in, what it retries out.
#ifndef RETRYLINT_ANALYSIS_ANALYSIS_H
#define RETRYLINT_ANALYSIS_ANALYSIS_H

#include "analysis/Behaviour.h"
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

/// Of what is in the traversal scope and not in system headers.
UnitFacts factsOf(clang::ASTContext &Ctx, const Policy &ThePolicy);

} // namespace retrylint

#endif
