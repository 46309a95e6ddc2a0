#include "analysis/Operators.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

llvm::SmallVector<const CXXMethodDecl *, 2>
operatorsOf(const CXXRecordDecl &R, OverloadedOperatorKind Which) {
  llvm::SmallVector<const CXXMethodDecl *, 2> Found;
  const CXXRecordDecl *Class = R.getDefinition();
  if (!Class)
    return Found;
  DeclarationName Name =
      R.getASTContext().DeclarationNames.getCXXOperatorName(Which);
  for (const NamedDecl *D : Class->lookup(Name)) {
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
      D = T->getTemplatedDecl();
    if (const auto *M = dyn_cast<CXXMethodDecl>(D))
      Found.push_back(M);
  }
  llvm::stable_sort(Found, [](const CXXMethodDecl *A, const CXXMethodDecl *B) {
    return A->getLocation() < B->getLocation();
  });
  return Found;
}

} // namespace retrylint
