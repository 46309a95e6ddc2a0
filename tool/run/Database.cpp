#include "tool/run/Database.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <vector>

using namespace llvm;
namespace fs = sys::fs;
namespace path = sys::path;

namespace {

bool holdsDatabase(StringRef Dir) {
  return fs::exists(Dir + "/compile_commands.json") ||
         fs::exists(Dir + "/compile_flags.txt");
}

std::vector<std::string> subfolders(StringRef Dir, StringRef Prefix = "") {
  std::vector<std::string> Found;
  std::error_code EC;
  for (fs::directory_iterator I(Dir, EC), E; !EC && I != E; I.increment(EC))
    if (path::filename(I->path()).starts_with(Prefix) &&
        fs::is_directory(I->path()))
      Found.push_back(I->path());
  llvm::sort(Found);
  return Found;
}

/// \p Dir or one of its build folders; empty if none holds a database.
std::string folderWithDatabase(StringRef Dir) {
  if (holdsDatabase(Dir))
    return Dir.str();
  std::vector<std::string> BuildDirs = subfolders(Dir, "build");
  for (const std::string &Build : BuildDirs)
    if (holdsDatabase(Build))
      return Build;
  for (const std::string &Build : BuildDirs)
    for (const std::string &Sub : subfolders(Build))
      if (holdsDatabase(Sub))
        return Sub;
  return "";
}

} // namespace

Expected<retrylint::FoundDatabase> retrylint::loadDatabase(StringRef Dir) {
  std::string Error;
  std::shared_ptr<const clang::tooling::CompilationDatabase> Database =
      clang::tooling::CompilationDatabase::loadFromDirectory(Dir, Error);
  if (Database)
    return FoundDatabase{std::move(Database), Dir.str()};
  if (!holdsDatabase(Dir))
    return createStringError(Dir + ": no compile_commands.json in this folder");
  return createStringError(
      Dir + "/compile_commands.json: " + StringRef(Error).trim());
}

Expected<retrylint::FoundDatabase> retrylint::findDatabase(StringRef Path) {
  SmallString<128> Absolute(Path);
  if (std::error_code EC = fs::make_absolute(Absolute))
    return createStringError(EC, Path);
  path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  for (StringRef Current = Absolute; !Current.empty();
       Current = path::parent_path(Current)) {
    std::string Found = folderWithDatabase(Current);
    if (!Found.empty())
      return loadDatabase(Found);
  }
  return createStringError(
      Path + ": no compile_commands.json here, in a build* folder or above; "
             "name its folder with -p, or give compiler flags after --");
}
