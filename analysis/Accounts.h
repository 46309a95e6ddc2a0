// Tells what happened on the paths of a retry.
#ifndef RETRYLINT_ANALYSIS_ACCOUNTS_H
#define RETRYLINT_ANALYSIS_ACCOUNTS_H

#include "analysis/Behaviour.h"
#include "analysis/Recognition.h"

namespace retrylint {

/// Sets the accounts of L: the ways of failing, how each gives up, and one way
/// of success.
void giveAccounts(RetryLoop &L, const RunResult &Run, const Recognition &R,
                  const Pool &Symbols, const clang::ASTContext &Ctx);

} // namespace retrylint

#endif
