// System headers that many units include are parsed once, not once per unit.
#ifndef RETRYLINT_TOOL_RUN_SHAREDHEADERS_H
#define RETRYLINT_TOOL_RUN_SHAREDHEADERS_H

#include "tool/run/Beginning.h"
#include "tool/run/Board.h"
#include "tool/run/Dependencies.h"
#include "clang/AST/DeclID.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem/UniqueID.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class CompilerInvocation;
} // namespace clang

namespace retrylint {

using FileId = llvm::sys::fs::UniqueID;
/// As on a command line; true: undefined.
using MacroOptions = std::vector<std::pair<std::string, bool>>;

/// Whether \p Invocation leaves room for them.
bool mayShareHeaders(const clang::CompilerInvocation &Invocation);
/// And for a beginning. In C++, what is instantiated where depends on the rest.
bool mayShareBeginning(const clang::CompilerInvocation &Invocation);

/// Headers that were parsed together.
struct ParsedHeaders {
  llvm::StringRef Precompiled;
  std::shared_ptr<llvm::MemoryBuffer> Kept; // if that is nowhere else
  MacroOptions Macros;                      // they were parsed with
  llvm::StringSet<> Names;                  // every identifier in them
  std::map<FileId, std::vector<FileId>> Includes;
  Dependencies Needs;
  std::vector<clang::LocalDeclID> Own; // what the user's headers declare
  bool KnowsUnit = false;              // they ask which unit this is

  ParsedHeaders() = default;
  /// What pack gave, which stays where it is.
  explicit ParsedHeaders(llvm::StringRef Packed);
  std::string pack() const;

  /// Lets a unit start with them, and go on behind its beginning.
  void addTo(clang::CompilerInvocation &Invocation,
             llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &Files,
             unsigned Beginning) const;
};

/// The units that are compiled alike.
class HeaderGroup {
public:
  /// What is parsed for them is on the board under a name that begins so.
  HeaderGroup(llvm::StringRef Name, Board &Common)
      : Name(Name), Common(Common) {}

  /// What a unit may start with; null: nothing. \p Begin: what all units of the
  /// group begin with, if they are a group for that.
  const ParsedHeaders *find(const clang::CompilerInvocation &Invocation,
                            llvm::StringRef Folder, const Beginning *Begin);

  /// Its units rarely are the same with shared headers.
  bool inVain() const { return InVain > 2 && InVain * 2 > Used; }

  /// A unit has included these of the system's headers, by the names it used.
  void included(const std::set<std::string> &Headers);
  /// A unit started with the headers; it would have been the same without.
  void used(bool Same);

private:
  void renew(const clang::CompilerInvocation &Invocation,
             llvm::StringRef Folder, const Beginning *Begin);
  bool parse(const clang::CompilerInvocation &Invocation,
             llvm::StringRef Folder, const Beginning *Begin);
  bool parseAll(const clang::CompilerInvocation &Invocation,
                llvm::StringRef Folder, const Beginning *Begin);
  std::string text() const;
  bool matters(const std::pair<std::string, bool> &Macro) const;
  MacroOptions relevant(const MacroOptions &All) const;

  std::string Name;
  Board &Common;
  unsigned Units = 0, NextParse = 3, Used = 0, InVain = 0;
  unsigned Times = 0;               // that they were parsed, by whatever worker
  std::vector<std::string> Headers; // those of the first units first
  llvm::StringMap<unsigned> Includers;
  llvm::StringSet<> RelevantMacros;
  std::optional<ParsedHeaders> Shared;
};

/// Each worker fills its own copy, and all fill the board.
class SharedHeaders {
public:
  /// \p Folder: where the unit is compiled.
  HeaderGroup &groupOf(const clang::CompilerInvocation &Invocation,
                       llvm::StringRef Folder);
  /// Of the units that also begin alike, and find the same files.
  HeaderGroup &groupOf(const clang::CompilerInvocation &Invocation,
                       llvm::StringRef Folder, const Beginning &Begin);

private:
  HeaderGroup &group(llvm::StringRef Key) {
    return Groups.try_emplace(Key, Key, Common).first->second;
  }
  Board Common;
  llvm::StringMap<HeaderGroup> Groups;
};

} // namespace retrylint

#endif
