// Whether a call outside of loops can be made twice at all.
#ifndef RETRYLINT_ANALYSIS_REPETITION_H
#define RETRYLINT_ANALYSIS_REPETITION_H

#include "analysis/Candidates.h"
#include "analysis/UnitCalls.h"

namespace retrylint {

/// Most labels are jumped forward to. This looks for a way back before a run
/// does: a jump, the function itself, or the same call in another place.
class Repetition {
public:
  Repetition(FunctionGraphs &Graphs, UnitCalls &Calls)
      : Graphs(Graphs), Calls(Calls) {}

  /// False: one run of F makes the attempt at most once.
  bool possible(const clang::FunctionDecl &F, const clang::Expr &Attempt);

private:
  struct Site {
    const clang::Expr *Call;
    const clang::FunctionDecl *In;
  };
  /// Every call that a run may meet, by who is called; null: nobody knows.
  using Sites = llvm::DenseMap<const clang::FunctionDecl *, std::vector<Site>>;

  const Sites &reached(const clang::FunctionDecl &F);
  bool returnsTo(const Site &S);
  FunctionGraphs &Graphs;
  UnitCalls &Calls;
  Sites Reached; // by the function that was asked for last
  const clang::FunctionDecl *Asked = nullptr;
};

} // namespace retrylint

#endif
