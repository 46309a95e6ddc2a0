// clang's diagnostic printer, over files that were parsed some time ago.
#ifndef RETRYLINT_TOOL_PRINTER_H
#define RETRYLINT_TOOL_PRINTER_H

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"

namespace retrylint {

/// Prints a finding and its notes with source excerpts. Paths below the working
/// directory are shown relative to it.
class Printer {
public:
  explicit Printer(llvm::raw_ostream &OS);

  void print(const clang::tidy::ClangTidyError &Error);
  std::string displayPath(llvm::StringRef Path, llvm::StringRef BuildDir) const;

private:
  void print(clang::DiagnosticsEngine::Level Level, llvm::StringRef Text,
             const clang::tooling::DiagnosticMessage &Message,
             llvm::StringRef BuildDir);
  clang::SourceLocation locate(llvm::StringRef Path, unsigned Offset,
                               llvm::StringRef BuildDir);
  clang::CharSourceRange range(llvm::StringRef Path, unsigned Offset,
                               unsigned Length, llvm::StringRef BuildDir);

  clang::LangOptions Languages;
  clang::DiagnosticOptions Options;
  clang::TextDiagnosticPrinter Text;
  clang::DiagnosticsEngine Engine;
  clang::FileManager Files;
  clang::SourceManager Sources;
  llvm::SmallString<128> WorkingDir;
};

} // namespace retrylint

#endif
