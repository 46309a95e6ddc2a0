// --format=gitlab: a Code Quality report.
#include "tool/report/Encode.h"
#include "tool/report/Formats.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace retrylint;

static StringRef severity(Gate G) {
  switch (G) {
  case Gate::Merge:
    return "blocker";
  case Gate::Deploy:
    return "critical";
  case Gate::Review:
    return "major";
  case Gate::Advice:
    return "minor";
  }
  llvm_unreachable("unknown gate");
}

void retrylint::writeGitLab(raw_ostream &OS, const Report &R) {
  json::OStream Out(OS, 2);
  Out.array([&] {
    for (const Finding &F : R.Findings)
      if (!F.Suppressed)
        Out.object([&] {
          Out.attribute("description", utf8(F.What.Text));
          Out.attribute("check_name", F.Check);
          Out.attribute("fingerprint", F.Fingerprint);
          Out.attribute("severity", severity(F.TheGate));
          Out.attributeObject("location", [&] {
            Out.attribute("path", utf8(R.shown(F.What.At.File)));
            Out.attributeObject(
                "lines", [&] { Out.attribute("begin", F.What.At.Line); });
          });
        });
  });
  OS << "\n";
}
