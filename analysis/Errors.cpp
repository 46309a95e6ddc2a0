#include "analysis/Errors.h"
#include "analysis/Compatibility.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace retrylint {

using namespace clang;

bool containsErrors(const Stmt &S) {
  struct Finder : ConstDynamicRecursiveASTVisitor {
    bool Found = false;
    bool VisitExpr(const Expr *E) override {
      Found |= E->containsErrors();
      return !Found;
    }
    bool VisitVarDecl(const VarDecl *V) override {
      Found |= V->isInvalidDecl();
      return !Found;
    }
  } Find;
  Find.TraverseStmt(&S);
  return Find.Found;
}

} // namespace retrylint
