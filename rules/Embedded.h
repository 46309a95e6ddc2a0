// The YAML files of rules/, packed and compiled in, so that a binary works
// alone. Written by EmbedMain.cpp.
#ifndef RETRYLINT_RULES_EMBEDDED_H
#define RETRYLINT_RULES_EMBEDDED_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace retrylint {

struct EmbeddedFile {
  llvm::StringRef Name; // "default.yaml"
  llvm::StringRef Tree; // a packed node
};

/// The entries of one function. There are thousands, so that a program may not
/// even visit all of them: hence positions, which need no relocation.
struct EmbeddedFunction {
  uint32_t Name, Length; // in embeddedBytes()
  uint32_t Entries;      // there: how many, and the position of each
};

llvm::ArrayRef<EmbeddedFile> embeddedPolicies(); // rules/policy
/// rules/apis, without what they say of functions.
llvm::ArrayRef<EmbeddedFile> embeddedApis();
/// Sorted by name. An entry is the library and a packed node without `name` and
/// `in`.
llvm::ArrayRef<EmbeddedFunction> embeddedFunctions();
llvm::StringRef embeddedBytes();

} // namespace retrylint

#endif
