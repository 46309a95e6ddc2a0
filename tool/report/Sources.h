// The text of source files, read once each.
#ifndef RETRYLINT_TOOL_REPORT_SOURCES_H
#define RETRYLINT_TOOL_REPORT_SOURCES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <vector>

namespace retrylint {

class Sources {
public:
  /// Empty if the file cannot be read.
  llvm::StringRef text(llvm::StringRef File);
  /// Counted from 1, without the end of line; empty if there is none.
  llvm::StringRef line(llvm::StringRef File, unsigned Number);
  /// The line and column of an offset; both count from 1, columns characters.
  std::pair<unsigned, unsigned> place(llvm::StringRef File, unsigned Offset);

private:
  struct Source {
    std::unique_ptr<llvm::MemoryBuffer> Buffer;
    std::vector<llvm::StringRef> Lines;
  };
  const Source &get(llvm::StringRef File);
  llvm::StringMap<Source> Files;
};

} // namespace retrylint

#endif
