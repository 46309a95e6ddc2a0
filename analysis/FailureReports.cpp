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

bool reportsFailure(const Path &P, ApiIndex &Apis, const ASTContext &Ctx) {
  size_t To = P.rounds() > 1 ? P.Attempts[1].EventIndex : P.Events.size();
  return std::any_of(P.Events.begin() + P.Attempts[0].EventIndex,
                     P.Events.begin() + To, [&](const Event &E) {
                       return E.Kind == EventKind::Log && reports(E, Apis, Ctx);
                     });
}

} // namespace retrylint
