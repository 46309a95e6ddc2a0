// The calls of a function that may be what its cycles attempt.
#ifndef RETRYLINT_ANALYSIS_CANDIDATES_H
#define RETRYLINT_ANALYSIS_CANDIDATES_H

#include "analysis/ApiIndex.h"
#include "analysis/FunctionGraph.h"
#include <vector>

namespace retrylint {

/// Why a call may be an attempt, strongest first.
enum class Evidence {
  Modelled, // an API model says that it sends
  Verb,     // an unknown function whose name says that it talks to somebody
  Functor,  // whatever the caller passed
  Helper,   // a function that talks to somebody somewhere inside
  Opaque,   // any other unknown function that can fail
  Query,    // an unknown function whose name only asks: a status must say more
};

struct Candidate {
  const clang::Expr *Attempt = nullptr;    // may lie in a function that F calls
  const clang::Expr *Top = nullptr;        // the call in F that leads to it
  const clang::FunctionDecl *In = nullptr; // whose own call Top is
  /// The calls that lead from Top to the attempt, without that.
  llvm::SmallVector<const clang::Expr *, 2> Sites;
  Evidence Why = Evidence::Opaque;
  bool SoundsRemote = false; // by the names of function, class and parameters
  const ApiFunction *Model = nullptr;
  const ApiStatusType *StatusModel = nullptr;
};

/// It counts only if its failure is waited for.
bool needsWait(const Candidate &C);

/// Empty for a function that has no cycle.
std::vector<Candidate> findCandidates(const clang::FunctionDecl &F,
                                      FunctionGraphs &Graphs, ApiIndex &Apis);

/// The same for functions that lead back to themselves by callbacks.
std::vector<Candidate>
findCandidates(llvm::ArrayRef<const clang::FunctionDecl *> Cycle,
               FunctionGraphs &Graphs, ApiIndex &Apis);

/// Cheap: loops, backward gotos or a call to itself.
bool mayCycle(const clang::FunctionDecl &F);
/// The same without the loops.
bool mayJumpBack(const clang::FunctionDecl &F);

} // namespace retrylint

#endif
