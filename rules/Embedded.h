// The YAML files of rules/, compiled in, so that a binary works alone.
#ifndef RETRYLINT_RULES_EMBEDDED_H
#define RETRYLINT_RULES_EMBEDDED_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace retrylint {

struct EmbeddedFile {
  llvm::StringRef Name; // "default.yaml"
  llvm::StringRef Text;
};

llvm::ArrayRef<EmbeddedFile> embeddedPolicies(); // rules/policy
llvm::ArrayRef<EmbeddedFile> embeddedApis();     // rules/apis

} // namespace retrylint

#endif
