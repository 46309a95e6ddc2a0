// `retrylint cache`: what is kept between runs.
#include "tool/Options.h"
#include "tool/commands/Commands.h"
#include "tool/run/Cache.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace retrylint;

namespace {

cl::opt<std::string> Action(cl::Positional, cl::desc("clear|stats"),
                            cl::cat(category()), cl::sub(cacheCommand()));
cl::opt<std::string> Dir("cache-dir", cl::value_desc("DIR"),
                         cl::cat(category()), cl::sub(cacheCommand()),
                         cl::desc("The folder; without it, the user's"));

} // namespace

cl::SubCommand &retrylint::cacheCommand() {
  static cl::SubCommand Command("cache", "Empty the cache, or show its size");
  return Command;
}

int retrylint::cacheMain() {
  if (Action != "clear" && Action != "stats")
    return usageError(
        createStringError("cache: say what to do: clear or stats"));
  std::string Folder = cacheDirectory(Dir);
  unsigned Entries = 0;
  uint64_t Bytes = 0;
  std::error_code EC;
  for (sys::fs::directory_iterator I(Folder, EC), E; !EC && I != E;
       I.increment(EC)) {
    // Nothing but what we wrote.
    if (!sys::path::filename(I->path()).starts_with("llvmcache-"))
      continue;
    uint64_t Size = 0;
    if (!sys::fs::file_size(I->path(), Size)) {
      ++Entries;
      Bytes += Size;
    }
    if (Action == "clear")
      sys::fs::remove(I->path());
  }
  outs() << formatv("{0}: {1} entries, {2} kB{3}\n", Folder, Entries,
                    Bytes >> 10, Action == "clear" ? ", removed" : "");
  return Clean;
}
