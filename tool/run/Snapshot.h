// What a worker has found out about files, so that it asks for each only once.
#ifndef RETRYLINT_TOOL_RUN_SNAPSHOT_H
#define RETRYLINT_TOOL_RUN_SNAPSHOT_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>

namespace retrylint {

/// Units look for the same headers in the same folders.
class Snapshot {
public:
  struct File {
    std::optional<llvm::ErrorOr<llvm::vfs::Status>> Status;
    std::string RealPath;
    std::unique_ptr<llvm::MemoryBuffer> Content;
    unsigned Read = 0; // how often, before the content was kept
  };
  File &operator[](llvm::StringRef Path) { return Files[Path]; }

  /// What is read once may be a unit, which nobody reads again.
  bool worthKeeping(const File &F) const { return F.Read > 1 && Kept < Most; }
  void keep(File &F, std::unique_ptr<llvm::MemoryBuffer> Content) {
    Kept += Content->getBufferSize();
    F.Content = std::move(Content);
  }

private:
  static constexpr size_t Most = 64 << 20;
  llvm::StringMap<File> Files; // by absolute path
  size_t Kept = 0;
};

class SnapshotFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  /// \p Known stays longer than this.
  SnapshotFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Real,
                     Snapshot &Known)
      : ProxyFileSystem(std::move(Real)), Known(Known) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;

private:
  Snapshot::File &at(const llvm::Twine &Path);
  Snapshot &Known;
};

} // namespace retrylint

#endif
