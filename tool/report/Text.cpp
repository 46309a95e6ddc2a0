#include "tool/report/Text.h"
#include "tool/report/Excerpts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace llvm;
using namespace retrylint;

std::string retrylint::counted(unsigned Count, StringRef Noun) {
  return formatv("{0} {1}{2}", Count, Noun, Count == 1 ? "" : "s");
}

/// "3 block the merge, 1 is advice".
static std::string byGate(const Report &R) {
  struct Words {
    Gate TheGate;
    const char *One, *Many;
  };
  static constexpr Words All[] = {
      {Gate::Merge, "blocks the merge", "block the merge"},
      {Gate::Deploy, "blocks the deploy", "block the deploy"},
      {Gate::Review, "needs a review", "need a review"},
      {Gate::Advice, "is advice", "are advice"}};
  std::string Text;
  for (const Words &W : All)
    if (unsigned Count = R.count(W.TheGate))
      Text += formatv("{0}{1} {2}", Text.empty() ? "" : ", ", Count,
                      Count == 1 ? W.One : W.Many);
  return Text;
}

static void summarise(raw_ostream &OS, const Report &R) {
  std::map<std::string, unsigned> Checks;
  unsigned Total = 0;
  for (const Finding &F : R.Findings)
    if (!F.Suppressed) {
      ++Checks[F.Check];
      ++Total;
    }
  OS << counted(Total, "finding") << " in " << counted(R.Files.size(), "file");
  StringRef Between = ": ";
  for (const auto &[Check, Count] : Checks) {
    OS << Between << Count << " " << Check;
    Between = ", ";
  }
  if (!R.Failed.empty())
    OS << "; " << R.Failed.size() << " could not be analysed";
  if (R.Left)
    OS << "; interrupted, " << R.Left << " not looked at";
  OS << "\n";

  std::vector<std::string> Rest;
  if (Total)
    Rest.push_back(byGate(R));
  if (R.Fixed)
    Rest.push_back(formatv("{0} fixed", R.Fixed));
  if (R.Known)
    Rest.push_back(formatv("{0} in the baseline", R.Known));
  if (unsigned Silent = R.suppressed())
    Rest.push_back(formatv("{0} suppressed", Silent));
  if (!Rest.empty())
    OS << join(Rest, "; ") << "\n";
}

void retrylint::writeText(raw_ostream &OS, const Report &R) {
  Excerpts Show(OS);
  for (const FailedFile &F : R.Failed) {
    for (const Remark &E : F.Errors)
      Show.error(E);
    if (F.MoreErrors)
      OS << formatv("{0}: {1} more\n", Show.displayPath(F.File),
                    counted(F.MoreErrors, "error"));
  }
  for (const Finding &F : R.Findings)
    if (!F.Suppressed)
      Show.finding(F);
  summarise(OS, R);
}
