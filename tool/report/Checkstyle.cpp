// --format=checkstyle: what Jenkins and many review bots read.
#include "tool/report/Encode.h"
#include "tool/report/Formats.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace retrylint;

static StringRef severity(Gate G) {
  switch (G) {
  case Gate::Merge:
  case Gate::Deploy:
    return "error";
  case Gate::Review:
    return "warning";
  case Gate::Advice:
    return "info";
  }
  llvm_unreachable("unknown gate");
}

void retrylint::writeCheckstyle(raw_ostream &OS, const Report &R) {
  OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<checkstyle version=\"4.3\">\n";
  StringRef Open; // the findings are sorted by file
  for (const Finding &F : R.Findings) {
    if (F.Suppressed)
      continue;
    const Span &At = F.What.At;
    if (At.File != Open) {
      if (!Open.empty())
        OS << "</file>\n";
      OS << formatv("<file name=\"{0}\">\n", escapeXml(R.shown(At.File)));
      Open = At.File;
    }
    OS << formatv("<error line=\"{0}\" column=\"{1}\" severity=\"{2}\" "
                  "message=\"{3}\" source=\"{4}\"/>\n",
                  At.Line, At.Column, severity(F.TheGate),
                  escapeXml(F.What.Text), F.Check);
  }
  if (!Open.empty())
    OS << "</file>\n";
  OS << "</checkstyle>\n";
}
