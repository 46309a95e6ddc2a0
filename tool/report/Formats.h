// The formats of a report, and where they go.
#ifndef RETRYLINT_TOOL_REPORT_FORMATS_H
#define RETRYLINT_TOOL_REPORT_FORMATS_H

#include "tool/report/Report.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace retrylint {

void writeJson(llvm::raw_ostream &OS, const Report &R);
void writeSarif(llvm::raw_ostream &OS, const Report &R);
void writeJUnit(llvm::raw_ostream &OS, const Report &R);
void writeCheckstyle(llvm::raw_ostream &OS, const Report &R);
void writeGitHub(llvm::raw_ostream &OS, const Report &R);
void writeGitLab(llvm::raw_ostream &OS, const Report &R);
void writeHtml(llvm::raw_ostream &OS, const Report &R);

struct Format {
  llvm::StringRef Name;
  void (*Write)(llvm::raw_ostream &OS, const Report &R);
  llvm::StringRef Summary;
};
llvm::ArrayRef<Format> allFormats();
/// With commas between.
llvm::StringRef formatNames();

llvm::Expected<const Format *> readFormat(llvm::StringRef Name);

/// A format and the file it is written to: "sarif:out/retry.sarif".
struct Output {
  const Format *TheFormat = nullptr;
  std::string File;
};
llvm::Expected<Output> parseOutput(llvm::StringRef Text);
/// The file is replaced only when all of it is written.
llvm::Error writeOutput(const Output &To, const Report &R);

} // namespace retrylint

#endif
