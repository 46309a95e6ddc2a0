#include "tool/report/Report.h"
#include "tool/report/Fingerprint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <tuple>

using namespace llvm;
using namespace retrylint;

StringRef retrylint::gateName(Gate G) {
  return GateNames[static_cast<unsigned>(G)].first;
}

StringRef LoopFacts::fact(StringRef Name) const {
  for (const auto &[Key, Text] : Facts)
    if (Key == Name)
      return Text;
  return "";
}

std::string retrylint::relativeTo(StringRef Dir, StringRef Path) {
  StringRef Below = Path;
  if (!Dir.empty() && Below.consume_front(Dir)) {
    if (sys::path::is_separator(Dir.back()))
      return Below.str();
    if (!Below.empty() && sys::path::is_separator(Below.front()))
      return Below.drop_front().str();
  }
  return Path.str();
}

std::string Report::shown(StringRef Path) const {
  return relativeTo(Base, Path);
}

void Report::add(const std::string &File, UnitResult R) {
  Files.insert(File);
  append_range(Findings, std::move(R.Findings));
  append_range(Loops, std::move(R.Loops));
  if (!R.Failure.empty())
    Failed.push_back(
        {File, std::move(R.Failure), std::move(R.Errors), R.MoreErrors});
}

void Report::addFailure(const std::string &File, const std::string &Reason) {
  Files.insert(File);
  Failed.push_back({File, Reason, {}, 0});
}

static auto orderOf(const Finding &F) {
  return std::tie(F.What.At.File, F.What.At.Offset, F.What.Text, F.Check);
}

static auto orderOf(const LoopFacts &L) {
  return std::tie(L.File, L.Line, L.Function, L.Facts);
}

static auto orderOf(const FailedFile &F) { return std::tie(F.File, F.Reason); }

template <typename T> static void sortOnce(std::vector<T> &List) {
  stable_sort(List,
              [](const T &A, const T &B) { return orderOf(A) < orderOf(B); });
  List.erase(
      llvm::unique(List, [](const T &A,
                            const T &B) { return orderOf(A) == orderOf(B); }),
      List.end());
}

void Report::finish() {
  sortOnce(Findings);
  sortOnce(Loops);
  sortOnce(Failed);
  setFingerprints(*this);
}

unsigned Report::count(Gate G) const {
  return count_if(Findings, [&](const Finding &F) {
    return F.TheGate == G && !F.Suppressed;
  });
}

unsigned Report::suppressed() const {
  return count_if(Findings,
                  [](const Finding &F) { return F.Suppressed.has_value(); });
}
