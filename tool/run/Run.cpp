#include "tool/run/Run.h"
#include "tool/run/Policies.h"
#include "tool/run/Progress.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm;
using namespace retrylint;

Expected<RunEnd> retrylint::run(const RunOptions &Options) {
  Expected<std::vector<Unit>> Units = collectUnits(Options.What);
  if (!Units)
    return Units.takeError();
  if (Options.How.PolicyFile.empty())
    if (Error E = checkPolicies(*Units))
      return std::move(E);

  // Inline assembly is parsed by the target it is written for.
  InitializeAllTargetInfos();
  InitializeAllTargetMCs();
  InitializeAllAsmParsers();

  RunEnd End;
  End.Found.Base = Options.What.Base;
  auto Shown = [&](size_t Job) { return End.Found.shown((*Units)[Job].File); };
  size_t Done = 0;
  {
    Progress Line(Units->size(), Options.Quiet);
    auto Count = [&] {
      ++Done;
      Line.done();
    };
    WorkerCalls Calls{[&](size_t Job) {
                        return pack(analyseUnit((*Units)[Job], Options.How));
                      },
                      [&](size_t Job) { Line.begun(Shown(Job)); },
                      [&](size_t Job, StringRef Answer) {
                        Count();
                        End.Found.add((*Units)[Job].File, unpack(Answer));
                      },
                      [&](size_t Job, const std::string &Reason) {
                        Count();
                        End.Found.addFailure((*Units)[Job].File, Reason);
                      }};
    End.Signal = runWorkers(Units->size(), Options.Limits, Calls);
  }
  End.Found.Left = Units->size() - Done;
  // What a header holds is wanted as little as the header.
  auto Unwanted = [&](StringRef File) {
    return !Options.What.Filter.wants(End.Found.shown(File));
  };
  erase_if(End.Found.Findings,
           [&](const Finding &F) { return Unwanted(F.What.At.File); });
  erase_if(End.Found.Loops,
           [&](const LoopFacts &L) { return Unwanted(L.File); });
  End.Found.finish();
  return End;
}
