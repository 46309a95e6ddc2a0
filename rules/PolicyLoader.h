// Finds, reads and merges policy files.
#ifndef RETRYLINT_RULES_POLICYLOADER_H
#define RETRYLINT_RULES_POLICYLOADER_H

#include "rules/Policy.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>

namespace retrylint {

inline constexpr llvm::StringLiteral PolicyFileName = ".retrylint.yaml";

/// The policy that is compiled in (rules/policy/default.yaml).
const Policy &defaultPolicy();

/// The policy in force for a source file: the nearest `.retrylint.yaml` in its
/// directory or above, else the default.
llvm::Expected<Policy> loadPolicy(llvm::StringRef SourceFile,
                                  llvm::vfs::FileSystem &FS);

/// The policy of one file, whatever its name.
llvm::Expected<Policy> loadPolicyFile(llvm::StringRef File,
                                      llvm::vfs::FileSystem &FS);

/// The path that loadPolicy reads; empty if there is none.
std::string findPolicyFile(llvm::StringRef SourceFile,
                           llvm::vfs::FileSystem &FS);

/// Differs when some file that the policy was read from was written anew.
std::string stateOf(const Policy &P, llvm::vfs::FileSystem &FS);

} // namespace retrylint

#endif
