#include "checks/Approvals.h"
#include "analysis/Where.h"
#include "llvm/Support/FormatVariadic.h"
#include <chrono>

namespace retrylint {

Approvals approvalsFor(llvm::StringRef Check, const clang::FunctionDecl *In,
                       clang::SourceLocation At, const clang::SourceManager &SM,
                       const Policy &P, llvm::StringRef Today) {
  Approvals Found;
  for (const Policy::Approval &A : P.Approvals) {
    if (A.Check != Check ||
        !((In && functionFits(*In, A.Where)) || pathFits(At, SM, A.Where)))
      continue;
    // Dates in this form compare as they follow each other.
    if (Today <= A.Expires)
      Found.Valid = &A;
    else if (!Found.Expired || Found.Expired->Expires < A.Expires)
      Found.Expired = &A;
  }
  return Found;
}

std::string today() {
  using namespace std::chrono;
  year_month_day Date{floor<days>(system_clock::now())};
  return llvm::formatv("{0:d4}-{1,0+2}-{2,0+2}", int(Date.year()),
                       unsigned(Date.month()), unsigned(Date.day()))
      .str();
}

} // namespace retrylint
