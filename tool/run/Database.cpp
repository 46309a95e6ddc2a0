#include "tool/run/Database.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
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

/// clang reads it as YAML, which forgives a comma too many, and prints what is
/// wrong on its own: this says it in one line.
Error checkSyntax(StringRef File, StringRef Text) {
  SourceMgr Sources;
  std::string Problem;
  Sources.setDiagHandler(
      [](const SMDiagnostic &D, void *To) {
        raw_string_ostream(*static_cast<std::string *>(To))
            << D.getLineNo() << ":" << D.getColumnNo() + 1 << ": "
            << D.getMessage();
      },
      &Problem);
  yaml::Stream(Text, Sources).validate();
  return Problem.empty()
             ? Error::success()
             : createStringError(File + ":" + Problem +
                                 "; write the database anew: configure the "
                                 "project again");
}

Error checkEntries(StringRef File, const json::Value &Database) {
  const json::Array *Entries = Database.getAsArray();
  if (!Entries)
    return createStringError(File + ": a list of compile commands is expected");
  if (Entries->empty())
    return createStringError(File + ": lists no file; configure or build the "
                                    "project first");
  for (auto [Index, Entry] : enumerate(*Entries)) {
    const json::Object *O = Entry.getAsObject();
    StringRef Missing = !O                     ? "an object"
                        : !O->get("directory") ? "'directory'"
                        : !O->get("file")      ? "'file'"
                        : !O->get("command") && !O->get("arguments")
                            ? "'command' or 'arguments'"
                            : "";
    if (!Missing.empty())
      return createStringError(File + ": entry " + Twine(Index + 1) +
                               ": expected " + Missing);
  }
  return Error::success();
}

Error check(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Buffer)
    return Error::success(); // there is a compile_flags.txt instead
  StringRef Text = (*Buffer)->getBuffer();
  if (Expected<json::Value> Database = json::parse(Text))
    return checkEntries(File, *Database);
  else
    consumeError(Database.takeError());
  return checkSyntax(File, Text);
}

} // namespace

Expected<retrylint::FoundDatabase> retrylint::loadDatabase(StringRef Dir) {
  if (llvm::Error E = check((Dir + "/compile_commands.json").str()))
    return std::move(E);
  std::string Error;
  std::shared_ptr<const clang::tooling::CompilationDatabase> Database =
      clang::tooling::CompilationDatabase::loadFromDirectory(Dir, Error);
  if (Database)
    return FoundDatabase{std::move(Database), Dir.str()};
  if (!holdsDatabase(Dir))
    return createStringError(Dir + ": no compile_commands.json in this folder");
  // One line for each kind of database that was tried.
  StringRef Why = StringRef(Error).trim();
  return createStringError(Dir + "/compile_commands.json: " +
                           Why.rsplit("json-compilation-database: ").second);
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
