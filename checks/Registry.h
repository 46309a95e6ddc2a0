// The checks by name, for listings; see Checks.def.
#ifndef RETRYLINT_CHECKS_REGISTRY_H
#define RETRYLINT_CHECKS_REGISTRY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace retrylint {

struct CheckInfo {
  llvm::StringRef Name; // without the prefix "retry-"
  llvm::StringRef Summary;
};

llvm::ArrayRef<CheckInfo> allChecks();

} // namespace retrylint

#endif
