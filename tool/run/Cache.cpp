#include "tool/run/Cache.h"
#include "tool/report/Version.h"
#include "tool/run/Answer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace retrylint;

namespace {

constexpr uint64_t MaxSize = 512ull << 20;

std::string digest(StringRef Text) {
  return toHex(SHA256::hash(arrayRefFromStringRef(Text)), /*LowerCase=*/true);
}

/// A program that was built anew may think otherwise.
std::string programHash() {
  static int Here;
  auto Program =
      MemoryBuffer::getFile(sys::fs::getMainExecutable("retrylint", &Here));
  return Program ? std::to_string(xxh3_64bits((*Program)->getBuffer())) : "";
}

/// What the driver reads besides its arguments.
std::string environment() {
  std::string Text;
  for (const char *Name :
       {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "SDKROOT"})
    if (const char *Value = std::getenv(Name))
      Text += std::string(Name) + "=" + Value + '\n';
  return Text;
}

} // namespace

std::string retrylint::cacheDirectory(StringRef Given) {
  SmallString<128> Dir(Given);
  if (Given.empty()) {
    if (!sys::path::cache_directory(Dir))
      return "";
    sys::path::append(Dir, "retrylint");
  }
  return Dir.str().str();
}

Cache::Cache(std::string Dir, const Settings &S) : Dir(std::move(Dir)) {
  Identity = digest(join_items(
      '\n', ToolVersion, LLVM_VERSION_STRING, programHash(),
      join(S.Checks, ","), S.PolicyFile, S.Gates, S.ResourceDir,
      S.Pedantic ? "pedantic" : "", S.Skip ? "skip" : "", environment()));
  (void)sys::fs::create_directories(this->Dir, /*IgnoreExisting=*/true,
                                    sys::fs::owner_all);
}

std::string Cache::entryOf(const Unit &U) const {
  std::string Key = Identity + '\n' + U.File + '\n' + U.Command->Directory +
                    '\n' + join(U.Command->CommandLine, "\n");
  // The name that llvm::pruneCache looks for.
  return Dir + "/llvmcache-" + digest(Key);
}

std::optional<UnitResult> Cache::find(const Unit &U) {
  if (!U.Command)
    return std::nullopt;
  auto Buffer = MemoryBuffer::getFile(entryOf(U));
  if (!Buffer)
    return std::nullopt;
  StringRef In = (*Buffer)->getBuffer();
  uint64_t Sum = 0;
  if (In.size() < sizeof(Sum))
    return std::nullopt;
  memcpy(&Sum, In.data(), sizeof(Sum));
  In = In.drop_front(sizeof(Sum));
  if (Sum != xxh3_64bits(In)) // cut short, or not ours
    return std::nullopt;
  Answer Kept(In);
  if (!Kept.holds(Now))
    return std::nullopt;
  return unpack(Kept.Result);
}

void Cache::store(const Unit &U, StringRef Answer) {
  uint64_t Sum = xxh3_64bits(Answer);
  // Whoever renames last wins; both say the same.
  consumeError(writeToOutput(entryOf(U), [&](raw_ostream &OS) {
    OS.write(reinterpret_cast<const char *>(&Sum), sizeof(Sum));
    OS << Answer;
    return Error::success();
  }));
}

void Cache::prune() const {
  CachePruningPolicy Policy;
  Policy.MaxSizeBytes = MaxSize;
  Policy.MaxSizePercentageOfAvailableSpace = 50;
  pruneCache(Dir, Policy);
}
