#include "tool/report/Formats.h"
#include "rules/Fields.h"
#include "tool/report/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileOutputBuffer.h"
#include "llvm/Support/FileUtilities.h"

using namespace llvm;
using namespace retrylint;

ArrayRef<Format> retrylint::allFormats() {
  static constexpr Format All[] = {
      {"text", writeText, "for people, with excerpts of the source"},
      {"json", writeJson, "everything that is known, for scripts"},
      {"junit", writeJUnit, "JUnit XML, for test reports"},
      {"checkstyle", writeCheckstyle, "Checkstyle XML"},
      {"github", writeGitHub, "annotations of GitHub Actions"},
      {"gitlab", writeGitLab, "GitLab Code Quality JSON"}};
  return All;
}

const Format *retrylint::findFormat(StringRef Name) {
  for (const Format &F : allFormats())
    if (F.Name == Name)
      return &F;
  return nullptr;
}

Expected<Output> retrylint::parseOutput(StringRef Text) {
  auto [Name, File] = Text.split(':');
  Output To{findFormat(Name), File.str()};
  SmallVector<StringRef, 8> Names;
  for (const Format &F : allFormats())
    Names.push_back(F.Name);
  if (!To.TheFormat)
    return createStringError("--output: unknown format '" + Name + "'" +
                             suggest(Name, Names));
  if (File.empty())
    return createStringError("--output: say FORMAT:FILE, as in " + Name +
                             ":report." + Name);
  return To;
}

Error retrylint::writeOutput(const Output &To, const Report &R) {
  Error E = writeToOutput(To.File, [&](raw_ostream &OS) {
    To.TheFormat->Write(OS, R);
    return Error::success();
  });
  if (E)
    return createStringError("--output: " + To.File + ": " +
                             toString(std::move(E)));
  return Error::success();
}
