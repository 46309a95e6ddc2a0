// The entry: a translation unit in, its retry loops out.
#ifndef RETRYLINT_ANALYSIS_ANALYSIS_H
#define RETRYLINT_ANALYSIS_ANALYSIS_H

#include "analysis/Behaviour.h"
#include "rules/Policy.h"
#include <vector>

namespace clang {
class ASTContext;
}

namespace retrylint {

/// Every retry loop in the functions of the traversal scope that are not in
/// system headers, in source order.
std::vector<RetryLoop> findRetryLoops(clang::ASTContext &Ctx,
                                      const Policy &ThePolicy);

} // namespace retrylint

#endif
