// The NOLINT comments that speak of our checks: do they give a reason, and do
// they suppress anything?
#ifndef RETRYLINT_CHECKS_SUPPRESSIONS_H
#define RETRYLINT_CHECKS_SUPPRESSIONS_H

#include "rules/Policy.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace clang {
class SourceManager;
class LangOptions;
} // namespace clang

namespace retrylint {

struct SuppressibleFinding {
  std::string Check; // with the prefix
  clang::SourceLocation At;
  std::string Function; // qualified; empty: outside of any
};

/// What somebody has signed for, in the policy.
struct ApprovedFinding : SuppressibleFinding {
  const Policy::Approval *By = nullptr;
};

/// One comment that should be changed.
struct SuppressionFault {
  clang::SourceLocation At;
  std::string Message;
  /// The comment would suppress a report of this name on its own line.
  bool HidesItself = false;
};

/// The name that faults are reported under. It is no check of its own: it says
/// nothing about retries.
inline constexpr llvm::StringRef SuppressionName = "retry-suppression";

/// `Ran` are the checks that had their say in this unit; only of those is it
/// known that they found nothing.
std::vector<SuppressionFault>
reviewSuppressions(const clang::SourceManager &SM,
                   const clang::LangOptions &Language,
                   const std::vector<SuppressibleFinding> &Findings,
                   const std::vector<std::string> &Ran);

/// The reason that the comment gives which silences the check there; empty if
/// it gives none.
std::string justification(llvm::StringRef Check, clang::SourceLocation At,
                          const clang::SourceManager &SM,
                          const clang::LangOptions &Language);

} // namespace retrylint

#endif
