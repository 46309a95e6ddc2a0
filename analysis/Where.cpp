#include "analysis/Where.h"
#include "analysis/Names.h"
#include "rules/Fields.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"

namespace retrylint {

using namespace clang;

/// The policy's reader has made sure that it is a glob.
static bool fits(llvm::StringRef Text, llvm::StringRef Glob) {
  auto Pattern = llvm::GlobPattern::create(Glob, MaxGlobAlternatives);
  if (Pattern)
    return Pattern->match(Text);
  llvm::consumeError(Pattern.takeError());
  return false;
}

bool functionFits(const FunctionDecl &F, llvm::StringRef Glob) {
  for (const DeclContext *DC = &F; DC; DC = DC->getParent())
    if (const auto *Outer = dyn_cast<FunctionDecl>(DC))
      if (fits(qualifiedName(*Outer), Glob))
        return true;
  return false;
}

bool pathFits(SourceLocation L, const SourceManager &SM, llvm::StringRef Glob) {
  llvm::SmallString<128> Path(SM.getFilename(SM.getFileLoc(L)));
  if (fits(Path, Glob))
    return true;
  SM.getFileManager().makeAbsolutePath(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return fits(Path, Glob);
}

} // namespace retrylint
