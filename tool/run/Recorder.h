// Keeps what a unit's analysis knew, past the life of the AST.
#ifndef RETRYLINT_TOOL_RUN_RECORDER_H
#define RETRYLINT_TOOL_RUN_RECORDER_H

#include "checks/UnitAnalysis.h"
#include "tool/report/UnitResult.h"
#include "tool/run/Lines.h"
#include <map>
#include <tuple>

namespace retrylint {

class Recorder {
public:
  explicit Recorder(Lines &Where) : Where(Where) {}

  /// At the end of the unit, when every check had its say.
  void take(const UnitAnalysis &U, clang::ASTContext &Ctx);
  void addSilenced(Finding F) { Silenced.push_back(std::move(F)); }

  /// Adds the loops and the silenced findings, and tells each finding its gate,
  /// rules, function and approval.
  void finish(UnitResult &R);

private:
  void complete(Finding &F) const;

  Lines &Where;
  bool Dated = false;
  std::vector<Finding> Silenced;
  std::vector<LoopFacts> Loops;
  llvm::StringMap<Policy::Check> Checks;
  struct Known {
    std::string Function;
    std::optional<Suppression> Approval;
  };
  /// By check, file and offset.
  std::map<std::tuple<std::string, std::string, unsigned>, Known> Found;
};

} // namespace retrylint

#endif
