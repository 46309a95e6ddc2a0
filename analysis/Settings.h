// The settings of client libraries' own retries that a unit writes down.
#ifndef RETRYLINT_ANALYSIS_SETTINGS_H
#define RETRYLINT_ANALYSIS_SETTINGS_H

#include "analysis/Contexts.h"

namespace retrylint {

struct LibrarySetting {
  RetryOption Option = RetryOption::Attempts;
  std::string Library;
  std::string Name;            // "RetryOptions::MaxRetries"
  std::optional<double> Value; // attempts, or seconds; unset: not known
  clang::SourceRange Where;
  const clang::FunctionDecl *In = nullptr; // null: outside of functions
  /// The text that is passed, for a service config.
  const clang::StringLiteral *Text = nullptr;
  std::optional<Context> RunsIn; // what the model says, then where it stands

  /// Counting the first; nothing if it says something else.
  std::optional<double> attempts() const;
};

/// A text that is plainly a gRPC service config.
struct ServiceConfigText {
  const clang::StringLiteral *Text = nullptr;
  const clang::FunctionDecl *In = nullptr;
};

struct UnitSettings {
  std::vector<LibrarySetting> Settings;
  std::vector<ServiceConfigText> ServiceConfigs;
  /// Classes of which the unit makes objects.
  llvm::DenseSet<const clang::CXXRecordDecl *> Made;
};

UnitSettings findSettings(clang::ASTContext &Ctx, ApiIndex &Apis,
                          UnitCalls &Calls);

} // namespace retrylint

#endif
