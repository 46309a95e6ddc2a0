// What ends the cycle while the dependency keeps failing.
#ifndef RETRYLINT_ANALYSIS_BOUNDS_H
#define RETRYLINT_ANALYSIS_BOUNDS_H

#include "analysis/Behaviour.h"
#include "analysis/Interpreter.h"
#include "analysis/Recognition.h"

namespace retrylint {

/// `Stuck` is filled in if the bound is.
Fact<Bound> boundOf(const RunResult &Run, const Recognition &R, const Pool &P,
                    ApiIndex &Apis, const clang::ASTContext &Ctx,
                    Fact<StuckBound> &Stuck);

/// The path goes round as often as we looked.
bool goesOn(const Path &P);

/// A comparison that would end it does not come nearer.
bool isStuck(const Path &P, const RunResult &Run);

/// The counter that ends one way of failing is not even asked on the other.
bool passesBound(const Path &P, const Path &Ended);

/// Of something that changes by itself: a signal handler's flag.
bool asksVolatile(const Choice &C);

/// They fail alike, and one goes on as if somebody had set a flag.
bool differInFlag(const Path &P, const Path &Other, const Pool &Symbols);

/// Runs the function again to count what was too far; nothing: it still is.
std::optional<unsigned> countAttempts(Interpreter &Machine,
                                      const clang::FunctionDecl &F,
                                      Scenario What, const Path &Failing);

} // namespace retrylint

#endif
