// A file system in memory, and what reading from it says.
#ifndef RETRYLINT_TEST_UNIT_RULES_TESTFILES_H
#define RETRYLINT_TEST_UNIT_RULES_TESTFILES_H

#include "rules/PolicyLoader.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "gtest/gtest.h"
#include <string>

namespace retrylint {

class TestFiles {
public:
  llvm::vfs::InMemoryFileSystem FS;

  TestFiles &add(llvm::StringRef Path, llvm::StringRef Text) {
    FS.addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
    return *this;
  }
};

/// The error, or "" if there is none.
template <typename T> std::string errorOf(llvm::Expected<T> Result) {
  return Result ? "" : llvm::toString(Result.takeError());
}

/// The policy of a file "p.yaml" with this text.
inline llvm::Expected<Policy> loadText(llvm::StringRef Text) {
  TestFiles Files;
  Files.add("/p.yaml", Text);
  return loadPolicyFile("/p.yaml", Files.FS);
}

/// The error of a file with this text, without its path.
inline std::string errorIn(llvm::StringRef Text) {
  std::string Error = errorOf(loadText(Text));
  llvm::StringRef Rest = Error;
  EXPECT_TRUE(Error.empty() || Rest.consume_front("/p.yaml:")) << Error;
  EXPECT_FALSE(Rest.contains('\n')) << Error;
  return Rest.str();
}

inline Policy loadValid(llvm::StringRef Text) {
  llvm::Expected<Policy> P = loadText(Text);
  if (P)
    return std::move(*P);
  ADD_FAILURE() << llvm::toString(P.takeError());
  return defaultPolicy();
}

} // namespace retrylint

#endif
