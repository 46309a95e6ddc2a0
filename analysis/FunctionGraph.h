// A function body as the interpreter walks it.
#ifndef RETRYLINT_ANALYSIS_FUNCTIONGRAPH_H
#define RETRYLINT_ANALYSIS_FUNCTIONGRAPH_H

#include "clang/AST/ParentMap.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace retrylint {

class FunctionGraph {
public:
  /// Null when clang cannot build a CFG for the body.
  static std::unique_ptr<FunctionGraph> build(const clang::FunctionDecl &F,
                                              clang::ASTContext &Ctx);

  const clang::CFG &cfg() const { return *Graph; }
  const clang::ParentMap &parents() const { return *Parents; }
  /// Where an exception thrown at S goes first; null: out of the function.
  const clang::CFGBlock *dispatch(const clang::Stmt &S) const;
  /// The block of handlers of the try statement around the given one.
  const clang::CFGBlock *outerDispatch(const clang::CFGBlock &Try) const;
  /// The innermost loop around S, not counting the init of a for.
  const clang::Stmt *loopAround(const clang::Stmt &S) const;
  bool contains(const clang::Stmt &Loop, const clang::Stmt &S) const;
  /// Whether the block lies in the loop; nothing if it holds no statement.
  std::optional<bool> inLoop(const clang::Stmt &Loop,
                             const clang::CFGBlock &B) const;
  /// The block from which the loop is entered; null: by several ways.
  const clang::CFGBlock *enteredFrom(const clang::Stmt &Loop) const;
  /// A goto in the loop leads back to a label in it.
  static bool jumpsBack(const clang::Stmt &Loop);
  /// What was computed before B ends is not asked for after it.
  bool endsStatement(const clang::CFGBlock &B) const;
  /// The blocks from which S is reached, by number; empty: S is not in it.
  llvm::BitVector leadingTo(const clang::Stmt &S) const;

private:
  bool mayThrowTo(const clang::CFGBlock &From,
                  const clang::CFGBlock &Try) const;

  std::unique_ptr<clang::CFG> Graph;
  std::unique_ptr<clang::ParentMap> Parents;
  llvm::DenseMap<const clang::Stmt *, const clang::CFGBlock *> TryBlocks;
  bool HasStatementsInExpressions = false;
};

/// A statement that may run its body again.
bool isLoop(const clang::Stmt &S);

/// Graphs of the functions of one translation unit, built when first asked for.
class FunctionGraphs {
public:
  explicit FunctionGraphs(clang::ASTContext &Ctx) : Ctx(Ctx) {}
  /// Null: no body, a template, too big, or no CFG.
  const FunctionGraph *get(const clang::FunctionDecl *F, unsigned MaxBlocks);
  clang::ASTContext &context() const { return Ctx; }

private:
  clang::ASTContext &Ctx;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<FunctionGraph>>
      Graphs;
};

} // namespace retrylint

#endif
