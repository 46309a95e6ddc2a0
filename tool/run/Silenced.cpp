#include "tool/run/Silenced.h"
#include "checks/Suppressions.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace retrylint;

void Silenced::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                const Diagnostic &Info) {
  unsigned Before = Context.getStats().ErrorsIgnoredNOLINT;
  Next.HandleDiagnostic(Level, Info);
  if (Context.getStats().ErrorsIgnoredNOLINT == Before ||
      !Info.hasSourceManager())
    return;
  std::string Check = Context.getCheckName(Info.getID());
  const SourceManager &SM = Info.getSourceManager();
  SourceLocation At = SM.getFileLoc(Info.getLocation());
  if (!Context.isCheckEnabled(Check) || SM.isInSystemHeader(At))
    return;
  Finding F;
  F.Check = std::move(Check);
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  F.What.Text = Text.str().str();
  F.What.At = Where.span(SM.getFilename(At), SM.getFileOffset(At), 0);
  F.Suppressed = {justification(F.Check, Info.getLocation(), SM, Language)};
  Record.addSilenced(std::move(F));
}

void Silenced::BeginSourceFile(const LangOptions &Options,
                               const Preprocessor *PP) {
  Language = Options;
  Next.BeginSourceFile(Options, PP);
}

void Silenced::EndSourceFile() { Next.EndSourceFile(); }
