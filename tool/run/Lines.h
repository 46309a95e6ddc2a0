// Lines and columns of offsets in a file.
#ifndef RETRYLINT_TOOL_RUN_LINES_H
#define RETRYLINT_TOOL_RUN_LINES_H

#include "tool/report/Finding.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace retrylint {

class Lines {
public:
  Lines(llvm::vfs::FileSystem &FS, std::string WorkingDir)
      : FS(FS), WorkingDir(std::move(WorkingDir)) {}

  /// The file by its absolute path, and where in it this is.
  Span span(llvm::StringRef File, unsigned Offset, unsigned Length);
  std::string absolute(llvm::StringRef File) const;

private:
  struct Table {
    std::vector<unsigned> Starts;
    unsigned Size = 0;
  };
  const Table &table(llvm::StringRef File);

  llvm::vfs::FileSystem &FS;
  std::string WorkingDir;
  llvm::StringMap<Table> Files;
};

} // namespace retrylint

#endif
