#include "tool/report/Fingerprint.h"
#include "tool/report/Report.h"
#include "tool/report/Sources.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;
using namespace retrylint;

/// Indentation and alignment are not what a finding is about.
static std::string words(StringRef Line) {
  SmallVector<StringRef, 16> Words;
  SplitString(Line, Words);
  return join(Words, " ");
}

void retrylint::setFingerprints(Report &R) {
  Sources Files;
  StringMap<unsigned> Seen;
  for (Finding &F : R.Findings) {
    const Span &At = F.What.At;
    std::string Key = join_items('\0', F.Check, R.shown(At.File), F.Function,
                                 words(Files.line(At.File, At.Line)));
    Key += '\0' + std::to_string(Seen[Key]++);
    auto Hash = SHA256::hash(arrayRefFromStringRef(Key));
    F.Fingerprint = toHex(ArrayRef(Hash).take_front(16), /*LowerCase=*/true);
  }
}
