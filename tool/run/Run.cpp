#include "tool/run/Run.h"
#include "tool/run/Answer.h"
#include "tool/run/Cache.h"
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
  Report &Found = End.Found;
  Found.Base = Options.What.Base;
  std::optional<Cache> Before;
  if (!Options.CacheDir.empty())
    Before.emplace(Options.CacheDir, Options.How);
  std::vector<const Unit *> Jobs; // what is not known
  for (const Unit &U : *Units)
    if (auto Known = Before ? Before->find(U) : std::nullopt) {
      Found.add(U.File, std::move(*Known));
      ++Found.Cached;
    } else {
      Jobs.push_back(&U);
    }

  size_t Done = 0;
  {
    Progress Line(Jobs.size(), Options.Quiet);
    auto Count = [&] {
      ++Done;
      Line.done();
    };
    Snapshot Disk;
    SharedHeaders Headers;
    WorkerCalls Calls{
        [&](size_t Job) {
          Dependencies Needs;
          UnitResult Result =
              analyseUnit(*Jobs[Job], Options.How, Headers, Disk, Needs);
          return packAnswer(std::move(Result), Needs);
        },
        [&](size_t Job) { Line.begun(Found.shown(Jobs[Job]->File)); },
        [&](size_t Job, StringRef Bytes) {
          Count();
          if (Before && Jobs[Job]->Command)
            Before->store(*Jobs[Job], Bytes);
          Found.add(Jobs[Job]->File, unpack(Answer(Bytes).Result));
        },
        [&](size_t Job, const std::string &Reason) {
          Count();
          Found.addFailure(Jobs[Job]->File, Reason);
        }};
    End.Signal = runWorkers(Jobs.size(), Options.Limits, Calls);
  }
  Found.Left = Jobs.size() - Done;
  if (Before && Done)
    Before->prune();
  // What a header holds is wanted as little as the header.
  auto Unwanted = [&](StringRef File) {
    return !Options.What.Filter.wants(Found.shown(File));
  };
  erase_if(Found.Findings,
           [&](const Finding &F) { return Unwanted(F.What.At.File); });
  erase_if(Found.Loops, [&](const LoopFacts &L) { return Unwanted(L.File); });
  Found.finish();
  return End;
}
