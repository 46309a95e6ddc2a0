#include "tool/run/Answer.h"
#include "checks/Approvals.h"
#include "rules/Packed.h"
#include <algorithm>

using namespace llvm;
using namespace retrylint;

/// Sorted paths have much in common with the one before.
static std::string packNeeds(const Dependencies &Needs) {
  std::string Out;
  packed::put(Needs.size(), Out);
  StringRef Last;
  for (const auto &[Path, D] : Needs) {
    auto Differs =
        std::mismatch(Last.begin(), Last.end(), Path.begin(), Path.end());
    size_t Common = Differs.first - Last.begin();
    packed::put(Common, Out);
    packed::put(StringRef(Path).drop_front(Common), Out);
    packed::put(static_cast<size_t>(D.Is), Out);
    if (D.Is >= Dependency::Content)
      packed::put(static_cast<size_t>(D.Hash), Out);
    Last = Path;
  }
  return Out;
}

std::string retrylint::packAnswer(UnitResult R, const Dependencies &Needs) {
  std::string Out;
  packed::put(StringRef(R.Dated ? today() : ""), Out);
  packed::put(StringRef(packNeeds(Needs)), Out);
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
  StringRef In = Needs;
  std::string Path;
  for (size_t Left = packed::number(In); Left; --Left) {
    Path.resize(packed::number(In));
    Path += packed::text(In);
    Dependency D;
    D.Is = static_cast<Dependency::Kind>(packed::number(In));
    if (D.Is >= Dependency::Content)
      D.Hash = packed::number(In);
    if (!Now.holds(Path, D))
      return false;
  }
  return true;
}
