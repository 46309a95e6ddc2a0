// Finding the compilation database of a folder.
#ifndef RETRYLINT_TOOL_DATABASE_H
#define RETRYLINT_TOOL_DATABASE_H

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace retrylint {

struct FoundDatabase {
  std::shared_ptr<const clang::tooling::CompilationDatabase> Database;
  std::string Dir; // the folder that holds it
};

/// Loads the database in \p Dir itself.
llvm::Expected<FoundDatabase> loadDatabase(llvm::StringRef Dir);

/// Searches from a file or folder upward: each folder, then its folders build*
/// and build*/*.
llvm::Expected<FoundDatabase> findDatabase(llvm::StringRef Path);

} // namespace retrylint

#endif
