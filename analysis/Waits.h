// The waits of each steady way of failing.
#ifndef RETRYLINT_ANALYSIS_WAITS_H
#define RETRYLINT_ANALYSIS_WAITS_H

#include "analysis/Behaviour.h"
#include "analysis/Interpreter.h"

namespace retrylint {

/// What the checks know of an amount that is waited.
Wait waitOf(const Value &Amount, unsigned Taints, bool UnitKnown);

std::vector<WaitPattern> waitsOf(llvm::ArrayRef<const Path *> Failing,
                                 const RunResult &Run, clang::SourceRange Cycle,
                                 const Pool &Symbols, ApiIndex &Apis,
                                 const clang::ASTContext &Ctx);

} // namespace retrylint

#endif
