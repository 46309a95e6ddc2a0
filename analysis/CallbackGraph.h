// Which functions lead to which, where some are called back: a cycle among them
// may be a retry without a loop.
#ifndef RETRYLINT_ANALYSIS_CALLBACKGRAPH_H
#define RETRYLINT_ANALYSIS_CALLBACKGRAPH_H

#include "analysis/ApiIndex.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace retrylint {

/// Somewhere, an object was told what to call.
struct BoundCallback {
  std::string Event; // the name of a signal; empty: there is only one
  const clang::Expr *Callback = nullptr;
  const clang::Expr *Call = nullptr; // that says so
  const BindEffect *How = nullptr;
};

/// The variable or field that an expression names: `timer_`, `&c->timer`,
/// `*timer`. Null if it names none.
const clang::ValueDecl *objectNamed(const clang::Expr *E);
/// The object that the named field is a part of: the `c` of `&c->timer`.
const clang::Expr *ownerOf(const clang::Expr *E);

class CallbackGraph {
public:
  CallbackGraph(llvm::ArrayRef<const clang::FunctionDecl *> Functions,
                ApiIndex &Apis);

  using Cycle = std::vector<const clang::FunctionDecl *>;
  /// The functions that lead back to themselves, at least once by a callback.
  const std::vector<Cycle> &cycles() const { return Cycles; }
  /// Where to begin to see an attempt in F: with the function that F is written
  /// in, else with those that have it called.
  llvm::SmallVector<const clang::FunctionDecl *, 4>
  beginnings(const clang::FunctionDecl &F) const;
  llvm::ArrayRef<BoundCallback> boundTo(const clang::ValueDecl *Object) const;
  /// The variable or field that keeps what the call gives, or null.
  const clang::ValueDecl *resultOf(const clang::Expr *Call) const {
    return Results.lookup(Call);
  }

private:
  struct Edge {
    const clang::FunctionDecl *To;
    bool Callback;
  };
  struct Node {
    llvm::SmallVector<Edge, 4> Next;
    unsigned Index = 0, Low = 0;
    bool Active = false;
  };
  class Reader;
  bool sameCycle(const clang::FunctionDecl &A,
                 const clang::FunctionDecl &B) const;
  void visit(const clang::FunctionDecl *F);
  llvm::MapVector<const clang::FunctionDecl *, Node> Nodes;
  llvm::DenseMap<const clang::ValueDecl *, std::vector<BoundCallback>> Bound;
  llvm::DenseMap<const clang::Expr *, const clang::ValueDecl *> Results;
  /// Called again and again by what they were given to.
  llvm::SetVector<const clang::FunctionDecl *> Repeated;
  std::vector<const clang::FunctionDecl *> Path;
  std::vector<Cycle> Cycles;
  unsigned Visited = 0;
};

} // namespace retrylint

#endif
