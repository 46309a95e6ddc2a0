// --format=junit: one test for each file, which fails by its findings.
#include "tool/report/Encode.h"
#include "tool/report/Formats.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace llvm;
using namespace retrylint;

namespace {

struct Test {
  std::vector<const Finding *> Findings;
  const FailedFile *Failed = nullptr;
};

std::string placed(const Finding &F) {
  return formatv("{0}:{1}: {2} [{3}, {4}]\n", F.What.At.Line, F.What.At.Column,
                 F.What.Text, F.Check, gateName(F.TheGate));
}

} // namespace

void retrylint::writeJUnit(raw_ostream &OS, const Report &R) {
  std::map<std::string, Test> Tests;
  for (const std::string &File : R.Files)
    Tests[R.shown(File)];
  for (const Finding &F : R.Findings)
    if (!F.Suppressed)
      Tests[R.shown(F.What.At.File)].Findings.push_back(&F);
  for (const FailedFile &F : R.Failed)
    Tests[R.shown(F.File)].Failed = &F;
  unsigned Failures = 0;
  for (const auto &[File, T] : Tests)
    Failures += !T.Findings.empty();

  OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  OS << formatv("<testsuites>\n<testsuite name=\"retrylint\" tests=\"{0}\" "
                "failures=\"{1}\" errors=\"{2}\" skipped=\"0\">\n",
                Tests.size(), Failures, R.Failed.size());
  for (const auto &[File, T] : Tests) {
    OS << formatv("<testcase classname=\"retrylint\" name=\"{0}\">",
                  escapeXml(File));
    if (!T.Findings.empty()) {
      OS << formatv("\n<failure message=\"{0}\" type=\"retrylint\">",
                    T.Findings.size() == 1
                        ? escapeXml(T.Findings.front()->What.Text)
                        : formatv("{0} findings", T.Findings.size()).str());
      for (const Finding *F : T.Findings)
        OS << escapeXml(placed(*F));
      OS << "</failure>\n";
    }
    if (T.Failed)
      OS << formatv("\n<error message=\"{0}\"/>\n",
                    escapeXml(T.Failed->Reason));
    OS << "</testcase>\n";
  }
  OS << "</testsuite>\n</testsuites>\n";
}
