// The operators that a class declares.
#ifndef RETRYLINT_ANALYSIS_OPERATORS_H
#define RETRYLINT_ANALYSIS_OPERATORS_H

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SmallVector.h"

namespace retrylint {

/// In the order of the source, templates as what they are templates of. They
/// are looked up by name: walking the members of a class that is in a
/// precompiled header reads every one of them from it.
llvm::SmallVector<const clang::CXXMethodDecl *, 2>
operatorsOf(const clang::CXXRecordDecl &R, clang::OverloadedOperatorKind Which);

} // namespace retrylint

#endif
