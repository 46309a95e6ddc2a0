#include "tool/run/Snapshot.h"
#include "llvm/Support/Errc.h"

using namespace llvm;
using namespace retrylint;

namespace {

class KnownFile : public vfs::File {
public:
  KnownFile(const Snapshot::File &Known, const Twine &Path)
      : Known(Known), Path(Path.str()) {}
  ErrorOr<vfs::Status> status() override {
    return vfs::Status::copyWithNewName(**Known.Status, Path);
  }
  ErrorOr<std::string> getName() override { return Known.RealPath; }
  ErrorOr<std::unique_ptr<MemoryBuffer>>
  getBuffer(const Twine &Name, int64_t, bool Terminated, bool) override {
    return MemoryBuffer::getMemBuffer(Known.Content->getBuffer(), Name.str(),
                                      Terminated);
  }
  std::error_code close() override { return {}; }

private:
  const Snapshot::File &Known;
  std::string Path;
};

/// Leaves what is read from it in the snapshot.
class NewFile : public vfs::File {
public:
  NewFile(std::unique_ptr<vfs::File> Real, Snapshot &All, Snapshot::File &Known)
      : Real(std::move(Real)), All(All), Known(Known) {}
  ErrorOr<vfs::Status> status() override { return Real->status(); }
  ErrorOr<std::string> getName() override { return Real->getName(); }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name,
                                                   int64_t Size,
                                                   bool Terminated,
                                                   bool Volatile) override {
    ++Known.Read;
    bool Keep = Terminated && !Known.Content && All.worthKeeping(Known);
    // What is mapped changes with the file.
    auto Buffer = Real->getBuffer(Name, Size, Terminated, Volatile || Keep);
    if (!Buffer || !Keep)
      return Buffer;
    All.keep(Known, std::move(*Buffer));
    return MemoryBuffer::getMemBuffer(Known.Content->getBuffer(), Name.str());
  }
  std::error_code close() override { return Real->close(); }

private:
  std::unique_ptr<vfs::File> Real;
  Snapshot &All;
  Snapshot::File &Known;
};

} // namespace

Snapshot::File &SnapshotFileSystem::at(const Twine &Path) {
  SmallString<256> Full;
  Path.toVector(Full);
  (void)makeAbsolute(Full);
  return Known[Full];
}

ErrorOr<vfs::Status> SnapshotFileSystem::status(const Twine &Path) {
  Snapshot::File &F = at(Path);
  if (!F.Status)
    F.Status = ProxyFileSystem::status(Path);
  if (!*F.Status)
    return F.Status->getError();
  return vfs::Status::copyWithNewName(**F.Status, Path);
}

bool SnapshotFileSystem::exists(const Twine &Path) {
  auto Status = status(Path);
  return Status && Status->exists();
}

ErrorOr<std::unique_ptr<vfs::File>>
SnapshotFileSystem::openFileForRead(const Twine &Path) {
  Snapshot::File &F = at(Path);
  if (F.Status && !*F.Status)
    return F.Status->getError();
  if (F.Content)
    return std::make_unique<KnownFile>(F, Path);
  auto Real = ProxyFileSystem::openFileForRead(Path);
  if (!Real) {
    if (Real.getError() == errc::no_such_file_or_directory)
      F.Status = Real.getError();
    return Real;
  }
  F.Status = (*Real)->status();
  if (auto Name = (*Real)->getName())
    F.RealPath = *Name;
  return std::make_unique<NewFile>(std::move(*Real), Known, F);
}
