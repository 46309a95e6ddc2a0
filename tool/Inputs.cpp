#include "tool/Inputs.h"
#include "tool/Database.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace fs = sys::fs;
namespace path = sys::path;
using clang::tooling::CompilationDatabase;

namespace {

bool isSource(StringRef File) {
  return StringSwitch<bool>(path::extension(File))
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

Expected<retrylint::Batch>
collectFolder(StringRef Dir, const retrylint::CommandSource &Source) {
  if (Source.Flags) {
    std::vector<std::string> Files = sourcesBelow(Dir);
    if (Files.empty())
      return createStringError(Dir + ": no C or C++ source below this folder");
    return retrylint::Batch{Source.Flags, std::move(Files)};
  }
  Expected<retrylint::FoundDatabase> Found = database(Dir, Source);
  if (!Found)
    return Found.takeError();
  Expected<std::vector<std::string>> Files = filesOfFolder(Dir, *Found);
  if (!Files)
    return Files.takeError();
  return retrylint::Batch{Found->Database, std::move(*Files)};
}

Expected<retrylint::Batch> collectFile(StringRef File,
                                       const retrylint::CommandSource &Source) {
  if (Source.Flags)
    return retrylint::Batch{Source.Flags, {File.str()}};
  Expected<retrylint::FoundDatabase> Found = database(File, Source);
  if (!Found)
    return Found.takeError();
  return retrylint::Batch{Found->Database, {File.str()}};
}

} // namespace

Expected<std::vector<retrylint::Batch>>
retrylint::collectInputs(ArrayRef<std::string> Paths,
                         const CommandSource &Source) {
  std::vector<Batch> Batches;
  if (Paths.empty()) {
    if (Source.BuildDir.empty())
      return createStringError("no input; name files or folders (see --help)");
    Expected<FoundDatabase> Found = loadDatabase(Source.BuildDir);
    if (!Found)
      return Found.takeError();
    Batches.push_back({Found->Database, filesOf(*Found->Database)});
  }
  for (const std::string &Path : Paths) {
    if (!fs::exists(Path))
      return createStringError(Path + ": no such file or folder");
    Expected<Batch> B = fs::is_directory(Path) ? collectFolder(Path, Source)
                                               : collectFile(Path, Source);
    if (!B)
      return B.takeError();
    Batches.push_back(std::move(*B));
  }
  return Batches;
}
