// The findings that were there before, which are to be left alone.
#ifndef RETRYLINT_TOOL_COMMANDS_BASELINE_H
#define RETRYLINT_TOOL_COMMANDS_BASELINE_H

#include "tool/report/Report.h"
#include "llvm/Support/Error.h"

namespace retrylint {

/// Writes every finding that is not suppressed.
llvm::Error createBaseline(llvm::StringRef File, const Report &R);

/// Takes the findings of the baseline out of the report. With \p Prune, those
/// that are no longer found are taken out of the baseline.
llvm::Error applyBaseline(llvm::StringRef File, Report &R, bool Prune);

} // namespace retrylint

#endif
