// Changes to the source that are certainly right and compile.
#ifndef RETRYLINT_CHECKS_FIXES_H
#define RETRYLINT_CHECKS_FIXES_H

#include "analysis/Behaviour.h"
#include "rules/Policy.h"
#include "clang/Basic/Diagnostic.h"
#include <optional>
#include <vector>

namespace retrylint {

struct Fix {
  std::vector<clang::FixItHint> Hints;
  std::vector<llvm::StringRef> Headers; // "<random>"
};

/// Replaces the fixed wait of a `for` that counts its attempts by a full-jitter
/// one with the same base; none if the longer waits would take too long.
std::optional<Fix> jitterWait(const RetryLoop &Loop, const WaitPattern &Waits,
                              const Policy &P);

/// Lets the wait after the last round of a counting `for` out.
std::optional<Fix> skipLastWait(const RetryLoop &Loop,
                                const WaitPattern &Waits);

/// Caps a std::chrono duration where it is waited for.
std::optional<Fix> capWait(const RetryLoop &Loop, const WaitPattern &Waits,
                           double Cap);

/// Makes the key once, before the loop; none if it is made of anything that the
/// loop declares or changes.
std::optional<Fix> moveKey(const RetryLoop &Loop);

} // namespace retrylint

#endif
