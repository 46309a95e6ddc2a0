// clang's diagnostic printer, over files that were parsed some time ago.
#ifndef RETRYLINT_TOOL_REPORT_EXCERPTS_H
#define RETRYLINT_TOOL_REPORT_EXCERPTS_H

#include "analysis/Compatibility.h"
#include "tool/report/Finding.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"

namespace retrylint {

/// Prints remarks with the source that they are about.
class Excerpts {
public:
  explicit Excerpts(llvm::raw_ostream &OS);

  void finding(const Finding &F);
  void error(const Remark &E);
  /// Paths below the working directory are shown relative to it.
  std::string displayPath(llvm::StringRef Path) const;

private:
  void print(clang::DiagnosticsEngine::Level Level, llvm::StringRef Text,
             const Remark &R, llvm::ArrayRef<Edit> Fix = {});
  clang::SourceLocation locate(llvm::StringRef File, unsigned Offset);
  clang::CharSourceRange range(llvm::StringRef File, unsigned Offset,
                               unsigned Length);

  clang::LangOptions Languages;
  DiagnosticOptionsPtr Options;
  clang::TextDiagnosticPrinter Text;
  clang::DiagnosticsEngine Engine;
  clang::FileManager Files;
  clang::SourceManager Sources;
  llvm::SmallString<128> WorkingDir;
};

} // namespace retrylint

#endif
