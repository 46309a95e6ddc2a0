// What --fix and --fix-dry-run do.
#ifndef RETRYLINT_TOOL_COMMANDS_FIXES_H
#define RETRYLINT_TOOL_COMMANDS_FIXES_H

#include "tool/report/Report.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace retrylint {

/// Changes the files, and takes what it fixed out of the report. Of fixes that
/// overlap, the first is made.
llvm::Error applyFixes(Report &R);

/// Prints the change instead, as a unified diff that `patch -p1` reads.
llvm::Error printFixes(llvm::raw_ostream &OS, const Report &R);

} // namespace retrylint

#endif
