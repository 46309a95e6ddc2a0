// What a function is given, where everybody who calls it is in sight.
#ifndef RETRYLINT_ANALYSIS_PARAMETERS_H
#define RETRYLINT_ANALYSIS_PARAMETERS_H

#include "analysis/UnitCalls.h"
#include "clang/AST/APValue.h"
#include <utility>
#include <vector>

namespace retrylint {

using KnownParameters =
    std::vector<std::pair<const clang::ParmVarDecl *, clang::APValue>>;

/// The parameters for which all callers pass the same constant. Nothing if
/// another unit may call the function, or somebody who has its address.
KnownParameters knownParameters(const clang::FunctionDecl &F, UnitCalls &Calls,
                                const clang::ASTContext &Ctx);

} // namespace retrylint

#endif
