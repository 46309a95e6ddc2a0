// Whether anybody hears of the failures: a log, a metric, a callback.
#ifndef RETRYLINT_ANALYSIS_TELLING_H
#define RETRYLINT_ANALYSIS_TELLING_H

#include "analysis/ApiIndex.h"
#include "analysis/Behaviour.h"
#include "analysis/Recognition.h"

namespace retrylint {

/// Known: no failing path tells anybody. What may be telling counts as such.
Fact<bool> silenceOf(const Recognition &R, const Pool &Known, ApiIndex &Apis);

/// Something is logged on a way round, if only now and then.
bool logsOnTheWay(const FunctionGraph &G, const clang::Stmt &Loop,
                  const clang::Stmt &Attempt, ApiIndex &Apis,
                  clang::ASTContext &Ctx);

} // namespace retrylint

#endif
