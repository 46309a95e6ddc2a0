// Whether the program itself says, in a log line, that something failed.
#ifndef RETRYLINT_ANALYSIS_FAILUREREPORTS_H
#define RETRYLINT_ANALYSIS_FAILUREREPORTS_H

#include "analysis/ApiIndex.h"
#include "analysis/Path.h"

namespace retrylint {

/// It talks to somebody, by its model or by its name.
bool talksToSomebody(const clang::FunctionDecl &F, ApiIndex &Apis);

/// Between the first attempt and the second, or the end of the path, and before
/// the answer of somebody else decided about it.
bool reportsFailure(const Path &P, ApiIndex &Apis,
                    const clang::ASTContext &Ctx);

} // namespace retrylint

#endif
