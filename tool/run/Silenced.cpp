#include "tool/run/Silenced.h"
#include "checks/Suppressions.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace retrylint;

void Silenced::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                const Diagnostic &Info) {
  // Read before it is passed on: LLVM 19's clang-tidy clears what it silences.
  const unsigned Id = Info.getID();
  const SourceLocation Place = Info.getLocation();
  const SourceManager *SM =
      Info.hasSourceManager() ? &Info.getSourceManager() : nullptr;
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);

  unsigned Before = Context.getStats().ErrorsIgnoredNOLINT;
  Next.HandleDiagnostic(Level, Info);
  if (Context.getStats().ErrorsIgnoredNOLINT == Before || !SM)
    return;
  std::string Check = Context.getCheckName(Id);
  SourceLocation At = SM->getFileLoc(Place);
  if (!Context.isCheckEnabled(Check) || SM->isInSystemHeader(At))
    return;
  Finding F;
  F.Check = std::move(Check);
  F.What.Text = Text.str().str();
  F.What.At = Where.span(SM->getFilename(At), SM->getFileOffset(At), 0);
  F.Suppressed = {justification(F.Check, Place, *SM, Language)};
  Record.addSilenced(std::move(F));
}

void Silenced::BeginSourceFile(const LangOptions &Options,
                               const Preprocessor *PP) {
  Language = Options;
  Next.BeginSourceFile(Options, PP);
}

void Silenced::EndSourceFile() { Next.EndSourceFile(); }
