#include "tool/commands/ChangedLines.h"
#include "analysis/Compatibility.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace retrylint;

/// What git prints.
static Expected<std::string> git(ArrayRef<StringRef> Arguments) {
  auto Program = sys::findProgramByName("git");
  if (!Program)
    return createStringError("--diff: git is not installed");
  SmallString<128> Out, Err;
  if (std::error_code EC =
          sys::fs::createTemporaryFile("retrylint", "out", Out))
    return createStringError(EC, "--diff");
  FileRemover RemoveOut(Out);
  if (std::error_code EC =
          sys::fs::createTemporaryFile("retrylint", "err", Err))
    return createStringError(EC, "--diff");
  FileRemover RemoveErr(Err);
  std::vector<StringRef> Full{"git"};
  append_range(Full, Arguments);
  std::string Problem;
  int Code = sys::ExecuteAndWait(*Program, Full, /*Env=*/std::nullopt,
                                 {StringRef(""), Out.str(), Err.str()}, 0, 0,
                                 &Problem);
  if (Code)
    if (auto Said = MemoryBuffer::getFile(Err)) {
      StringRef Why = (*Said)->getBuffer().trim().split('\n').first;
      Why.consume_front("fatal: ");
      return createStringError("--diff: git: " + Why + Problem);
    }
  auto Printed = MemoryBuffer::getFile(Out);
  return Printed ? (*Printed)->getBuffer().str() : "";
}

/// Some line begins one; binary files and renames have no more than that.
static bool isDiff(StringRef Text) {
  return any_of(split(Text, '\n'), [](StringRef Line) {
    return Line.starts_with("diff ") || Line.starts_with("--- ");
  });
}

Expected<ChangedLines> ChangedLines::read(StringRef What, StringRef Base) {
  ChangedLines Changed;
  if (What == "-" || sys::fs::is_regular_file(What)) {
    auto Buffer = MemoryBuffer::getFileOrSTDIN(What);
    if (!Buffer)
      return createStringError("--diff: " + What + ": " +
                               Buffer.getError().message());
    StringRef Diff = (*Buffer)->getBuffer();
    if (!Diff.trim().empty() && !isDiff(Diff))
      return createStringError("--diff: " + What + ": no unified diff");
    Changed.parse(Diff, Base);
    return Changed;
  }
  if (What.starts_with("-"))
    return createStringError("--diff: '" + What + "' is no revision");
  auto Top = git({"-C", Base, "rev-parse", "--show-toplevel"});
  if (!Top)
    return Top.takeError();
  auto Diff =
      git({"-C", Base, "diff", "--no-color", "--no-ext-diff", "--unified=0",
           "--src-prefix=a/", "--dst-prefix=b/", What, "--"});
  if (!Diff)
    return Diff.takeError();
  StringRef Root = StringRef(*Top).trim();
  Changed.parse(*Diff, Root);
  auto Others =
      git({"-C", Root, "ls-files", "-z", "--others", "--exclude-standard"});
  if (!Others)
    return Others.takeError();
  for (StringRef File : split(*Others, '\0'))
    Changed.New.insert((Root + "/" + File).str());
  return Changed;
}

void ChangedLines::parse(StringRef Diff, StringRef Root) {
  std::set<unsigned> *Lines = nullptr;
  unsigned Line = 0, OldLeft = 0, NewLeft = 0; // of the hunk
  while (!Diff.empty()) {
    auto [Text, Rest] = Diff.split('\n');
    Diff = Rest;
    if (OldLeft || NewLeft) {
      bool Added = Text.starts_with("+"), Removed = Text.starts_with("-");
      if (Added && Lines)
        Lines->insert(Line);
      if (!Removed && !Text.starts_with("\\")) {
        ++Line;
        NewLeft -= NewLeft != 0;
      }
      OldLeft -= !Added && OldLeft;
    } else if (Text.consume_front("+++ ")) {
      StringRef Path = Text.split('\t').first.rtrim('\r');
      Path.consume_front("b/");
      SmallString<128> Full(Path);
      sys::path::make_absolute(Root, Full);
      sys::path::remove_dots(Full, /*remove_dot_dot=*/true);
      Lines = Path == "/dev/null" ? nullptr : &Files[Full];
    } else if (Text.consume_front("@@ -")) {
      // "12,3 +14,2 @@", where a number of 1 may be left out
      auto Count = [&](unsigned &Left) {
        Left = 1;
        if (Text.consume_front(","))
          Text.consumeInteger(10, Left);
      };
      Text.consumeInteger(10, Line);
      Count(OldLeft);
      if (!Text.consume_front(" +") || Text.consumeInteger(10, Line))
        OldLeft = 0;
      else
        Count(NewLeft);
    }
  }
}

bool ChangedLines::contains(const Span &S) const {
  if (New.contains(S.File))
    return true;
  auto File = Files.find(S.File);
  if (File == Files.end())
    return false;
  auto First = File->second.lower_bound(S.Line);
  return First != File->second.end() && *First <= S.EndLine;
}
