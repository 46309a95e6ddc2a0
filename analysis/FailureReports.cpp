#include "analysis/FailureReports.h"
#include "analysis/Compatibility.h"
#include "analysis/Names.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

/// In its text, which a macro may hide, or as it is written: LOG_ERR, %m,
/// strerror(errno).
static bool reports(const Event &E, ApiIndex &Apis, const ASTContext &Ctx) {
  struct Texts : ConstDynamicRecursiveASTVisitor {
    explicit Texts(ApiIndex &Apis) : Apis(Apis) {}
    ApiIndex &Apis;
    bool Found = false;
    bool VisitStringLiteral(const StringLiteral *S) override {
      Found |= S->getCharByteWidth() == 1 && (S->getString().contains("%m") ||
                                              Apis.saysFailed(S->getString()));
      return !Found;
    }
  } Find(Apis);
  Find.TraverseStmt(E.At);
  return Find.Found || Apis.namesFailure(writtenText(*E.At, Ctx));
}

bool talksToSomebody(const FunctionDecl &F, ApiIndex &Apis) {
  return Apis.hint(F) == ApiIndex::Hint::Verb ||
         llvm::any_of(Apis.functions(F),
                      [](const ApiFunction *A) { return A->Sends; });
}

bool reportsFailure(const Path &P, ApiIndex &Apis, const ASTContext &Ctx) {
  size_t From = P.Attempts[0].EventIndex;
  size_t To = P.rounds() > 1 ? P.Attempts[1].EventIndex : P.Events.size();
  const FunctionDecl *Attempted = P.Events[From].Callee;
  for (const Choice &C : P.Choices) {
    if (C.Round > 1 || !C.Step || C.Step == Attempted ||
        !talksToSomebody(*C.Step, Apis))
      continue;
    // What was decided before it is not asked again.
    for (size_t I = From + 1; I < To; ++I)
      if (P.Events[I].Callee == C.Step)
        To = I;
  }
  return std::any_of(P.Events.begin() + From, P.Events.begin() + To,
                     [&](const Event &E) {
                       return E.Kind == EventKind::Log && reports(E, Apis, Ctx);
                     });
}

} // namespace retrylint
