#include "tool/report/Formats.h"
#include "rules/Fields.h"
#include "tool/report/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace retrylint;

ArrayRef<Format> retrylint::allFormats() {
  static constexpr Format All[] = {
      {"text", writeText, "for people, with excerpts of the source"},
      {"json", writeJson, "everything that is known, for scripts"},
      {"sarif", writeSarif, "SARIF 2.1.0, for code scanning"},
      {"junit", writeJUnit, "JUnit XML, for test reports"},
      {"checkstyle", writeCheckstyle, "Checkstyle XML"},
      {"github", writeGitHub, "annotations of GitHub Actions"},
      {"gitlab", writeGitLab, "GitLab Code Quality JSON"},
      {"html", writeHtml, "a page with pictures of every retry loop"}};
  return All;
}

StringRef retrylint::formatNames() {
  static const std::string Names = [] {
    std::string Text;
    for (const Format &F : allFormats())
      Text += (Text.empty() ? "" : ", ") + F.Name.str();
    return Text;
  }();
  return Names;
}

Expected<const Format *> retrylint::readFormat(StringRef Name) {
  SmallVector<StringRef, 8> Names;
  for (const Format &F : allFormats()) {
    if (F.Name == Name)
      return &F;
    Names.push_back(F.Name);
  }
  return createStringError("unknown format '" + Name + "'" +
                           suggest(Name, Names));
}

Expected<Output> retrylint::parseOutput(StringRef Text) {
  auto [Name, File] = Text.split(':');
  Expected<const Format *> Found = readFormat(Name);
  if (!Found)
    return Found.takeError();
  if (File.empty())
    return createStringError("--output: say FORMAT:FILE, as in " + Name +
                             ":report." + Name);
  // Said before the work is done, not after it.
  if (StringRef Dir = sys::path::parent_path(File);
      !Dir.empty() && !sys::fs::is_directory(Dir))
    return createStringError("--output: " + File + ": no such folder");
  return Output{*Found, File.str()};
}

Error retrylint::writeOutput(const Output &To, const Report &R) {
  Error E = writeToOutput(To.File, [&](raw_ostream &OS) {
    To.TheFormat->Write(OS, R);
    return Error::success();
  });
  if (E)
    return createStringError("--output: " + toString(std::move(E)));
  return Error::success();
}
