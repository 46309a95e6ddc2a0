// Whether code lies where a policy's glob says.
#ifndef RETRYLINT_ANALYSIS_WHERE_H
#define RETRYLINT_ANALYSIS_WHERE_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/StringRef.h"

namespace retrylint {

/// The function has a qualified name that fits, or a function around it does:
/// a lambda belongs to who wrote it.
bool functionFits(const clang::FunctionDecl &F, llvm::StringRef Glob);

/// The file has a path that fits, as it was given or in full.
bool pathFits(clang::SourceLocation L, const clang::SourceManager &SM,
              llvm::StringRef Glob);

} // namespace retrylint

#endif
