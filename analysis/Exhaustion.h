// Who hears of it when the last attempt has failed.
#ifndef RETRYLINT_ANALYSIS_EXHAUSTION_H
#define RETRYLINT_ANALYSIS_EXHAUSTION_H

#include "analysis/Behaviour.h"
#include "analysis/Interpreter.h"
#include "analysis/Recognition.h"

namespace retrylint {

/// Compares how the function ends after the last attempt with how it ends after
/// success. Of a message only those hear that are handed it, and nobody of what
/// is returned if all callers drop it.
Fact<GivingUp> givingUp(const RunResult &Run, const Recognition &R,
                        const clang::FunctionDecl &F, const Pool &Symbols,
                        ApiIndex &Apis, clang::ASTContext &Ctx, bool OfMessage,
                        bool ResultDropped);

} // namespace retrylint

#endif
