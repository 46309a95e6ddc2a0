#include "tool/run/IncludeWatch.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Token.h"

using namespace clang;
using namespace retrylint;

/// With all that it includes.
void IncludeWatch::show(FileId File) {
  auto It = Shared->Includes.find(File);
  if (It != Shared->Includes.end() && Shown.insert(File).second)
    for (FileId Next : It->second)
      show(Next);
}

void IncludeWatch::InclusionDirective(SourceLocation At, const Token &,
                                      StringRef Name, bool, CharSourceRange,
                                      OptionalFileEntryRef File, StringRef,
                                      StringRef, const Module *, bool,
                                      SrcMgr::CharacteristicKind Kind) {
  if (File && SrcMgr::isSystem(Kind) && !Files.isInSystemHeader(At))
    Report.SystemHeaders.insert(Name.str());
}

void IncludeWatch::FileSkipped(const FileEntryRef &File, const Token &,
                               SrcMgr::CharacteristicKind) {
  if (!Shared)
    return;
  FileId Id = File.getUniqueID();
  Report.Differs |= Changed && Shared->Includes.count(Id) && !Shown.count(Id);
  show(Id);
}

void IncludeWatch::FileChanged(SourceLocation At, FileChangeReason Reason,
                               SrcMgr::CharacteristicKind, FileID) {
  if (Shared && Reason == EnterFile)
    if (auto File = Files.getFileEntryRefForID(Files.getFileID(At)))
      show(File->getUniqueID());
}

/// The headers of a system do not mind in which order they are included.
void IncludeWatch::changed(const Token &Macro) {
  SourceLocation At = Macro.getLocation();
  if (Shared && !Changed &&
      Shared->Names.contains(Macro.getIdentifierInfo()->getName()))
    Changed = !Files.isWrittenInBuiltinFile(At) &&
              !Files.isWrittenInCommandLineFile(At) &&
              !Files.isInSystemHeader(At);
}

/// Of a macro: it is not in a shared header that the unit has not included.
bool IncludeWatch::mayKnow(SourceLocation Definition) const {
  if (!Files.isLoadedSourceLocation(Definition))
    return true;
  auto File = Files.getFileEntryRefForID(Files.getFileID(Definition));
  return !File || Shown.count(File->getUniqueID()) ||
         !Shared->Includes.count(File->getUniqueID());
}

void IncludeWatch::asked(SourceLocation At, const MacroDefinition &Macro) {
  const MacroInfo *Info = Macro.getMacroInfo();
  if (!Shared || Report.Differs || !Info || Files.isInSystemHeader(At) ||
      mayKnow(Info->getDefinitionLoc()))
    return;
  // Several headers may define the same: S_IRUSR.
  const MacroDirective *Last = Macro.getLocalDirective();
  for (auto D = Last ? Last->getDefinition() : MacroDirective::DefInfo(); D;
       D = D.getPreviousDefinition())
    if (mayKnow(D.getLocation()) &&
        Info->isIdenticalTo(*D.getMacroInfo(), Unit, /*Syntactically=*/true))
      return;
  Report.Differs = true;
}
