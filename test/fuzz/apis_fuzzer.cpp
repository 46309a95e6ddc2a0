// No model file crashes the reader, and every error is one line with a place.
// REQUIRES: fuzzers
// RUN: rm -rf %t && mkdir %t
// RUN: %fuzzers/apis_fuzzer -runs=20000 -seed=1 -max_len=16384 -timeout=5 %t
// %root/rules/apis
#include "Fuzzing.h"
#include "rules/ApiModelLoader.h"

using namespace retrylint;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  ApiModels Models;
  expectOneLine(readApiModels(Text, "/f.yaml", Models), "/f.yaml:");
  return 0;
}
