// No policy file crashes the reader, and every error is one line with a place.
// REQUIRES: fuzzers
// RUN: rm -rf %t && mkdir %t
// RUN: %fuzzers/policy_fuzzer -runs=20000 -seed=1 -max_len=16384 -timeout=5 %t
// %root/rules/policy
#include "Fuzzing.h"
#include "rules/PolicyLoader.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace retrylint;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::vfs::InMemoryFileSystem FS;
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  FS.addFile("/p.yaml", 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  expectOneLine(loadPolicyFile("/p.yaml", FS).takeError(), "/p.yaml:");
  return 0;
}
