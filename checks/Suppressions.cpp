#include "checks/Suppressions.h"
#include "checks/Registry.h"
#include "clang-tidy/GlobList.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

namespace {

enum class Extent { Line, NextLine, Begin, End };

/// As clang-tidy reads it: the word, then names or globs in parentheses.
struct Directive {
  Extent Where = Extent::Line;
  unsigned Line = 0, LastLine = 0; // the lines that it speaks of
  SourceLocation At;
  std::string Word;
  llvm::SmallVector<std::string, 2> Names; // of our checks only
  std::string List;                        // as written
  std::string Reason;
};

bool parse(llvm::StringRef Text, Directive &D) {
  llvm::StringRef Word =
      Text.take_while([](char C) { return llvm::isAlpha(C) || C == '_'; });
  if (Word == "NOLINT")
    D.Where = Extent::Line;
  else if (Word == "NOLINTNEXTLINE")
    D.Where = Extent::NextLine;
  else if (Word == "NOLINTBEGIN")
    D.Where = Extent::Begin;
  else if (Word == "NOLINTEND")
    D.Where = Extent::End;
  else
    return false;
  D.Word = Word.str();
  llvm::StringRef Rest = Text.drop_front(Word.size());
  if (!Rest.consume_front("("))
    return false; // speaks of every check there is
  size_t Close = Rest.find_first_of("\n)");
  if (Close == llvm::StringRef::npos || Rest[Close] != ')')
    return false;
  D.List = Rest.take_front(Close).str();
  llvm::SmallVector<llvm::StringRef, 4> Names;
  llvm::StringRef(D.List).split(Names, ',');
  for (llvm::StringRef Name : Names)
    if (Name.trim().starts_with("retry-"))
      D.Names.push_back(Name.trim().str());
  llvm::StringRef After =
      Rest.drop_front(Close + 1).take_until([](char C) { return C == '\n'; });
  After = After.ltrim();
  if (After.consume_front(":") &&
      llvm::any_of(After, [](char C) { return llvm::isAlnum(C); }))
    D.Reason = After.take_front(After.find("*/")).trim().str();
  return !D.Names.empty();
}

/// The directives in the comments of a file.
std::vector<Directive> directivesOf(FileID File, const SourceManager &SM,
                                    const LangOptions &Language) {
  std::vector<Directive> Found;
  std::optional<llvm::MemoryBufferRef> Buffer = SM.getBufferOrNone(File);
  if (!Buffer || !Buffer->getBuffer().contains("NOLINT"))
    return Found;
  Lexer Lex(File, *Buffer, SM, Language);
  Lex.SetCommentRetentionState(true);
  Token Tok;
  bool Last = false;
  while (!Last) {
    Last = Lex.LexFromRawLexer(Tok);
    if (!Tok.is(tok::comment))
      continue;
    llvm::StringRef Text = Buffer->getBuffer().substr(
        SM.getFileOffset(Tok.getLocation()), Tok.getLength());
    for (size_t Pos = Text.find("NOLINT"); Pos != llvm::StringRef::npos;
         Pos = Text.find("NOLINT", Pos + 1)) {
      Directive D;
      if (!parse(Text.drop_front(Pos), D))
        continue;
      D.At = Tok.getLocation().getLocWithOffset(Pos);
      D.Line = SM.getSpellingLineNumber(D.At);
      if (D.Where == Extent::NextLine)
        ++D.Line;
      D.LastLine = D.Line;
      Found.push_back(D);
    }
  }
  // A block ends with the next end of the same names.
  for (size_t I = 0; I < Found.size(); ++I)
    if (Found[I].Where == Extent::Begin)
      for (size_t J = I + 1; J < Found.size(); ++J)
        if (Found[J].Where == Extent::End && Found[J].List == Found[I].List) {
          Found[I].LastLine = Found[J].Line;
          break;
        }
  llvm::erase_if(Found,
                 [](const Directive &D) { return D.Where == Extent::End; });
  return Found;
}

/// The finding, or the expansion of a macro that it is in, is on these lines.
bool liesIn(const Directive &D, SourceLocation L, FileID File,
            const SourceManager &SM) {
  while (L.isValid()) {
    SourceLocation Spelled = SM.getSpellingLoc(L);
    if (SM.getFileID(Spelled) == File) {
      unsigned Line = SM.getSpellingLineNumber(L);
      if (Line >= D.Line && Line <= D.LastLine)
        return true;
    }
    if (!L.isMacroID())
      return false;
    L = SM.getImmediateExpansionRange(L).getBegin();
  }
  return false;
}

bool exists(tidy::GlobList &Glob) {
  return llvm::any_of(allChecks(), [&](const CheckInfo &C) {
    return Glob.contains(("retry-" + C.Name).str());
  });
}

} // namespace

std::vector<SuppressionFault>
reviewSuppressions(const SourceManager &SM, const LangOptions &Language,
                   const std::vector<SuppressibleFinding> &Findings,
                   const std::vector<std::string> &Ran) {
  std::vector<SuppressionFault> Faults;
  auto Review = [&](FileID File, bool Main) {
    for (const Directive &D : directivesOf(File, SM, Language)) {
      // On its own line a glob may hide what is said of it; a block begins
      // behind its comment.
      tidy::GlobList All(D.List);
      SourceLocation At = D.At;
      bool Hides = D.Where == Extent::Line && All.contains(SuppressionName);
      if (D.Where == Extent::Begin)
        At = SM.translateLineCol(File, SM.getSpellingLineNumber(D.At), 1);
      if (D.Reason.empty())
        Faults.push_back({At,
                          D.Word + "(" + D.List +
                              ") gives no reason; write it behind a colon: " +
                              D.Word + "(" + D.List + "): why",
                          Hides});
      // What a header suppresses may be found in another unit only.
      if (!Main)
        continue;
      for (const std::string &Name : D.Names) {
        tidy::GlobList Glob(Name);
        if (Name != SuppressionName && !exists(Glob)) {
          Faults.push_back(
              {At, D.Word + " names '" + Name + "', which is no check", Hides});
          continue;
        }
        bool Asked = llvm::all_of(allChecks(), [&](const CheckInfo &C) {
          std::string Full = ("retry-" + C.Name).str();
          return !Glob.contains(Full) || llvm::is_contained(Ran, Full);
        });
        bool Used = llvm::any_of(Findings, [&](const SuppressibleFinding &F) {
          return Glob.contains(F.Check) && liesIn(D, F.At, File, SM);
        });
        if (Asked && !Used && Name != SuppressionName)
          Faults.push_back(
              {At, D.Word + "(" + Name + ") suppresses nothing; remove it",
               Hides});
      }
    }
  };
  Review(SM.getMainFileID(), true);
  std::vector<FileID> Headers;
  for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It)
    if (FileID File = SM.translateFile(It->first);
        File.isValid() && File != SM.getMainFileID() &&
        !SM.isInSystemHeader(SM.getLocForStartOfFile(File)))
      Headers.push_back(File);
  llvm::sort(Headers);
  for (FileID File : Headers)
    Review(File, false);
  return Faults;
}

std::string justification(llvm::StringRef Check, SourceLocation At,
                          const SourceManager &SM,
                          const LangOptions &Language) {
  FileID File = SM.getFileID(SM.getFileLoc(At));
  for (const Directive &D : directivesOf(File, SM, Language))
    if (tidy::GlobList(D.List).contains(Check) && liesIn(D, At, File, SM))
      return D.Reason;
  return "";
}

} // namespace retrylint
