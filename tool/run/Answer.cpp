#include "tool/run/Answer.h"
#include "checks/Approvals.h"
#include "rules/Packed.h"
#include <algorithm>

using namespace llvm;
using namespace retrylint;

std::string retrylint::packAnswer(UnitResult R, const Dependencies &Needs) {
  std::string Out;
  packed::put(StringRef(R.Dated ? today() : ""), Out);
  packed::put(StringRef(pack(Needs)), Out);
  return Out + pack(std::move(R));
}

Answer::Answer(StringRef Bytes) {
  Day = packed::text(Bytes);
  Needs = packed::text(Bytes);
  Result = Bytes;
}

bool Answer::holds(Freshness &Now) const {
  if (!Day.empty() && Day != today())
    return false;
  return eachPacked(Needs, [&](const std::string &Path, const Dependency &D) {
    return Now.holds(Path, D);
  });
}
