#include "tool/Report.h"
#include "llvm/Support/FormatVariadic.h"

using clang::tidy::ClangTidyError;
using llvm::formatv;

void retrylint::Report::add(llvm::ArrayRef<ClangTidyError> Diagnostics) {
  for (const ClangTidyError &Error : Diagnostics) {
    std::string Key = formatv(
        "{0}:{1}:{2}:{3}",
        Shower.displayPath(Error.Message.FilePath, Error.BuildDirectory),
        Error.Message.FileOffset, Error.DiagnosticName, Error.Message.Message);
    if (!Seen.insert(std::move(Key)).second)
      continue;
    Shower.print(Error);
    if (Error.DiagLevel != ClangTidyError::Error)
      ++FindingsByCheck[Error.DiagnosticName];
  }
}

void retrylint::Report::summarise(unsigned Files, unsigned Failed) {
  unsigned Total = 0;
  std::string Checks;
  for (const auto &[Check, Count] : FindingsByCheck) {
    Total += Count;
    Checks += formatv("{0}{1} {2}", Checks.empty() ? ": " : ", ", Count, Check);
  }
  OS << formatv("{0} finding{1} in {2} file{3}{4}", Total,
                Total == 1 ? "" : "s", Files, Files == 1 ? "" : "s", Checks);
  if (Failed)
    OS << formatv("; {0} could not be analysed", Failed);
  OS << "\n";
}
