// The program without a command: findings, and whether they let the change in.
#include "checks/Registry.h"
#include "rules/PolicyFields.h"
#include "tool/Options.h"
#include "tool/commands/Commands.h"
#include "tool/commands/LoopList.h"
#include "tool/report/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace retrylint;

namespace {

cl::opt<std::string> BlockingGate(
    "gate", cl::value_desc("GATE"), cl::init("merge"), cl::cat(category()),
    cl::desc("Exit with 1 on findings of this gate or a stronger one: advice, "
             "review, deploy, merge (the default)"));
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

} // namespace

int retrylint::lintMain() {
  if (List)
    return listChecks();
  Expected<RunOptions> Options = analysisOptions();
  if (!Options)
    return usageError(Options.takeError());
  Expected<Gate> Blocking = readGate(BlockingGate);
  if (!Blocking)
    return usageError(Blocking.takeError());
  // Without being asked for, they are not shown.
  if (*Blocking == Gate::Deploy && Options->How.Gates.empty())
    Options->How.Gates = "advice,review,deploy,merge";
  Expected<RunEnd> End = run(*Options);
  if (!End)
    return usageError(End.takeError());

  for (const FailedFile &F : End->Found.Failed)
    error() << End->Found.shown(F.File) << ": " << F.Reason << "\n";
  if (ListLoops != LoopFormat::None)
    listLoops(outs(), End->Found, ListLoops);
  else
    writeText(outs(), End->Found);
  return ListLoops != LoopFormat::None && End->Found.Failed.empty()
             ? Clean
             : exitCode(*End, *Blocking);
}
