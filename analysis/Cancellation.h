// What a loop makes of the wish that it stop.
#ifndef RETRYLINT_ANALYSIS_CANCELLATION_H
#define RETRYLINT_ANALYSIS_CANCELLATION_H

#include "analysis/Behaviour.h"
#include "analysis/Interpreter.h"
#include "analysis/Recognition.h"
#include "rules/Policy.h"

namespace retrylint {

Fact<Cancellation> cancellation(const Recognition &R,
                                const clang::FunctionDecl &F,
                                const clang::Stmt *Loop, const Pool &Symbols,
                                ApiIndex &Apis, const Policy &P);

/// Whether a code that says "cancelled" goes round again.
Fact<Cancellation> cancelledCode(Interpreter &Machine,
                                 const clang::FunctionDecl &F,
                                 const Scenario &Base, const RunResult &Run);

} // namespace retrylint

#endif
