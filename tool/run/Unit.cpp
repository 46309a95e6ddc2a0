#include "tool/run/Unit.h"
#include "analysis/Compatibility.h"
#include "checks/UnitAnalysis.h"
#include "clang-tidy/ClangTidy.h"
#include "tool/run/Arguments.h"
#include "tool/run/IncludeWatch.h"
#include "tool/run/Lines.h"
#include "tool/run/Recorder.h"
#include "tool/run/Silenced.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTReader.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace retrylint;

namespace {

tidy::ClangTidyOptions tidyOptions(const Settings &S) {
  tidy::ClangTidyOptions Options = tidy::ClangTidyOptions::getDefaults();
  Options.Checks = "-*," + llvm::join(S.Checks, ",");
  Options.HeaderFilterRegex = ".*";
  Options.SystemHeaders = false;
  if (!S.PolicyFile.empty())
    Options.CheckOptions["PolicyFile"] = llvm::StringRef(S.PolicyFile);
  if (!S.Gates.empty())
    Options.CheckOptions["Gates"] = llvm::StringRef(S.Gates);
  if (S.Pedantic)
    Options.CheckOptions["Pedantic"] = "true";
  Options.CheckOptions["ShowApproved"] = "true"; // as suppressed
  Options.CheckOptions["PartOfUnit"] = "true";   // Consumer shows one
  return Options;
}

/// One run of the compiler over a unit.
struct Pass {
  const Settings &S;
  Recorder &Record;
  llvm::StringRef Folder;
  HeaderGroup *Group = nullptr;          // of units that are compiled alike
  const ParsedHeaders *Shared = nullptr; // what the unit starts with
  bool OwnBeginning = false;             // and would have anyway
  IncludeReport Includes = {};
};

/// The checks, and then what the analysis knew.
class Consumer : public MultiplexConsumer {
public:
  Consumer(std::vector<std::unique_ptr<ASTConsumer>> Checks, Pass &Now,
           const CompilerInstance &Compiler)
      : MultiplexConsumer(std::move(Checks)), Now(Now), Compiler(Compiler),
        Files(Compiler.getSourceManager()) {}

  /// Asked if the user lets us skip. Nobody follows a call into a system
  /// header.
  bool shouldSkipFunctionBody(Decl *D) override {
    return Files.isInSystemHeader(D->getLocation());
  }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    if (Now.Includes.Differs)
      return false; // to be parsed without them
    for (Decl *D : Group)
      if (!Files.isInSystemHeader(D->getLocation()))
        Own.push_back(D);
    return MultiplexConsumer::HandleTopLevelDecl(Group);
  }

  void HandleTranslationUnit(ASTContext &Ctx) override {
    if (Now.Shared) {
      // Nobody knows who is to blame for an error, the unit or its headers.
      Now.Includes.Differs |=
          Ctx.getDiagnostics().hasUncompilableErrorOccurred();
      if (Now.Includes.Differs)
        return;
      recallBeginning();
    }
    // To walk through the rest would be to load all of the shared headers.
    if (!Own.empty())
      Ctx.setTraversalScope(Own);
    // The checks get the same one.
    auto Known = analyse(Ctx, Now.S.PolicyFile);
    // They need no more than a beginning: they walk through nothing.
    if (!Own.empty())
      Ctx.setTraversalScope({Own.front()});
    MultiplexConsumer::HandleTranslationUnit(Ctx);
    Now.Record.take(*Known, Ctx);
  }

private:
  /// What the unit declares in its beginning, which it shares with others.
  void recallBeginning() {
    ASTReader &Reader = *Compiler.getASTReader();
    std::vector<Decl *> First;
    for (LocalDeclID Id : Now.Shared->Own)
      First.push_back(Reader.GetLocalDecl(
          Reader.getModuleManager().getPrimaryModule(), Id));
    Own.insert(Own.begin(), First.begin(), First.end());
  }

  Pass &Now;
  const CompilerInstance &Compiler;
  const SourceManager &Files;
  std::vector<Decl *> Own;
};

class Action : public ASTFrontendAction {
public:
  Action(tidy::ClangTidyASTConsumerFactory &Checks, Pass &Now)
      : Checks(Checks), Now(Now) {}

  bool BeginSourceFileAction(CompilerInstance &Compiler) override {
    // A header that is missing is no reason to ignore the rest of the file.
    Compiler.getDiagnostics().setFatalsAsError(true);
    if (Now.Group)
      Compiler.getPreprocessor().addPPCallbacks(std::make_unique<IncludeWatch>(
          Compiler.getPreprocessor(), Now.OwnBeginning ? nullptr : Now.Shared,
          Now.Includes));
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef File) override {
    std::vector<std::unique_ptr<ASTConsumer>> All;
    All.push_back(Checks.createASTConsumer(Compiler, File));
    return std::make_unique<Consumer>(std::move(All), Now, Compiler);
  }

private:
  tidy::ClangTidyASTConsumerFactory &Checks;
  Pass &Now;
};

class Factory : public tooling::FrontendActionFactory {
public:
  Factory(tidy::ClangTidyASTConsumerFactory &Checks, Pass &Now,
          SharedHeaders &Known, bool MayShare)
      : Checks(Checks), Now(Now), Known(Known), MayShare(MayShare) {}

  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation,
                     FileManager *Files,
                     std::shared_ptr<PCHContainerOperations> Containers,
                     DiagnosticConsumer *Diagnostics) override {
    disarm(*Invocation);
    // As clang-tidy does: code may be written differently for an analysis.
    Invocation->getPreprocessorOpts().SetUpStaticAnalyzer = true;
    Invocation->getFrontendOpts().SkipFunctionBodies = Now.S.Skip;
    // Nobody reads the compiler's advice, unless it is an error.
    Invocation->getLangOpts().SpellChecking = false;
    DiagnosticOptions &Advice = Invocation->getDiagnosticOpts();
    bool Errors = Advice.PedanticErrors ||
                  llvm::any_of(Advice.Warnings, [](llvm::StringRef Option) {
                    return Option.starts_with("error");
                  });
    Advice.IgnoreWarnings |= !Errors;
    llvm::IntrusiveRefCntPtr<FileManager> Extended(Files);
    if (Now.S.Skip && mayShareHeaders(*Invocation)) {
      std::optional<Beginning> Begin = group(*Invocation, *Files);
      Now.OwnBeginning = Begin.has_value();
      if (MayShare)
        Now.Shared =
            Now.Group->find(*Invocation, Now.Folder, Begin ? &*Begin : nullptr);
      if (Now.Shared) {
        auto FS = Files->getVirtualFileSystemPtr();
        Now.Shared->addTo(*Invocation, FS, Begin ? Begin->Bytes : 0);
        Extended = llvm::makeIntrusiveRefCnt<FileManager>(
            Files->getFileSystemOpts(), FS);
      }
    }
    return FrontendActionFactory::runInvocation(
        std::move(Invocation), Extended.get(), std::move(Containers),
        Diagnostics);
  }
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<Action>(Checks, Now);
  }

private:
  /// Where a config.h decides what the headers of the system are, only units
  /// that begin with it can share them.
  std::optional<Beginning> group(const CompilerInvocation &Invocation,
                                 FileManager &Files) {
    Now.Group = &Known.groupOf(Invocation, Now.Folder);
    if (!Now.Group->inVain() || !mayShareBeginning(Invocation))
      return std::nullopt;
    auto Text = Files.getBufferForFile(
        Invocation.getFrontendOpts().Inputs[0].getFile());
    if (!Text)
      return std::nullopt;
    std::optional<Beginning> Begin =
        Beginning::of((*Text)->getBuffer(), Invocation.getLangOpts());
    if (Begin)
      Now.Group = &Known.groupOf(Invocation, Now.Folder, *Begin);
    return Begin;
  }

  tidy::ClangTidyASTConsumerFactory &Checks;
  Pass &Now;
  SharedHeaders &Known;
  bool MayShare;
};

Remark remark(const tooling::DiagnosticMessage &M, Lines &Where) {
  Remark R;
  R.Text = M.Message;
  R.At = Where.span(M.FilePath, M.FileOffset, 0);
  for (const tooling::FileByteRange &Range : M.Ranges)
    if (!Range.FilePath.empty()) // what a macro wrote is in no file
      R.Marks.push_back(
          Where.span(Range.FilePath, Range.FileOffset, Range.Length));
  return R;
}

Finding finding(const tidy::ClangTidyError &E, Lines &Where) {
  Finding F;
  F.Check = E.DiagnosticName;
  F.What = remark(E.Message, Where);
  for (const tooling::DiagnosticMessage &Note : E.Notes)
    F.Notes.push_back(remark(Note, Where));
  for (const auto &FileAndEdits : E.Message.Fix)
    for (const tooling::Replacement &R : FileAndEdits.second)
      F.Fix.push_back({Where.absolute(R.getFilePath()), R.getOffset(),
                       R.getLength(), R.getReplacementText().str()});
  return F;
}

constexpr size_t ShownErrors = 3;

void addError(UnitResult &R, const tidy::ClangTidyError &E, Lines &Where) {
  llvm::StringRef Text = E.Message.Message;
  if (Text.ends_with("file not found"))
    R.Failure =
        (Text + "; the rest was checked, but findings may be missing").str();
  else if (R.Failure.empty())
    R.Failure = llvm::StringRef(E.DiagnosticName).starts_with("clang-diag")
                    ? "does not compile, so findings may be missing"
                    : "could not be judged, so findings may be missing";
  if (R.Errors.size() == ShownErrors) {
    ++R.MoreErrors;
    return;
  }
  R.Errors.push_back(remark(E.Message, Where));
  R.Errors.back().Text += " [" + E.DiagnosticName + "]";
}

/// Gives no result if the unit's shared headers were not what it would have
/// got.
std::optional<UnitResult> runPass(const tooling::CompileCommand &Command,
                                  const Settings &S, SharedHeaders &Known,
                                  Snapshot &Disk, bool MayShare,
                                  Dependencies &Needs) {
  UnitResult Result;
  auto Traced = llvm::makeIntrusiveRefCnt<TracingFileSystem>(
      llvm::makeIntrusiveRefCnt<SnapshotFileSystem>(
          llvm::vfs::createPhysicalFileSystem(), Disk));
  auto FS = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(Traced);
  if (FS->setCurrentWorkingDirectory(Command.Directory)) {
    Result.Failure = "its folder '" + Command.Directory + "' does not exist";
    return Result;
  }
  if (!FS->exists(Command.Filename)) {
    Result.Failure =
        "named in the compilation database, but there is no such file";
    return Result;
  }

  tidy::ClangTidyContext Context(std::make_unique<tidy::DefaultOptionsProvider>(
      tidy::ClangTidyGlobalOptions(), tidyOptions(S)));
  tidy::ClangTidyDiagnosticConsumer Heard(Context);
  Lines Where(*FS, *FS->getCurrentWorkingDirectory());
  Recorder Record(Where);
  Silenced Hidden(Heard, Context, Record, Where);
  DiagnosticOptionsPtr Options(new DiagnosticOptions);
  DiagnosticsEngine Engine(llvm::makeIntrusiveRefCnt<DiagnosticIDs>(),
                           shared(Options), &Hidden,
                           /*ShouldOwnClient=*/false);
  setEngine(Context, std::move(Options), Engine);

  auto Files = llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), FS);
  tidy::ClangTidyASTConsumerFactory Checks(Context, FS);
  Pass Now{S, Record, Command.Directory};
  Factory Actions(Checks, Now, Known, MayShare);
  tooling::ToolInvocation Invocation(
      analysisArguments(Command, S.ResourceDir), &Actions, Files.get(),
      std::make_shared<PCHContainerOperations>());
  Invocation.setDiagnosticConsumer(&Hidden);
  bool Ran = Invocation.run();

  if (Now.Shared)
    Now.Group->used(!Now.Includes.Differs);
  if (Now.Includes.Differs)
    return std::nullopt;
  if (Now.Group)
    Now.Group->included(Now.Includes.SystemHeaders);
  for (const tidy::ClangTidyError &E : Heard.take())
    if (E.DiagLevel == tidy::ClangTidyError::Error)
      addError(Result, E, Where);
    else
      Result.Findings.push_back(finding(E, Where));
  if (!Ran && Result.Failure.empty())
    Result.Failure = "its compile command is not understood";
  Record.finish(Result);
  Needs = std::move(Traced->Seen);
  if (Now.Shared)
    Needs.insert(Now.Shared->Needs.begin(), Now.Shared->Needs.end());
  return Result;
}

} // namespace

UnitResult retrylint::analyseUnit(const Unit &U, const Settings &S,
                                  SharedHeaders &Known, Snapshot &Disk,
                                  Dependencies &Needs) {
  UnitResult Result;
  if (!U.Command) {
    Result.Failure = "no compile command in the compilation database";
    return Result;
  }
  if (auto First =
          runPass(*U.Command, S, Known, Disk, /*MayShare=*/true, Needs))
    return *First;
  return *runPass(*U.Command, S, Known, Disk, /*MayShare=*/false, Needs);
}
