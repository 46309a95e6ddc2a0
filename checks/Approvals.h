// Recorded exceptions, and the day on which they end.
#ifndef RETRYLINT_CHECKS_APPROVALS_H
#define RETRYLINT_CHECKS_APPROVALS_H

#include "rules/Policy.h"
#include "clang/AST/Decl.h"

namespace retrylint {

struct Approvals {
  const Policy::Approval *Valid = nullptr;
  /// The one that ended last, if none is valid.
  const Policy::Approval *Expired = nullptr;
};

/// What is recorded for a check and a place, by `Today` (YYYY-MM-DD). The
/// function may be null: code outside of any.
Approvals approvalsFor(llvm::StringRef Check, const clang::FunctionDecl *In,
                       clang::SourceLocation At, const clang::SourceManager &SM,
                       const Policy &P, llvm::StringRef Today);

/// The date, in UTC, as approvals write it.
std::string today();

} // namespace retrylint

#endif
