#include "tool/commands/Fixes.h"
#include "tool/commands/UnifiedDiff.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

using namespace llvm;
using namespace retrylint;
using clang::tooling::Replacements;

namespace {

struct Change {
  std::string Before, After;
};

struct Changes {
  std::map<std::string, Change> Files;
  std::vector<const Finding *> Fixed;
};

/// All edits of a finding, or none.
bool add(const Finding &F, std::map<std::string, Replacements> &All) {
  std::map<std::string, Replacements> With = All;
  for (const Edit &E : F.Fix) {
    Replacements &OfFile = With[E.File];
    clang::tooling::Replacement New(E.File, E.Offset, E.Length, E.Text);
    // Two findings may want the same header, or the same change.
    if (is_contained(OfFile, New))
      continue;
    if (Error Conflict = OfFile.add(New)) {
      consumeError(std::move(Conflict));
      return false;
    }
  }
  All = std::move(With);
  return true;
}

Expected<Changes> changesOf(const Report &R) {
  Changes Result;
  std::map<std::string, Replacements> All;
  for (const Finding &F : R.Findings)
    if (!F.Suppressed && !F.Fix.empty() && add(F, All))
      Result.Fixed.push_back(&F);
  for (const auto &[File, Edits] : All) {
    auto Buffer = MemoryBuffer::getFile(File);
    if (!Buffer)
      return createStringError("--fix: " + R.shown(File) + ": " +
                               Buffer.getError().message());
    StringRef Before = (*Buffer)->getBuffer();
    auto After = clang::tooling::applyAllReplacements(Before, Edits);
    if (!After)
      return createStringError("--fix: " + R.shown(File) + ": " +
                               toString(After.takeError()));
    Result.Files[File] = {Before.str(), std::move(*After)};
  }
  return Result;
}

} // namespace

Error retrylint::applyFixes(Report &R) {
  Expected<Changes> All = changesOf(R);
  if (!All)
    return All.takeError();
  for (const auto &[File, C] : All->Files) {
    const std::string &Text = C.After;
    if (Error E = writeToOutput(File, [&](raw_ostream &OS) {
          OS << Text;
          return Error::success();
        }))
      return createStringError("--fix: " + R.shown(File) + ": " +
                               toString(std::move(E)));
  }
  R.Fixed = All->Fixed.size();
  erase_if(R.Findings,
           [&](const Finding &F) { return is_contained(All->Fixed, &F); });
  return Error::success();
}

Error retrylint::printFixes(raw_ostream &OS, const Report &R) {
  Expected<Changes> All = changesOf(R);
  if (!All)
    return All.takeError();
  for (const auto &[File, C] : All->Files)
    writeUnifiedDiff(OS, R.shown(File), C.Before, C.After);
  return Error::success();
}
