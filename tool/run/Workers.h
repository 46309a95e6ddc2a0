// Processes that do one job after the other, so that a job that crashes, hangs
// or eats the memory ends alone.
#ifndef RETRYLINT_TOOL_RUN_WORKERS_H
#define RETRYLINT_TOOL_RUN_WORKERS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <functional>
#include <string>

namespace retrylint {

struct WorkerLimits {
  unsigned Jobs = 1;         // processes at a time
  unsigned Seconds = 0;      // for one job
  uint64_t Memory = 1 << 30; // of one process, in bytes
};

struct WorkerCalls {
  /// Done in a worker; gives the answer.
  std::function<std::string(size_t Job)> Work;
  std::function<void(size_t Job)> Begun;
  /// In whatever order the answers come.
  std::function<void(size_t Job, llvm::StringRef Answer)> Done;
  std::function<void(size_t Job, const std::string &Reason)> Failed;
};

/// Does the jobs 0 to Count - 1. Gives 0, or the signal (SIGINT, SIGTERM) that
/// ended it early. To be called before there are threads.
int runWorkers(size_t Count, const WorkerLimits &Limits,
               const WorkerCalls &Calls);

} // namespace retrylint

#endif
