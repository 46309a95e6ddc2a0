// The analysis of one translation unit, shared by the checks that run on it.
#ifndef RETRYLINT_CHECKS_UNITANALYSIS_H
#define RETRYLINT_CHECKS_UNITANALYSIS_H

#include "analysis/Behaviour.h"
#include "analysis/Settings.h"
#include "checks/Suppressions.h"
#include "rules/Policy.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace retrylint {

struct UnitAnalysis {
  Policy ThePolicy;
  std::vector<RetryLoop> Loops;
  UnitSettings Settings;
  /// Set if the policy could not be read: file, line, column and what to do.
  std::string PolicyError;
  mutable bool ErrorReported = false;
  /// What the checks found, and which of them were asked.
  mutable std::vector<SuppressibleFinding> Findings;
  mutable std::vector<ApprovedFinding> Approved;
  mutable std::vector<std::string> Ran;
  mutable bool SuppressionsReviewed = false;
};

/// The first check on a unit runs the analysis, the others get the same one. It
/// lives as long as a check holds it. In an editor, which has the preprocessor
/// to show, it is remembered which functions are quiet.
std::shared_ptr<const UnitAnalysis>
analyse(clang::ASTContext &Ctx, llvm::StringRef PolicyFile,
        const clang::Preprocessor *InEditor = nullptr);

} // namespace retrylint

#endif
