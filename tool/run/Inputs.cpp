#include "tool/run/Inputs.h"
#include "analysis/Compatibility.h"
#include "tool/report/Report.h"
#include "tool/run/Database.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace fs = sys::fs;
namespace path = sys::path;
using clang::tooling::CompilationDatabase;

namespace {

/// Files that share a compilation database.
struct Batch {
  std::shared_ptr<const CompilationDatabase> Database;
  std::vector<std::string> Files;
};

bool isSource(StringRef File) {
  return retrylint::StringSwitch<bool>(path::extension(File))
      .Cases({".c", ".cc", ".cpp", ".cxx", ".c++", ".C"}, true)
      .Default(false);
}

std::vector<std::string> sourcesBelow(StringRef Dir) {
  std::vector<std::string> Found;
  std::error_code EC;
  for (fs::recursive_directory_iterator I(Dir, EC), E; !EC && I != E;
       I.increment(EC))
    if (isSource(I->path()))
      Found.push_back(I->path());
  llvm::sort(Found);
  return Found;
}

bool liesBelow(StringRef File, StringRef Dir) {
  return File.consume_front(Dir) &&
         (File.empty() || path::is_separator(File.front()));
}

std::vector<std::string> filesOf(const CompilationDatabase &Database) {
  std::vector<std::string> Files = Database.getAllFiles();
  llvm::sort(Files);
  Files.erase(llvm::unique(Files), Files.end());
  return Files;
}

/// The files of the database below the folder; all of them if the folder is the
/// database's own and holds no source (a build folder).
Expected<std::vector<std::string>>
filesOfFolder(StringRef Dir, const retrylint::FoundDatabase &Found) {
  std::vector<std::string> All = filesOf(*Found.Database);
  // A compile_flags.txt says how to compile, not what.
  if (All.empty())
    All = sourcesBelow(Dir);
  SmallString<128> RealDir;
  if (std::error_code EC = fs::real_path(Dir, RealDir))
    return createStringError(EC, Dir);
  std::vector<std::string> Below;
  for (const std::string &File : All) {
    SmallString<128> RealFile;
    if (fs::real_path(File, RealFile))
      RealFile = File;
    if (liesBelow(RealFile, RealDir))
      Below.push_back(File);
  }
  if (Below.empty() && fs::equivalent(Dir, Found.Dir))
    Below = std::move(All);
  if (Below.empty())
    return createStringError(Dir + ": no source below this folder in " +
                             Found.Dir + "/compile_commands.json");
  return Below;
}

Expected<retrylint::FoundDatabase>
database(StringRef Path, const retrylint::CommandSource &Source) {
  return Source.BuildDir.empty() ? retrylint::findDatabase(Path)
                                 : retrylint::loadDatabase(Source.BuildDir);
}

Expected<Batch> collectFolder(StringRef Dir,
                              const retrylint::CommandSource &Source) {
  if (Source.Flags) {
    std::vector<std::string> Files = sourcesBelow(Dir);
    if (Files.empty())
      return createStringError(Dir + ": no C or C++ source below this folder");
    return Batch{Source.Flags, std::move(Files)};
  }
  Expected<retrylint::FoundDatabase> Found = database(Dir, Source);
  if (!Found)
    return Found.takeError();
  Expected<std::vector<std::string>> Files = filesOfFolder(Dir, *Found);
  if (!Files)
    return Files.takeError();
  return Batch{Found->Database, std::move(*Files)};
}

Expected<Batch> collectFile(StringRef File,
                            const retrylint::CommandSource &Source) {
  if (Source.Flags)
    return Batch{Source.Flags, {File.str()}};
  Expected<retrylint::FoundDatabase> Found = database(File, Source);
  if (!Found)
    return Found.takeError();
  return Batch{Found->Database, {File.str()}};
}

/// A database may be named by its file as well as by its folder.
Expected<Batch> collectDatabase(StringRef Dir) {
  Expected<retrylint::FoundDatabase> Found = retrylint::loadDatabase(Dir);
  if (!Found)
    return Found.takeError();
  return Batch{Found->Database, filesOf(*Found->Database)};
}

Expected<Batch> collect(StringRef Path,
                        const retrylint::CommandSource &Source) {
  if (!fs::exists(Path))
    return createStringError(Path + ": no such file or folder");
  if (fs::is_directory(Path))
    return collectFolder(Path, Source);
  if (path::filename(Path) == "compile_commands.json") {
    StringRef Dir = path::parent_path(Path);
    return collectDatabase(Dir.empty() ? "." : Dir);
  }
  return collectFile(Path, Source);
}

std::string absolute(StringRef Path) {
  SmallString<128> Full(Path);
  fs::make_absolute(Full);
  path::remove_dots(Full, /*remove_dot_dot=*/true);
  return Full.str().str();
}

/// \p Seen: what is named twice is analysed once.
void addUnits(const Batch &B, const retrylint::Wanted &W, StringSet<> &Seen,
              std::vector<retrylint::Unit> &Units) {
  for (const std::string &Name : B.Files) {
    std::string File = absolute(Name);
    if (!W.Filter.wants(retrylint::relativeTo(W.Base, File)))
      continue;
    auto Commands = B.Database->getCompileCommands(File);
    for (clang::tooling::CompileCommand &Command : Commands)
      if (Seen.insert(File + '\0' + Command.Directory + '\0' +
                      join(Command.CommandLine, "\n"))
              .second)
        Units.push_back({File, std::move(Command)});
    if (Commands.empty())
      Units.push_back({File, std::nullopt});
  }
}

} // namespace

Expected<std::vector<retrylint::Unit>>
retrylint::collectUnits(const Wanted &W) {
  std::vector<Batch> Batches;
  std::vector<std::string> Paths = W.Paths;
  if (Paths.empty() && !W.Commands.BuildDir.empty()) {
    Expected<Batch> B = collectDatabase(W.Commands.BuildDir);
    if (!B)
      return B.takeError();
    Batches.push_back(std::move(*B));
  } else if (Paths.empty()) {
    Paths.push_back(".");
  }
  for (const std::string &Path : Paths) {
    Expected<Batch> B = collect(Path, W.Commands);
    if (!B)
      return B.takeError();
    Batches.push_back(std::move(*B));
  }
  std::vector<Unit> Units;
  StringSet<> Seen;
  for (const Batch &B : Batches)
    addUnits(B, W, Seen, Units);
  if (Units.empty())
    return createStringError(
        "no file is left to analyse; see --include and --exclude");
  return Units;
}
