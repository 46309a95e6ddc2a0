// Which comparisons are meant to count the rounds of a loop.
#ifndef RETRYLINT_ANALYSIS_COUNTERS_H
#define RETRYLINT_ANALYSIS_COUNTERS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace retrylint {

class Counters {
public:
  Counters() = default;
  explicit Counters(const clang::FunctionDecl &F);

  /// The comparison asks a variable that the function counts with, or one that
  /// starts as a number and that nothing ever changes.
  bool at(const clang::Stmt &Comparison);

private:
  const clang::ValueDecl *counter(const clang::Expr *E, bool Ordered) const;
  llvm::DenseSet<const clang::ValueDecl *> Advanced, Changed;
  llvm::DenseMap<const clang::Stmt *, bool> Known;
};

/// The variable or member whose value the expression is, give or take one.
const clang::ValueDecl *countedBy(const clang::Expr *E);

} // namespace retrylint

#endif
