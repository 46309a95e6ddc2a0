// Random numbers that a program makes by itself.
#ifndef RETRYLINT_ANALYSIS_GENERATORS_H
#define RETRYLINT_ANALYSIS_GENERATORS_H

#include "clang/AST/Expr.h"

namespace retrylint {

/// An assignment that takes a generator one step on: `s = s * 1664525 + 1`,
/// `x ^= x << 13`.
bool stepsGenerator(const clang::BinaryOperator &B,
                    const clang::ASTContext &Ctx);

} // namespace retrylint

#endif
