// One line on a terminal that says how far it is.
#ifndef RETRYLINT_TOOL_RUN_PROGRESS_H
#define RETRYLINT_TOOL_RUN_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include <chrono>

namespace retrylint {

class Progress {
public:
  /// Silent unless standard error is a terminal.
  Progress(size_t Total, bool Quiet);
  ~Progress(); // the line is wiped

  void begun(llvm::StringRef File);
  void done() { ++Done; }

private:
  size_t Total, Done = 0;
  bool On;
  std::chrono::steady_clock::time_point Start, Shown;
};

} // namespace retrylint

#endif
