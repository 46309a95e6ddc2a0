// The kinds of failure that have no code of their own (rules C4, C5 and L6).
#ifndef RETRYLINT_RULES_FAILURES_H
#define RETRYLINT_RULES_FAILURES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace retrylint {

inline constexpr llvm::StringRef FailureNames[] = {
    "network-timeout", "connection-refused",    "connection-reset",
    "hang-up",         "tls-handshake-timeout", "dns-temporary",
    "deadlock",        "pool-exhausted",        "file-lock",
    "tls-certificate", "serialization",         "invalid-configuration",
    "revoked-token",   "resource-deleted",
};

inline bool isFailure(llvm::StringRef Name) {
  return llvm::is_contained(FailureNames, Name);
}

} // namespace retrylint

#endif
