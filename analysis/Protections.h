// What is taken off between two attempts: verification, credentials,
// encryption.
#ifndef RETRYLINT_ANALYSIS_PROTECTIONS_H
#define RETRYLINT_ANALYSIS_PROTECTIONS_H

#include "analysis/Behaviour.h"
#include "analysis/Interpreter.h"
#include "rules/Policy.h"

namespace retrylint {

/// Statements that take a protection off by what they write: to be watched.
struct ProtectionWrite {
  Protection What = Protection::None;
  std::optional<bool> If; // set: only by this value
};
using ProtectionWrites = std::map<const clang::Stmt *, ProtectionWrite>;
ProtectionWrites protectionWrites(const clang::FunctionDecl &F);

Fact<Protection> droppedProtection(const RunResult &Run,
                                   const ProtectionWrites &Writes);

} // namespace retrylint

#endif
