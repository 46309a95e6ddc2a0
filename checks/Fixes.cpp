#include "checks/Fixes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMap.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace retrylint {

using namespace clang;

namespace {

/// What a `for` declares, starts at a constant and counts up by one, and nobody
/// else touches: the number of the round.
struct Counter {
  const VarDecl *Variable;
  int64_t Start;
};

bool isVariable(const Expr *E, const VarDecl *V) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref && Ref->getDecl() == V;
}

/// Whether the statement may change the variable, or lets somebody else do so.
bool mayChange(const Stmt *In, const VarDecl *V) {
  struct Finder : ConstDynamicRecursiveASTVisitor {
    const VarDecl *V = nullptr;
    unsigned Uses = 0, Reads = 0;
    bool VisitDeclRefExpr(const DeclRefExpr *R) override {
      Uses += R->getDecl() == V;
      return true;
    }
    bool VisitImplicitCastExpr(const ImplicitCastExpr *C) override {
      Reads += C->getCastKind() == CK_LValueToRValue &&
               isVariable(C->getSubExpr(), V);
      return true;
    }
  } Find;
  Find.V = V;
  Find.TraverseStmt(In);
  return Find.Uses != Find.Reads;
}

std::optional<Counter> counterOf(const RetryLoop &Loop) {
  const auto *For = dyn_cast_or_null<ForStmt>(Loop.Cycle);
  if (!For || !For->getInc())
    return std::nullopt;
  const auto *Step = dyn_cast<UnaryOperator>(For->getInc());
  const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
  if (!Step || !Step->isIncrementOp() || !Init || !Init->isSingleDecl())
    return std::nullopt;
  const auto *V = dyn_cast<VarDecl>(Init->getSingleDecl());
  Expr::EvalResult Start;
  if (!V || !V->getType()->isIntegerType() || !V->getInit() ||
      !isVariable(Step->getSubExpr(), V) ||
      !V->getInit()->EvaluateAsInt(Start, V->getASTContext()) ||
      mayChange(For->getBody(), V) ||
      (For->getCond() && mayChange(For->getCond(), V)))
    return std::nullopt;
  return Counter{V, Start.Val.getInt().getExtValue()};
}

/// "i - 1": how often it has been tried again, as an int.
std::string retryNumber(const Counter &C) {
  std::string Name = C.Variable->getNameAsString();
  if (C.Variable->getASTContext().getIntWidth(C.Variable->getType()) > 32 ||
      C.Variable->getType()->isUnsignedIntegerType())
    Name = "static_cast<int>(" + Name + ")";
  if (C.Start == 0)
    return Name;
  return Name + (C.Start > 0 ? " - " : " + ") +
         std::to_string(std::abs(C.Start));
}

/// The statement that is this call and nothing else, with its semicolon.
CharSourceRange statementOf(const Expr &Call, const Stmt &Loop,
                            const ASTContext &Ctx) {
  ParentMap Parents(const_cast<Stmt *>(&Loop));
  const Stmt *Whole = &Call, *Parent = Parents.getParent(Whole);
  while (isa_and_nonnull<ExprWithCleanups, ParenExpr>(Parent)) {
    Whole = Parent;
    Parent = Parents.getParent(Whole);
  }
  const auto *If = dyn_cast_or_null<IfStmt>(Parent);
  if (!isa_and_nonnull<CompoundStmt>(Parent) &&
      !(If && (If->getThen() == Whole || If->getElse() == Whole)))
    return {};
  const SourceManager &SM = Ctx.getSourceManager();
  if (Whole->getBeginLoc().isMacroID() || Whole->getEndLoc().isMacroID())
    return {};
  SourceLocation Semicolon = Lexer::findLocationAfterToken(
      Whole->getEndLoc(), tok::semi, SM, Ctx.getLangOpts(),
      /*SkipTrailingWhitespaceAndNewLine=*/false);
  if (Semicolon.isInvalid())
    return {};
  return CharSourceRange::getCharRange(Whole->getBeginLoc(), Semicolon);
}

/// As C++ writes a number of seconds: "2.0", "0.25".
std::string seconds(double S) {
  std::string Text = llvm::formatv("{0:f6}", S).str();
  while (Text.back() == '0' && Text[Text.size() - 2] != '.')
    Text.pop_back();
  return Text;
}

bool staysWithin(double Base, unsigned Attempts, const Policy &P) {
  double Total = 0;
  for (unsigned Retry = 0; Retry + 1 < Attempts; ++Retry)
    Total += std::min(P.Backoff.Cap, std::ldexp(Base, Retry));
  return Total <= P.Limits.TotalDuration[unsigned(P.DefaultContext)];
}

} // namespace

std::optional<Fix> jitterWait(const RetryLoop &Loop, const WaitPattern &Waits,
                              const Policy &P) {
  const ASTContext &Ctx = Loop.Function->getASTContext();
  std::optional<Counter> Retries = counterOf(Loop);
  if (!Ctx.getLangOpts().CPlusPlus11 || !Retries || !Waits.Call ||
      Waits.Waits.empty() || Loop.Patterns.size() != 1 || !Loop.Limit.known() ||
      !Loop.Limit.Is.Attempts)
    return std::nullopt;
  const Wait &Each = Waits.Waits.front();
  if (!Each.Numeric || !Each.UnitKnown ||
      !staysWithin(Each.Hi, *Loop.Limit.Is.Attempts, P))
    return std::nullopt;
  CharSourceRange Statement = statementOf(*Waits.Call, *Loop.Cycle, Ctx);
  if (Statement.isInvalid())
    return std::nullopt;
  std::string Indent =
      Lexer::getIndentationForLine(Statement.getBegin(), Ctx.getSourceManager())
          .str();
  std::string Text =
      llvm::formatv("{{\n"
                    "{0}  std::random_device dice;\n"
                    "{0}  std::this_thread::sleep_for("
                    "std::chrono::duration<double>(\n"
                    "{0}      std::uniform_real_distribution<>(\n"
                    "{0}          0, std::min({1}, std::ldexp({2}, {3})))"
                    "(dice)));\n"
                    "{0}}",
                    Indent, seconds(P.Backoff.Cap), seconds(Each.Hi),
                    retryNumber(*Retries))
          .str();
  return Fix{{FixItHint::CreateReplacement(Statement, Text)},
             {"<algorithm>", "<chrono>", "<cmath>", "<random>", "<thread>"}};
}

} // namespace retrylint
