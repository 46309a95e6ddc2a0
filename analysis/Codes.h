// Which status codes go round again: each is tried.
#ifndef RETRYLINT_ANALYSIS_CODES_H
#define RETRYLINT_ANALYSIS_CODES_H

#include "analysis/Behaviour.h"
#include "analysis/Recognition.h"
#include "rules/Policy.h"

namespace retrylint {

std::vector<RetriedCodes>
retriedCodes(Interpreter &Machine, const clang::FunctionDecl &F,
             const Scenario &Base, const RunResult &Run, const Recognition &R,
             const Candidate &What, const Policy &P);

/// Part of the outcome is an HTTP status: modelled, or compared like one.
bool readsHttpStatus(const RunResult &Run);
/// Whether a code of the library is told from others, not only from success.
bool readsLibraryCode(const RunResult &Run);
/// Whether one of them leaves open if the operation was carried out.
bool answerMayBeLost(llvm::ArrayRef<RetriedCodes> Retried);
bool isHttpStatus(const RunResult &Run, const std::string &Key);

/// In a run with a known outcome: does it go round whatever else the dependency
/// says?
Certainty goesRound(const RunResult &Run);

} // namespace retrylint

#endif
