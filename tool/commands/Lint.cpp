// The program without a command: findings, and whether they let the change in.
#include "checks/Registry.h"
#include "rules/PolicyFields.h"
#include "tool/Options.h"
#include "tool/commands/Baseline.h"
#include "tool/commands/ChangedLines.h"
#include "tool/commands/Commands.h"
#include "tool/commands/Fixes.h"
#include "tool/commands/LoopList.h"
#include "tool/report/Formats.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace retrylint;

namespace {

cl::opt<std::string> BlockingGate(
    "gate", cl::value_desc("GATE"), cl::init("merge"), cl::cat(category()),
    cl::desc("Exit with 1 on findings of this gate or a stronger one: advice, "
             "review, deploy, merge (the default)"));
const std::string FormatHelp =
    ("What standard output gets: " + formatNames()).str();
cl::opt<std::string> FormatName("format", cl::value_desc("FORMAT"),
                                cl::init("text"), cl::cat(category()),
                                cl::desc(FormatHelp));
cl::list<std::string>
    OutputFiles("output", cl::value_desc("FORMAT:FILE"), cl::cat(category()),
                cl::desc("Write this format to this file, too; may be "
                         "repeated"));
cl::opt<std::string>
    BaselineFile("baseline", cl::value_desc("FILE"), cl::cat(category()),
                 cl::desc("Leave out the findings that the file lists"));
cl::opt<std::string>
    NewBaseline("create-baseline", cl::value_desc("FILE"), cl::cat(category()),
                cl::desc("Write all findings of this run to the file"));
cl::opt<bool>
    PruneBaseline("prune-baseline", cl::cat(category()),
                  cl::desc("Take out of --baseline what is no longer found"));
cl::opt<std::string> DiffOf(
    "diff", cl::value_desc("REV|FILE"), cl::cat(category()),
    cl::desc("Only findings in lines that changed since the git revision, or "
             "in the unified diff (-: standard input)"));
cl::opt<bool> Fix("fix", cl::cat(category()),
                  cl::desc("Change the sources where a fix is offered"));
cl::opt<bool> FixDryRun("fix-dry-run", cl::cat(category()),
                        cl::desc("Show the change as a unified diff instead"));
cl::opt<bool> List("list", cl::cat(category()),
                   cl::desc("List the checks and what each finds"));
cl::opt<LoopFormat> ListLoops(
    "list-loops", cl::ValueOptional, cl::init(LoopFormat::None),
    cl::cat(category()),
    cl::desc("List the retry loops that are recognised, with what is known of "
             "each; a debugging aid"),
    cl::values(clEnumValN(LoopFormat::Text, "text", "one line each"),
               clEnumValN(LoopFormat::Json, "json", "one JSON object each"),
               clEnumValN(LoopFormat::Text, "", "")));

int listChecks() {
  size_t Width = 0;
  for (const CheckInfo &Check : allChecks())
    Width = std::max(Width, Check.Name.size());
  for (const CheckInfo &Check : allChecks())
    outs() << "retry-" << left_justify(Check.Name, Width) << "  "
           << Check.Summary << "\n";
  return Clean;
}

int exitCode(const RunEnd &End, Gate Blocking) {
  if (End.Signal)
    return 128 + End.Signal;
  if (!End.Found.Failed.empty())
    return Incomplete;
  bool Blocked = any_of(End.Found.Findings, [&](const Finding &F) {
    return !F.Suppressed && F.TheGate >= Blocking;
  });
  return Blocked ? Findings : Clean;
}

struct Plan {
  Gate Blocking = Gate::Merge;
  const Format *Shown = nullptr;
  std::vector<Output> Files;
  std::optional<ChangedLines> Changed;
};

/// All that can be wrong with the command line is said before the work begins.
Expected<Plan> plan(const RunOptions &Options) {
  Plan P;
  Expected<Gate> Blocking = readGate(BlockingGate);
  if (!Blocking)
    return Blocking.takeError();
  P.Blocking = *Blocking;
  Expected<const Format *> Shown = readFormat(FormatName);
  if (!Shown)
    return Shown.takeError();
  P.Shown = *Shown;
  for (const std::string &Text : OutputFiles) {
    Expected<Output> To = parseOutput(Text);
    if (!To)
      return To.takeError();
    P.Files.push_back(std::move(*To));
  }
  if (PruneBaseline && BaselineFile.empty())
    return createStringError("--prune-baseline needs --baseline=FILE");
  if (!DiffOf.empty()) {
    Expected<ChangedLines> Changed =
        ChangedLines::read(DiffOf, Options.What.Base);
    if (!Changed)
      return Changed.takeError();
    P.Changed = std::move(*Changed);
  }
  return P;
}

/// What is left out before anything is shown.
Error reduce(Report &R, const Plan &P) {
  if (!NewBaseline.empty())
    if (Error E = createBaseline(NewBaseline, R))
      return E;
  if (!BaselineFile.empty())
    if (Error E = applyBaseline(BaselineFile, R, PruneBaseline))
      return E;
  if (P.Changed)
    erase_if(R.Findings, [&](const Finding &F) {
      return !P.Changed->contains(F.extent());
    });
  return Fix ? applyFixes(R) : Error::success();
}

Error show(const Report &R, const Plan &P) {
  for (const Output &To : P.Files)
    if (Error E = writeOutput(To, R))
      return E;
  if (FixDryRun)
    return printFixes(outs(), R);
  if (ListLoops != LoopFormat::None)
    listLoops(outs(), R, ListLoops);
  else
    P.Shown->Write(outs(), R);
  return Error::success();
}

} // namespace

int retrylint::lintMain() {
  if (List)
    return listChecks();
  Expected<RunOptions> Options = analysisOptions();
  if (!Options)
    return usageError(Options.takeError());
  Expected<Plan> P = plan(*Options);
  if (!P)
    return usageError(P.takeError());
  // Without being asked for, they are not shown.
  if (P->Blocking == Gate::Deploy && Options->How.Gates.empty())
    Options->How.Gates = "advice,review,deploy,merge";
  Expected<RunEnd> End = run(*Options);
  if (!End)
    return usageError(End.takeError());

  Report &R = End->Found;
  for (const FailedFile &F : R.Failed)
    error() << R.shown(F.File) << ": " << F.Reason << "\n";
  if (Error E = reduce(R, *P))
    return usageError(std::move(E));
  if (Error E = show(R, *P))
    return usageError(std::move(E));
  if (ListLoops != LoopFormat::None && R.Failed.empty())
    return Clean;
  return exitCode(*End, P->Blocking);
}
