// Which calls put a header into a request, as far as the source tells.
#ifndef RETRYLINT_ANALYSIS_HEADERS_H
#define RETRYLINT_ANALYSIS_HEADERS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace retrylint {

/// The text of a literal, also through a string object or a named constant.
/// False: it is no constant text.
bool constantText(const clang::Expr *E, std::string &Text);

/// A name that speaks of an idempotency key.
bool namesKey(llvm::StringRef Name);

/// A call that sets a header: the value is made of the arguments from `First`
/// on.
struct HeaderWrite {
  std::string Name; // in lower case; empty: the call sets none
  unsigned First = 0;
  bool Begun = false; // and of the text in front of them: "Name: order-%d"
};

/// `Names` are looked for as an argument of their own in front of a value
/// ("Name", value), and in front of a colon in a text that is being put
/// together ("Name: " + value). A parameter or member that is named for the
/// key stands for the first of the names.
HeaderWrite headerWrite(const clang::Expr &Call,
                        llvm::ArrayRef<std::string> Names);

} // namespace retrylint

#endif
