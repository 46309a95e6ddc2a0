#include "tool/Printer.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;
using llvm::SmallString;
using llvm::StringRef;
namespace path = llvm::sys::path;

retrylint::Printer::Printer(llvm::raw_ostream &OS)
    : Text(OS, Options), Engine(DiagnosticIDs::create(), Options, &Text,
                                /*ShouldOwnClient=*/false),
      Files(FileSystemOptions()), Sources(Engine, Files) {
  Options.ShowColors = OS.has_colors();
  if (llvm::sys::fs::current_path(WorkingDir))
    WorkingDir.clear();
}

void retrylint::Printer::print(const tidy::ClangTidyError &Error) {
  Text.BeginSourceFile(Languages, nullptr);
  print(static_cast<DiagnosticsEngine::Level>(Error.DiagLevel),
        Error.Message.Message + " [" + Error.DiagnosticName + "]",
        Error.Message, Error.BuildDirectory);
  for (const tooling::DiagnosticMessage &Note : Error.Notes)
    print(DiagnosticsEngine::Note, Note.Message, Note, Error.BuildDirectory);
  Text.EndSourceFile(); // writes what is still buffered
}

std::string retrylint::Printer::displayPath(StringRef Path,
                                            StringRef BuildDir) const {
  SmallString<128> Full(Path);
  path::make_absolute(BuildDir, Full);
  path::make_absolute(WorkingDir, Full);
  path::remove_dots(Full, /*remove_dot_dot=*/true);
  StringRef Shown = Full;
  if (Shown.consume_front(WorkingDir) && !Shown.empty() &&
      path::is_separator(Shown.front()))
    return Shown.drop_front().str();
  return Full.str().str();
}

void retrylint::Printer::print(DiagnosticsEngine::Level Level, StringRef Text,
                               const tooling::DiagnosticMessage &Message,
                               StringRef BuildDir) {
  DiagnosticBuilder Diag =
      Engine.Report(locate(Message.FilePath, Message.FileOffset, BuildDir),
                    Engine.getCustomDiagID(Level, "%0"));
  Diag << Text;
  for (const tooling::FileByteRange &Range : Message.Ranges)
    Diag << range(Range.FilePath, Range.FileOffset, Range.Length, BuildDir);
  for (const auto &FileAndFixes : Message.Fix)
    for (const tooling::Replacement &Fix : FileAndFixes.second)
      Diag << FixItHint::CreateReplacement(
          range(Fix.getFilePath(), Fix.getOffset(), Fix.getLength(), BuildDir),
          Fix.getReplacementText());
}

SourceLocation retrylint::Printer::locate(StringRef Path, unsigned Offset,
                                          StringRef BuildDir) {
  if (Path.empty())
    return {};
  auto File = Files.getOptionalFileRef(displayPath(Path, BuildDir));
  if (!File)
    return {};
  FileID ID = Sources.getOrCreateFileID(*File, SrcMgr::C_User);
  return Sources.getLocForStartOfFile(ID).getLocWithOffset(Offset);
}

CharSourceRange retrylint::Printer::range(StringRef Path, unsigned Offset,
                                          unsigned Length, StringRef BuildDir) {
  SourceLocation Begin = locate(Path, Offset, BuildDir);
  if (Begin.isInvalid())
    return {};
  return CharSourceRange::getCharRange(Begin, Begin.getLocWithOffset(Length));
}
