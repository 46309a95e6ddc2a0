// --format=github: workflow commands, which GitHub shows beside the lines.
#include "tool/report/Encode.h"
#include "tool/report/Formats.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace retrylint;

/// As the runner reads it back; a property must not end early, either.
static std::string escaped(StringRef Text, bool Property) {
  std::string Out;
  for (char C : utf8(Text))
    if (C == '%' || C == '\r' || C == '\n' ||
        (Property && (C == ':' || C == ',')))
      Out += formatv("%{0:X-2}", static_cast<unsigned>(C)).str();
    else
      Out += C;
  return Out;
}

void retrylint::writeGitHub(raw_ostream &OS, const Report &R) {
  for (const Finding &F : R.Findings) {
    if (F.Suppressed)
      continue;
    StringRef Level = F.TheGate >= Gate::Deploy   ? "error"
                      : F.TheGate == Gate::Review ? "warning"
                                                  : "notice";
    const Span &At = F.extent();
    OS << formatv("::{0} file={1},line={2},col={3},title={4}::{5}\n", Level,
                  escaped(R.shown(At.File), true), At.Line, At.Column,
                  escaped(F.Check, true), escaped(F.What.Text, false));
  }
  for (const FailedFile &F : R.Failed)
    OS << formatv("::error file={0},title=not analysed::{1}\n",
                  escaped(R.shown(F.File), true), escaped(F.Reason, false));
}
