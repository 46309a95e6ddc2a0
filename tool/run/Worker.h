// The inside of a worker process.
#ifndef RETRYLINT_TOOL_RUN_WORKER_H
#define RETRYLINT_TOOL_RUN_WORKER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <string>

namespace retrylint {

/// The exit code of a worker that may have no more memory.
inline constexpr int OutOfMemory = 77;

/// Before the bytes of an answer.
struct AnswerHeader {
  uint64_t Size = 0;
  uint64_t Last = 0; // the worker ends: it has grown too large
};

/// False if the other side is gone.
bool sendBytes(int Socket, const void *Bytes, size_t Size);

/// Answers jobs until the other side closes.
[[noreturn]] void serve(int Socket, uint64_t Memory,
                        llvm::function_ref<std::string(size_t Job)> Work);

} // namespace retrylint

#endif
