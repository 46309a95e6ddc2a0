// Code that the compiler did not accept.
#ifndef RETRYLINT_ANALYSIS_ERRORS_H
#define RETRYLINT_ANALYSIS_ERRORS_H

#include "clang/AST/Stmt.h"

namespace retrylint {

/// Something in it has no meaning: a type or a name is missing. What it does
/// nobody knows.
bool containsErrors(const clang::Stmt &S);

} // namespace retrylint

#endif
