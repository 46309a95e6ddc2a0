#include "checks/UnitAnalysis.h"
#include "analysis/Analysis.h"
#include "rules/PolicyLoader.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace retrylint {

/// All that a function's behaviour depends on and that is not in the main file;
/// empty if nobody can tell. clangd makes a new preamble, which is a file of
/// its own, when a header or the command changes.
static std::string environmentOf(const clang::Preprocessor &PP, const Policy &P,
                                 llvm::vfs::FileSystem &FS) {
  const clang::PreprocessorOptions &Options = PP.getPreprocessorOpts();
  const std::string &Preamble = Options.ImplicitPCHInclude;
  llvm::sys::fs::file_status Status;
  if (Preamble.empty() || llvm::sys::fs::status(Preamble, Status))
    return "";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << Preamble << ' ' << Status.getUniqueID().getFile() << ' '
     << Status.getSize() << ' '
     << Status.getLastModificationTime().time_since_epoch().count() << '\n';
  for (const auto &[Macro, Undefined] : Options.Macros)
    OS << (Undefined ? "-U" : "-D") << Macro << '\n';
  const clang::LangOptions &Language = PP.getLangOpts();
  OS << Language.LangStd << ' ' << Language.Exceptions << '\n'
     << stateOf(P, FS);
  return Text;
}

static std::shared_ptr<const UnitAnalysis>
make(clang::ASTContext &Ctx, llvm::StringRef PolicyFile,
     const clang::Preprocessor *InEditor) {
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
  static QuietFunctions Quiet;
  Past Earlier{Quiet,
               InEditor ? environmentOf(*InEditor, Unit->ThePolicy, FS) : ""};
  UnitFacts Facts = factsOf(Ctx, Unit->ThePolicy,
                            Earlier.Environment.empty() ? nullptr : &Earlier);
  Unit->Loops = std::move(Facts.Loops);
  Unit->Settings = std::move(Facts.Settings);
  return Unit;
}

std::shared_ptr<const UnitAnalysis>
analyse(clang::ASTContext &Ctx, llvm::StringRef PolicyFile,
        const clang::Preprocessor *InEditor) {
  // Checks of one unit run on one thread, one after the other.
  thread_local std::weak_ptr<const UnitAnalysis> Last;
  thread_local const clang::ASTContext *LastContext = nullptr;
  if (LastContext == &Ctx)
    if (auto Unit = Last.lock())
      return Unit;
  auto Unit = make(Ctx, PolicyFile, InEditor);
  Last = Unit;
  LastContext = &Ctx;
  return Unit;
}

} // namespace retrylint
