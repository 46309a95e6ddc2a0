#include "tool/LoopList.h"
#include "checks/Describe.h"
#include "checks/UnitAnalysis.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace {

using Facts = std::vector<std::pair<StringRef, json::Value>>;
using Show = function_ref<void(const Facts &)>;

Facts factsOf(const retrylint::RetryLoop &L, const clang::SourceManager &SM) {
  auto Line = [&](clang::SourceLocation At) {
    return static_cast<int64_t>(SM.getExpansionLineNumber(At));
  };
  SmallString<128> File(SM.getFilename(SM.getExpansionLoc(L.CycleAt)));
  SM.getFileManager().makeAbsolutePath(File);
  sys::path::remove_dots(File, /*remove_dot_dot=*/true);
  Facts All = {{"file", File.str().str()},
               {"line", Line(L.CycleAt)},
               {"end", Line(L.CycleRange.getEnd())},
               {"function", L.Function->getQualifiedNameAsString()},
               {"attempt", Line(L.AttemptAt.getBegin())}};
  for (auto &[Name, Text] : retrylint::describeLoop(L))
    All.emplace_back(Name, Text);
  return All;
}

class Consumer : public clang::ASTConsumer {
public:
  Consumer(StringRef PolicyFile, Show Each)
      : PolicyFile(PolicyFile), Each(Each) {}
  void HandleTranslationUnit(clang::ASTContext &Ctx) override {
    auto Unit = retrylint::analyse(Ctx, PolicyFile);
    for (const retrylint::RetryLoop &L : Unit->Loops)
      Each(factsOf(L, Ctx.getSourceManager()));
  }

private:
  StringRef PolicyFile;
  Show Each;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(StringRef PolicyFile, Show Each)
      : PolicyFile(PolicyFile), Each(Each) {}
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, StringRef) override {
    return std::make_unique<Consumer>(PolicyFile, Each);
  }

private:
  StringRef PolicyFile;
  Show Each;
};

class Factory : public clang::tooling::FrontendActionFactory {
public:
  Factory(StringRef PolicyFile, Show Each)
      : PolicyFile(PolicyFile), Each(Each) {}
  std::unique_ptr<clang::FrontendAction> create() override {
    return std::make_unique<Action>(PolicyFile, Each);
  }

private:
  StringRef PolicyFile;
  Show Each;
};

std::string asText(const Facts &Loop) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const auto &[Name, V] : Loop) {
    if (Name == "file")
      OS << *V.getAsString();
    else if (Name == "line")
      OS << ":" << *V.getAsInteger() << ":";
    else if (std::optional<StringRef> S = V.getAsString())
      OS << " " << Name << "=\"" << *S << "\"";
    else
      OS << " " << Name << "=" << V;
  }
  return Text;
}

std::string asJson(const Facts &Loop) {
  json::Object O;
  for (const auto &[Name, V] : Loop)
    O[Name] = V;
  return formatv("{0}", json::Value(std::move(O)));
}

} // namespace

std::string
retrylint::LoopList::add(const clang::tooling::CompilationDatabase &Database,
                         const std::string &File, const Settings &S) {
  auto Print = [&](const Facts &Loop) {
    std::string Text = Format == LoopFormat::Json ? asJson(Loop) : asText(Loop);
    if (Seen.insert(Text).second)
      OS << Text << "\n";
  };
  Factory Actions(S.PolicyFile, Print);
  int Status = 0;
  bool Safe = runSafely([&] {
    clang::tooling::ClangTool Tool(Database, {File});
    clang::IgnoringDiagConsumer Quiet;
    Tool.setDiagnosticConsumer(&Quiet);
    Tool.setPrintErrorMessage(false);
    if (!S.ResourceDir.empty())
      Tool.appendArgumentsAdjuster(clang::tooling::getInsertArgumentAdjuster(
          ("-resource-dir=" + S.ResourceDir).c_str(),
          clang::tooling::ArgumentInsertPosition::BEGIN));
    Status = Tool.run(&Actions);
  });
  if (!Safe)
    return "the analysis crashed; please report this with the file";
  return Status ? "does not compile, so loops may be missing" : "";
}
