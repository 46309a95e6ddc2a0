#include "TestCode.h"
#include "analysis/Analysis.h"
#include "analysis/Compatibility.h"
#include "rules/PolicyLoader.h"
#include "clang/AST/ASTContext.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace retrylint {

const llvm::StringRef Dependency = R"(
#ifdef __cplusplus
#define QUIET noexcept
extern "C" {
#else
#define QUIET
#endif
unsigned sleep(unsigned seconds);
int usleep(unsigned microseconds);
int rand(void) QUIET;
long time(long *out) QUIET;
void exit(int code) QUIET;
double pow(double base, double exponent) QUIET;
double ceil(double x) QUIET;
#ifdef __cplusplus
}
#endif
typedef struct Reply { int status; int retry_after; const char *body; } Reply;
bool connect_db(const char *dsn);
int send_rpc(int id);
Reply fetch_invoice(int id);
void note(int n);
)";

static std::unique_ptr<ASTUnit> parse(llvm::StringRef Text,
                                      llvm::StringRef FileName,
                                      DiagnosticConsumer *To = nullptr) {
  return tooling::buildASTFromCodeWithArgs(
      Text,
      {FileName.ends_with(".c") ? "-std=c23" : "-std=c++20", "-w",
       "-resource-dir=" CLANG_RESOURCE_DIR},
      FileName, "clang-tool", std::make_shared<PCHContainerOperations>(),
      tooling::getClangStripDependencyFileAdjuster(),
      tooling::FileContentMappings(), To);
}

TestCode::TestCode(llvm::StringRef Text, llvm::StringRef FileName)
    : Unit(parse(Text, FileName)) {
  EXPECT_FALSE(Unit->getDiagnostics().hasErrorOccurred()) << Text.str();
}

const NamedDecl &TestCode::named(llvm::StringRef Name) const {
  struct Finder : DynamicRecursiveASTVisitor {
    llvm::StringRef Name;
    const NamedDecl *Found = nullptr;
    explicit Finder(llvm::StringRef Name) : Name(Name) {
      ShouldVisitTemplateInstantiations = true;
    }
    bool VisitNamedDecl(NamedDecl *D) override {
      if (D->getIdentifier() && D->getName() == Name)
        Found = D;
      return true;
    }
  } Find(Name);
  Find.TraverseAST(context());
  if (!Find.Found)
    llvm::report_fatal_error("the test declares no " + Name);
  return *Find.Found;
}

const FunctionDecl &TestCode::function(llvm::StringRef Name) const {
  return *named(Name).getAsFunction();
}

QualType TestCode::typeOf(llvm::StringRef Name) const {
  const NamedDecl &D = named(Name);
  if (const auto *T = dyn_cast<TypedefNameDecl>(&D))
    return T->getUnderlyingType();
  return cast<ValueDecl>(D).getType();
}

unsigned TestCode::line(SourceLocation At) const {
  return context().getSourceManager().getSpellingLineNumber(At);
}

Loops::Loops(const std::string &Text, llvm::StringRef FileName)
    : Code(Dependency.str() + Text, FileName),
      Found(factsOf(Code.context(), defaultPolicy()).Loops) {}

OneLoop::OneLoop(const std::string &Text, llvm::StringRef FileName)
    : Loops(Text, FileName) {
  EXPECT_EQ(Found.size(), 1u) << "retry loops in" << Text;
  if (Found.empty())
    Found.emplace_back();
}

const WaitPattern &OneLoop::pattern() const {
  static const WaitPattern None;
  EXPECT_EQ(Found.front().Patterns.size(), 1u) << "ways of failing";
  return Found.front().Patterns.empty() ? None : Found.front().Patterns.front();
}

unsigned OneLoop::line(SourceLocation At) const {
  return At.isValid() ? Code.line(At) - Dependency.count('\n') : 0;
}

std::string waits(const WaitPattern &P) {
  std::string Text;
  for (const Wait &W : P.Waits) {
    Text += Text.empty() ? "" : ", ";
    if (!W.Numeric)
      Text += "?";
    else if (W.Lo == W.Hi)
      Text += llvm::formatv("{0}", llvm::format("%g", W.Lo));
    else
      Text += llvm::formatv("{0}-{1}", llvm::format("%g", W.Lo),
                            llvm::format("%g", W.Hi));
  }
  return Text;
}

std::string bound(const RetryLoop &L) {
  if (!L.Limit.known())
    return "unknown";
  switch (L.Limit.Is.Kind) {
  case BoundKind::None:
    return "none";
  case BoundKind::Shutdown:
    return "shutdown";
  case BoundKind::Time:
    return "time";
  case BoundKind::Stuck:
    return "stuck";
  case BoundKind::Attempts:
    return L.Limit.Is.Attempts
               ? std::to_string(*L.Limit.Is.Attempts) + " attempts"
               : "attempts";
  case BoundKind::Unknown:
    break;
  }
  return "known to be unknown";
}

size_t loopsInBroken(llvm::StringRef Text) {
  IgnoringDiagConsumer Silent;
  std::unique_ptr<ASTUnit> Unit = parse(Text, "test.cpp", &Silent);
  EXPECT_TRUE(Unit->getDiagnostics().hasErrorOccurred()) << Text.str();
  return factsOf(Unit->getASTContext(), defaultPolicy()).Loops.size();
}

std::vector<int> retried(const OneLoop &L) {
  EXPECT_EQ(L->Codes.size(), 1u) << "kinds of codes";
  return L->Codes.empty() ? std::vector<int>() : L->Codes.front().Known;
}

} // namespace retrylint
