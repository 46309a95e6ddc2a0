// Who calls whom in a translation unit.
#ifndef RETRYLINT_ANALYSIS_UNITCALLS_H
#define RETRYLINT_ANALYSIS_UNITCALLS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace retrylint {

/// The calls that the functions of a unit make outside system headers,
/// instantiations included. A lambda is a function of its own.
class UnitCalls {
public:
  /// Nothing is visited before somebody asks.
  explicit UnitCalls(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// The calls and constructions in the function's own body.
  llvm::ArrayRef<const clang::Expr *> in(const clang::FunctionDecl &F);
  /// The functions that call this one; what is called through a pointer or by a
  /// library is not seen.
  llvm::ArrayRef<const clang::FunctionDecl *>
  callers(const clang::FunctionDecl &F);
  /// The call that is given this lambda or function as an argument.
  const clang::Expr *taker(const clang::FunctionDecl &Callback);
  bool takesCallback(const clang::Expr &Call);
  /// Nobody has its address, as far as the unit shows.
  bool onlyCalled(const clang::FunctionDecl &F);
  /// Every function that calls something, in the order of the source.
  llvm::ArrayRef<const clang::FunctionDecl *> functions();

private:
  class Collector;
  void collect();
  clang::ASTContext &Ctx;
  bool Collected = false;
  std::vector<const clang::FunctionDecl *> Functions;
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<const clang::Expr *>>
      Calls;
  llvm::DenseMap<const clang::FunctionDecl *,
                 std::vector<const clang::FunctionDecl *>>
      Callers;
  llvm::DenseMap<const clang::FunctionDecl *, const clang::Expr *> TakenBy;
  llvm::DenseSet<const clang::Expr *> Takers;
  /// How often it is named other than to be called.
  llvm::DenseMap<const clang::FunctionDecl *, int> Mentions;
};

} // namespace retrylint

#endif
