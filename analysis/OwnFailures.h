// Failures that a loop treats apart from all others (rule L6).
#ifndef RETRYLINT_ANALYSIS_OWNFAILURES_H
#define RETRYLINT_ANALYSIS_OWNFAILURES_H

#include "analysis/Behaviour.h"
#include "analysis/Interpreter.h"
#include "analysis/Recognition.h"
#include "rules/ApiModel.h"

namespace retrylint {

/// A failure counts if no other one goes round, or if it alone has its own
/// number of attempts.
std::vector<OwnFailure> ownFailures(const RunResult &Run, const Recognition &R,
                                    const ApiModels &Models,
                                    const clang::ASTContext &Ctx);

} // namespace retrylint

#endif
