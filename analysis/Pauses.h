// Whether a function can come to wait at all.
#ifndef RETRYLINT_ANALYSIS_PAUSES_H
#define RETRYLINT_ANALYSIS_PAUSES_H

#include "analysis/ApiIndex.h"
#include "analysis/UnitCalls.h"

namespace retrylint {

/// What is a retry only because it waits need not be run where nothing does.
class Pauses {
public:
  Pauses(UnitCalls &Calls, ApiIndex &Apis, const clang::ASTContext &Ctx)
      : Calls(Calls), Apis(Apis), Ctx(Ctx) {}

  /// False: no run of F meets a wait.
  bool possible(const clang::FunctionDecl &F);

private:
  bool waits(const clang::Expr &Call);
  /// Nobody knows whom it calls; it may be anybody in the unit.
  bool callsAnybody(const clang::Expr &Call);
  bool anybodyWaits();
  UnitCalls &Calls;
  ApiIndex &Apis;
  const clang::ASTContext &Ctx;
  std::optional<bool> Anybody;
};

} // namespace retrylint

#endif
