#include "analysis/OwnFailures.h"
#include "analysis/Codes.h"
#include "analysis/Compatibility.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

namespace {

/// The failure that a constant stands for where its name is written.
class CodeNames : public ConstDynamicRecursiveASTVisitor {
public:
  CodeNames(double Value, const ApiModels &Models, const ASTContext &Ctx)
      : Value(Value), Models(Models), Ctx(Ctx) {}
  std::string Failure;

  bool VisitExpr(const Expr *E) override {
    Expr::EvalResult R;
    if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType() ||
        !E->EvaluateAsInt(R, Ctx) ||
        R.Val.getInt().roundToDouble(R.Val.getInt().isSigned()) != Value)
      return true;
    std::string Name;
    if (E->getBeginLoc().isMacroID())
      Name = Lexer::getImmediateMacroName(
          E->getBeginLoc(), Ctx.getSourceManager(), Ctx.getLangOpts());
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      Name = Ref->getDecl()->getNameAsString();
    if (const ApiCode *Code = Models.code(Name))
      Failure = Code->Failure;
    return Failure.empty();
  }

private:
  double Value;
  const ApiModels &Models;
  const ASTContext &Ctx;
};

} // namespace

/// The one failure of a path, in the policy's words; empty: it is not told.
static std::string failureOf(const Path &P, const RunResult &Run,
                             const ApiModels &Models, const ASTContext &Ctx) {
  for (const auto &[Key, C] : P.FirstOutcome) {
    if (C.Lo != C.Hi)
      continue;
    if (isHttpStatus(Run, Key))
      return "http-" + std::to_string(static_cast<int>(C.Lo));
    if (!Run.ComparedAt.count(Key))
      continue;
    CodeNames Find(C.Lo, Models, Ctx);
    for (const Choice &Asked : P.Choices)
      if (Asked.Subject.has(TaintAttempt) && Find.Failure.empty())
        Find.TraverseStmt(Asked.Label ? Asked.Label : Asked.Where);
    if (!Find.Failure.empty())
      return Find.Failure;
  }
  return "";
}

std::vector<OwnFailure> ownFailures(const RunResult &Run, const Recognition &R,
                                    const ApiModels &Models,
                                    const ASTContext &Ctx) {
  // Different ways of the same failure: the longest counts.
  std::map<std::string, unsigned> Attempts;
  for (const Path *P : R.Failing) {
    std::string Failure = failureOf(*P, Run, Models, Ctx);
    if (!Run.Complete || P->End == Path::Abandoned ||
        P->End == Path::RoundLimit || P->End == Path::MovedOn)
      return {};
    unsigned &Most = Attempts[Failure];
    Most = std::max(Most, P->rounds());
  }
  std::vector<OwnFailure> Own;
  for (const auto &[Failure, Count] : Attempts)
    if (!Failure.empty() && llvm::none_of(Attempts, [&](const auto &Other) {
          return Other.first != Failure && Other.second == Count;
        }))
      Own.push_back({Failure, Count});
  return Own;
}

} // namespace retrylint
