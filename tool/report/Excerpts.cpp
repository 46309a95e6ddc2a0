#include "tool/report/Excerpts.h"
#include "tool/report/Report.h"
#include "llvm/Support/FileSystem.h"

using namespace clang;
using namespace retrylint;

Excerpts::Excerpts(llvm::raw_ostream &OS)
    : Options(new DiagnosticOptions), Text(OS, shared(Options)),
      Engine(llvm::makeIntrusiveRefCnt<DiagnosticIDs>(), shared(Options), &Text,
             /*ShouldOwnClient=*/false),
      Files(FileSystemOptions()), Sources(Engine, Files) {
  Options->ShowColors = OS.has_colors();
  if (llvm::sys::fs::current_path(WorkingDir))
    WorkingDir.clear();
}

void Excerpts::finding(const Finding &F) {
  Text.BeginSourceFile(Languages, nullptr);
  print(DiagnosticsEngine::Warning, F.What.Text + " [" + F.Check + "]", F.What,
        F.Fix);
  for (const Remark &Note : F.Notes)
    print(DiagnosticsEngine::Note, Note.Text, Note);
  Text.EndSourceFile(); // writes what is still buffered
}

void Excerpts::error(const Remark &E) {
  Text.BeginSourceFile(Languages, nullptr);
  print(DiagnosticsEngine::Error, E.Text, E);
  Text.EndSourceFile();
}

std::string Excerpts::displayPath(llvm::StringRef Path) const {
  return relativeTo(WorkingDir, Path);
}

void Excerpts::print(DiagnosticsEngine::Level Level, llvm::StringRef Text,
                     const Remark &R, llvm::ArrayRef<Edit> Fix) {
  DiagnosticBuilder Diag = Engine.Report(locate(R.At.File, R.At.Offset),
                                         Engine.getCustomDiagID(Level, "%0"));
  Diag << Text;
  for (const Span &Mark : R.Marks)
    Diag << range(Mark.File, Mark.Offset, Mark.Length);
  for (const Edit &E : Fix)
    Diag << FixItHint::CreateReplacement(range(E.File, E.Offset, E.Length),
                                         E.Text);
}

SourceLocation Excerpts::locate(llvm::StringRef File, unsigned Offset) {
  if (File.empty())
    return {};
  auto Entry = Files.getOptionalFileRef(displayPath(File));
  if (!Entry)
    return {};
  FileID ID = Sources.getOrCreateFileID(*Entry, SrcMgr::C_User);
  // The file may have changed since.
  unsigned Last = Sources.getFileIDSize(ID);
  return Sources.getLocForStartOfFile(ID).getLocWithOffset(
      std::min(Offset, Last));
}

CharSourceRange Excerpts::range(llvm::StringRef File, unsigned Offset,
                                unsigned Length) {
  SourceLocation Begin = locate(File, Offset),
                 End = locate(File, Offset + Length);
  if (Begin.isInvalid())
    return {};
  return CharSourceRange::getCharRange(Begin, End);
}
