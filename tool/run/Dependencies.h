// What the analysis of a unit asked of the file system, and whether it would
// hear the same today.
#ifndef RETRYLINT_TOOL_RUN_DEPENDENCIES_H
#define RETRYLINT_TOOL_RUN_DEPENDENCIES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <string>

namespace retrylint {

struct Dependency {
  enum Kind { Absent, Exists, Content, Listing } Is = Absent;
  uint64_t Hash = 0; // of a file's bytes, or of the names in a folder
};

/// By absolute path. A header that is not there counts as much as one that is:
/// it may come, and be found before another.
using Dependencies = std::map<std::string, Dependency>;

std::string pack(const Dependencies &Needs);
/// What pack gave, until \p Use says no; whether it never did.
bool eachPacked(
    llvm::StringRef Packed,
    llvm::function_ref<bool(const std::string &Path, const Dependency &)> Use);

/// Passes everything on, and notes what it was asked.
class TracingFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  TracingFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Real)
      : ProxyFileSystem(std::move(Real)) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &Dir,
                                          std::error_code &EC) override;

  Dependencies Seen;

private:
  Dependency &note(const llvm::Twine &Path, Dependency::Kind Kind);
};

/// Asks each question once.
class Freshness {
public:
  bool holds(const std::string &Path, const Dependency &D);

private:
  llvm::StringMap<uint64_t> Contents, Listings;
  llvm::StringMap<bool> There;
};

} // namespace retrylint

#endif
