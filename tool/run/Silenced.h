// Hears what NOLINT comments silence, and passes everything on.
#ifndef RETRYLINT_TOOL_RUN_SILENCED_H
#define RETRYLINT_TOOL_RUN_SILENCED_H

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "tool/run/Recorder.h"

namespace retrylint {

class Silenced : public clang::DiagnosticConsumer {
public:
  Silenced(clang::tidy::ClangTidyDiagnosticConsumer &Next,
           clang::tidy::ClangTidyContext &Context, Recorder &Record,
           Lines &Where)
      : Next(Next), Context(Context), Record(Record), Where(Where) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;
  void BeginSourceFile(const clang::LangOptions &Options,
                       const clang::Preprocessor *PP) override;
  void EndSourceFile() override;

private:
  clang::tidy::ClangTidyDiagnosticConsumer &Next;
  clang::tidy::ClangTidyContext &Context;
  Recorder &Record;
  Lines &Where;
  clang::LangOptions Language;
};

} // namespace retrylint

#endif
