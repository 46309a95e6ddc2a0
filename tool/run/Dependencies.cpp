#include "tool/run/Dependencies.h"
#include "rules/Packed.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace retrylint;

namespace {

/// Hashes what is read, not what is there a moment later.
class HashedFile : public vfs::File {
public:
  HashedFile(std::unique_ptr<vfs::File> Real, Dependency &Seen)
      : Real(std::move(Real)), Seen(Seen) {}
  ErrorOr<vfs::Status> status() override { return Real->status(); }
  ErrorOr<std::string> getName() override { return Real->getName(); }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name,
                                                   int64_t Size,
                                                   bool Terminated,
                                                   bool Volatile) override {
    auto Buffer = Real->getBuffer(Name, Size, Terminated, Volatile);
    if (Buffer)
      Seen = {Dependency::Content, xxh3_64bits((*Buffer)->getBuffer())};
    return Buffer;
  }
  std::error_code close() override { return Real->close(); }

private:
  std::unique_ptr<vfs::File> Real;
  Dependency &Seen;
};

uint64_t listingOf(StringRef Dir) {
  std::vector<std::string> Names;
  std::error_code EC;
  for (sys::fs::directory_iterator I(Dir, EC), E; !EC && I != E;
       I.increment(EC))
    Names.push_back(sys::path::filename(I->path()).str());
  llvm::sort(Names);
  std::string All;
  for (const std::string &Name : Names)
    All += Name + '\0';
  return xxh3_64bits(All);
}

} // namespace

/// The strongest answer is kept.
Dependency &TracingFileSystem::note(const Twine &Path, Dependency::Kind Kind) {
  SmallString<256> Full;
  Path.toVector(Full);
  (void)makeAbsolute(Full);
  sys::path::remove_dots(Full);
  Dependency &D = Seen[Full.str().str()];
  D.Is = std::max(D.Is, Kind);
  return D;
}

ErrorOr<vfs::Status> TracingFileSystem::status(const Twine &Path) {
  auto Status = ProxyFileSystem::status(Path);
  note(Path, Status ? Dependency::Exists : Dependency::Absent);
  return Status;
}

bool TracingFileSystem::exists(const Twine &Path) {
  bool There = ProxyFileSystem::exists(Path);
  note(Path, There ? Dependency::Exists : Dependency::Absent);
  return There;
}

ErrorOr<std::unique_ptr<vfs::File>>
TracingFileSystem::openFileForRead(const Twine &Path) {
  auto File = ProxyFileSystem::openFileForRead(Path);
  if (!File) {
    note(Path, Dependency::Absent);
    return File;
  }
  return std::make_unique<HashedFile>(std::move(*File),
                                      note(Path, Dependency::Exists));
}

vfs::directory_iterator TracingFileSystem::dir_begin(const Twine &Dir,
                                                     std::error_code &EC) {
  Dependency &D = note(Dir, Dependency::Listing);
  SmallString<256> Full;
  Dir.toVector(Full);
  (void)makeAbsolute(Full);
  D.Hash = listingOf(Full);
  return ProxyFileSystem::dir_begin(Dir, EC);
}

/// Sorted paths have much in common with the one before.
std::string retrylint::pack(const Dependencies &Needs) {
  std::string Out;
  packed::put(Needs.size(), Out);
  StringRef Last;
  for (const auto &[Path, D] : Needs) {
    auto Differs =
        std::mismatch(Last.begin(), Last.end(), Path.begin(), Path.end());
    size_t Common = Differs.first - Last.begin();
    packed::put(Common, Out);
    packed::put(StringRef(Path).drop_front(Common), Out);
    packed::put(static_cast<size_t>(D.Is), Out);
    if (D.Is >= Dependency::Content)
      packed::put(static_cast<size_t>(D.Hash), Out);
    Last = Path;
  }
  return Out;
}

bool retrylint::eachPacked(
    StringRef In,
    function_ref<bool(const std::string &Path, const Dependency &)> Use) {
  std::string Path;
  for (size_t Left = packed::number(In); Left; --Left) {
    Path.resize(packed::number(In));
    Path += packed::text(In);
    Dependency D;
    D.Is = static_cast<Dependency::Kind>(packed::number(In));
    if (D.Is >= Dependency::Content)
      D.Hash = packed::number(In);
    if (!Use(Path, D))
      return false;
  }
  return true;
}

bool Freshness::holds(const std::string &Path, const Dependency &D) {
  switch (D.Is) {
  case Dependency::Content: {
    auto [It, New] = Contents.try_emplace(Path);
    if (New)
      if (auto Buffer = MemoryBuffer::getFile(Path))
        It->second = xxh3_64bits((*Buffer)->getBuffer());
    return It->second == D.Hash;
  }
  case Dependency::Listing: {
    auto [It, New] = Listings.try_emplace(Path);
    if (New)
      It->second = listingOf(Path);
    return It->second == D.Hash;
  }
  case Dependency::Exists:
  case Dependency::Absent: {
    auto [It, New] = There.try_emplace(Path);
    if (New)
      It->second = sys::fs::exists(Path);
    return It->second == (D.Is == Dependency::Exists);
  }
  }
  llvm_unreachable("unknown kind");
}
