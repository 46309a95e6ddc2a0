// Retries inside retries (rule G3).
#ifndef RETRYLINT_ANALYSIS_NESTING_H
#define RETRYLINT_ANALYSIS_NESTING_H

#include "analysis/Behaviour.h"
#include "analysis/Settings.h"
#include "analysis/UnitCalls.h"

namespace retrylint {

/// Looks from a call into the bodies of the unit for a loop that retries.
class RetryFinder {
public:
  RetryFinder(UnitCalls &Calls, llvm::ArrayRef<RetryLoop> Loops)
      : Calls(Calls), Loops(Loops) {}

  /// The retry that the call leads to; null: none that is seen. A daemon's loop
  /// and what stays on the machine do not count.
  const RetryLoop *inside(const clang::Expr &Call) const;
  /// The call is what one of the loops repeats.
  bool isAttempt(const clang::Expr &Call) const;

private:
  const RetryLoop *
  inside(const clang::FunctionDecl &F,
         llvm::SmallPtrSetImpl<const clang::FunctionDecl *> &Seen,
         unsigned Depth) const;
  UnitCalls &Calls;
  llvm::ArrayRef<RetryLoop> Loops;
};

/// Fills `Inside` of all loops of a unit.
void nestLoops(std::vector<RetryLoop> &Loops, UnitCalls &Calls, ApiIndex &Apis,
               const UnitSettings &Settings, clang::ASTContext &Ctx);

} // namespace retrylint

#endif
