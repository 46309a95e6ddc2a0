// How a file begins: its first directives, up to the first #include.
#ifndef RETRYLINT_TOOL_RUN_BEGINNING_H
#define RETRYLINT_TOOL_RUN_BEGINNING_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace clang {
class LangOptions;
} // namespace clang

namespace retrylint {

struct Beginning {
  std::string Text;   // the directives, without what is between them
  unsigned Bytes = 0; // of the file, up to what comes next

  /// None: something else comes first, or a directive that is better left where
  /// it is. \p File ends with a zero.
  static std::optional<Beginning> of(llvm::StringRef File,
                                     const clang::LangOptions &Language);
};

} // namespace retrylint

#endif
