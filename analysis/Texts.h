// What a text says, as far as it is written down: a query, a command.
#ifndef RETRYLINT_ANALYSIS_TEXTS_H
#define RETRYLINT_ANALYSIS_TEXTS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace retrylint {

/// The literals that make the text, in their order and with a space between
/// two. Follows a variable to everything that its function writes into it, and
/// a parameter to what the calls pass that lead there, outermost first.
std::string writtenText(const clang::Expr &E,
                        llvm::ArrayRef<const clang::Expr *> Sites = {});

/// Whether the text begins with these words, whatever the case and the spaces.
bool beginsWith(llvm::StringRef Text, llvm::StringRef Words);
/// Whether they are somewhere in it.
bool containsWords(llvm::StringRef Text, llvm::StringRef Words);

} // namespace retrylint

#endif
