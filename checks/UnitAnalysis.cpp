#include "checks/UnitAnalysis.h"
#include "analysis/Analysis.h"
#include "rules/PolicyLoader.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"

namespace retrylint {

static std::shared_ptr<const UnitAnalysis> make(clang::ASTContext &Ctx,
                                                llvm::StringRef PolicyFile) {
  auto Unit = std::make_shared<UnitAnalysis>();
  const clang::SourceManager &SM = Ctx.getSourceManager();
  llvm::vfs::FileSystem &FS = SM.getFileManager().getVirtualFileSystem();
  llvm::StringRef Main;
  if (auto File = SM.getFileEntryRefForID(SM.getMainFileID()))
    Main = File->getName();
  llvm::Expected<Policy> P = PolicyFile.empty()
                                 ? loadPolicy(Main, FS)
                                 : loadPolicyFile(PolicyFile, FS);
  if (!P) {
    Unit->PolicyError = llvm::toString(P.takeError());
    return Unit;
  }
  Unit->ThePolicy = std::move(*P);
  UnitFacts Facts = factsOf(Ctx, Unit->ThePolicy);
  Unit->Loops = std::move(Facts.Loops);
  Unit->Settings = std::move(Facts.Settings);
  return Unit;
}

std::shared_ptr<const UnitAnalysis> analyse(clang::ASTContext &Ctx,
                                            llvm::StringRef PolicyFile) {
  // Checks of one unit run on one thread, one after the other.
  thread_local std::weak_ptr<const UnitAnalysis> Last;
  thread_local const clang::ASTContext *LastContext = nullptr;
  if (LastContext == &Ctx)
    if (auto Unit = Last.lock())
      return Unit;
  auto Unit = make(Ctx, PolicyFile);
  Last = Unit;
  LastContext = &Ctx;
  return Unit;
}

} // namespace retrylint
