// Whether what a header of the answer says is only shown to somebody.
#ifndef RETRYLINT_ANALYSIS_PRINTEDHEADERS_H
#define RETRYLINT_ANALYSIS_PRINTEDHEADERS_H

#include "analysis/ApiIndex.h"
#include "clang/AST/Decl.h"

namespace retrylint {

/// Every mention of the header's name in the function asks an answer for it,
/// and what that gives is logged, and used for nothing else.
bool isOnlyPrinted(const clang::FunctionDecl &F, llvm::StringRef Header,
                   ApiIndex &Apis);

} // namespace retrylint

#endif
