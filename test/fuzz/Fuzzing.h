// What the fuzzers of the YAML readers expect of an error.
#ifndef RETRYLINT_TEST_FUZZ_FUZZING_H
#define RETRYLINT_TEST_FUZZ_FUZZING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <cstdlib>

namespace retrylint {

inline void expectOneLine(llvm::Error E, llvm::StringRef Prefix) {
  if (!E)
    return;
  std::string Text = llvm::toString(std::move(E));
  if (!llvm::StringRef(Text).starts_with(Prefix) ||
      Text.find('\n') != std::string::npos)
    std::abort();
}

} // namespace retrylint

#endif
