#include "checks/Fixes.h"
#include "analysis/Compatibility.h"
#include "analysis/TimeTypes.h"
#include "clang/AST/ASTContext.h"
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

bool staysWithin(double Base, unsigned Waits, Context Who, const Policy &P) {
  double Total = 0;
  for (unsigned Retry = 0; Retry < Waits; ++Retry)
    Total += std::min(P.Backoff.Cap, std::ldexp(Base, Retry));
  return Total <= P.Limits.TotalDuration[unsigned(Who)];
}

std::string sourceOf(const Expr &E, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  return Lexer::getSourceText(SM.getExpansionRange(E.getSourceRange()), SM,
                              Ctx.getLangOpts())
      .str();
}

/// The comparison of the counter that keeps the loop going: `i < n`, and what
/// follows it with `&&`.
const BinaryOperator *limitIn(const Expr *Condition, const VarDecl *V) {
  const auto *B = dyn_cast_or_null<BinaryOperator>(
      Condition ? Condition->IgnoreParens() : nullptr);
  if (!B)
    return nullptr;
  if (B->getOpcode() == BO_LAnd) {
    const BinaryOperator *Left = limitIn(B->getLHS(), V);
    return Left ? Left : limitIn(B->getRHS(), V);
  }
  bool Compares = B->getOpcode() == BO_LT || B->getOpcode() == BO_LE;
  return Compares && isVariable(B->getLHS(), V) ? B : nullptr;
}

/// The typedef of std::chrono for what counts so many seconds in integers.
llvm::StringRef chronoName(QualType T) {
  const auto *D = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  std::optional<double> Tick = tickOf(T);
  if (!D || !Tick || D->getQualifiedNameAsString() != "std::chrono::duration" ||
      !D->getTemplateArgs()[0].getAsType()->isIntegerType())
    return {};
  static constexpr std::pair<double, const char *> Names[] = {
      {1e-9, "nanoseconds"},
      {1e-6, "microseconds"},
      {1e-3, "milliseconds"},
      {1, "seconds"}};
  for (auto [Seconds, Name] : Names)
    if (std::abs(*Tick / Seconds - 1) < 1e-6)
      return Name;
  return {};
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
      !staysWithin(Each.Hi, *Loop.Limit.Is.Attempts - (Waits.AfterLast ? 0 : 1),
                   Loop.RunsIn, P))
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

std::optional<Fix> skipLastWait(const RetryLoop &Loop,
                                const WaitPattern &Waits) {
  const ASTContext &Ctx = Loop.Function->getASTContext();
  std::optional<Counter> Rounds = counterOf(Loop);
  if (!Rounds || !Waits.Call || Loop.Patterns.size() != 1)
    return std::nullopt;
  const BinaryOperator *Limit =
      limitIn(cast<ForStmt>(Loop.Cycle)->getCond(), Rounds->Variable);
  if (!Limit || Limit->getRHS()->HasSideEffects(Ctx))
    return std::nullopt;
  CharSourceRange Statement = statementOf(*Waits.Call, *Loop.Cycle, Ctx);
  if (Statement.isInvalid())
    return std::nullopt;
  const Expr *Most = Limit->getRHS()->IgnoreImpCasts();
  std::string Text = sourceOf(*Most, Ctx);
  if (isa<BinaryOperator, ConditionalOperator>(Most) ||
      Most->getBeginLoc().isMacroID())
    Text = "(" + Text + ")";
  Text = llvm::formatv("if ({0} + 1 {1} {2})\n{3}  ",
                       Rounds->Variable->getName(), Limit->getOpcodeStr(), Text,
                       Lexer::getIndentationForLine(Statement.getBegin(),
                                                    Ctx.getSourceManager()));
  return Fix{{FixItHint::CreateInsertion(Statement.getBegin(), Text)}, {}};
}

std::optional<Fix> capWait(const RetryLoop &Loop, const WaitPattern &Waits,
                           double Cap) {
  const ASTContext &Ctx = Loop.Function->getASTContext();
  if (!Waits.Length || Waits.Length->getBeginLoc().isMacroID() ||
      Waits.Length->getEndLoc().isMacroID() || Cap != std::floor(Cap))
    return std::nullopt;
  llvm::StringRef Name =
      chronoName(Waits.Length->getType().getNonReferenceType());
  if (Name.empty())
    return std::nullopt;
  std::string Before = llvm::formatv("std::min<std::chrono::{0}>(", Name).str();
  std::string After =
      llvm::formatv(", std::chrono::seconds({0}))", static_cast<long>(Cap))
          .str();
  SourceLocation End = Lexer::getLocForEndOfToken(
      Waits.Length->getEndLoc(), 0, Ctx.getSourceManager(), Ctx.getLangOpts());
  return Fix{{FixItHint::CreateInsertion(Waits.Length->getBeginLoc(), Before),
              FixItHint::CreateInsertion(End, After)},
             {"<algorithm>", "<chrono>"}};
}

} // namespace retrylint
