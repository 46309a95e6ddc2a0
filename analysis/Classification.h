// Does the loop look at what failed, or only whether it did?
#ifndef RETRYLINT_ANALYSIS_CLASSIFICATION_H
#define RETRYLINT_ANALYSIS_CLASSIFICATION_H

#include "analysis/Behaviour.h"
#include "analysis/Recognition.h"

namespace retrylint {

/// True: every failure goes round alike.
Fact<bool> failuresAlike(const RunResult &Run, const Recognition &R,
                         const clang::FunctionDecl &F, const Pool &Symbols,
                         clang::ASTContext &Ctx);

/// Not both answers about errno go round. It may be read for a log line alone.
bool errnoDecides(const RunResult &Run, const Pool &Symbols);

/// Whether a value of this enumeration says that all is well, by its name.
bool namesSuccess(const clang::EnumConstantDecl &C);

} // namespace retrylint

#endif
