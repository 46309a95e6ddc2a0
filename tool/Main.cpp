#include "checks/Registry.h"
#include "checks/Suppressions.h"
#include "clang-tidy/GlobList.h"
#include "tool/CommandLine.h"
#include "tool/Lint.h"
#include "tool/Policies.h"
#include "tool/PolicyCommand.h"
#include "tool/Report.h"
#include "tool/ResourceDir.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm;
using namespace retrylint;

namespace {

enum ExitCode { Clean = 0, Findings = 1, BadUsage = 2, Incomplete = 3 };

raw_ostream &error() { return errs() << "retrylint: error: "; }

int usageError(Error E) {
  error() << toString(std::move(E)) << "\n";
  return BadUsage;
}

std::string absolute(StringRef Path) {
  SmallString<128> Result(Path);
  if (Path.empty() || sys::fs::make_absolute(Result))
    return Path.str();
  return Result.str().str();
}

std::string fullName(const CheckInfo &Check) {
  return ("retry-" + Check.Name).str();
}

int listChecks() {
  size_t Width = 0;
  for (const CheckInfo &Check : allChecks())
    Width = std::max(Width, fullName(Check).size());
  for (const CheckInfo &Check : allChecks())
    outs() << left_justify(fullName(Check), Width) << "  " << Check.Summary
           << "\n";
  return Clean;
}

Expected<std::vector<std::string>> selectChecks(StringRef Globs) {
  clang::tidy::GlobList Wanted(Globs);
  std::vector<std::string> Selected;
  for (const CheckInfo &Check : allChecks())
    if (Wanted.contains(fullName(Check)))
      Selected.push_back(fullName(Check));
  if (Selected.empty())
    return createStringError("no check matches '" + Globs +
                             "'; --list shows their names");
  if (Wanted.contains(SuppressionName))
    Selected.push_back(SuppressionName.str());
  return Selected;
}

/// Work does one file and says why it failed; gives how many did.
unsigned forEachFile(
    ArrayRef<Batch> Batches,
    function_ref<std::string(const Batch &, const std::string &)> Work) {
  unsigned Failed = 0;
  for (const Batch &B : Batches)
    for (const std::string &File : B.Files) {
      std::string Failure = Work(B, File);
      outs().flush();
      if (!Failure.empty()) {
        error() << File << ": " << Failure << "\n";
        ++Failed;
      }
    }
  return Failed;
}

int listLoops(ArrayRef<Batch> Batches, LoopFormat Format, const Settings &S) {
  LoopList Loops(outs(), Format);
  return forEachFile(Batches,
                     [&](const Batch &B, const std::string &File) {
                       return Loops.add(*B.Database, File, S);
                     })
             ? Incomplete
             : Clean;
}

int lint(ArrayRef<Batch> Batches, const Settings &S) {
  Report TheReport(outs());
  unsigned Files = 0;
  unsigned Failed =
      forEachFile(Batches, [&](const Batch &B, const std::string &File) {
        Outcome Result = lintFile(*B.Database, File, S);
        TheReport.add(Result.Diagnostics);
        ++Files;
        return Result.Failure;
      });
  TheReport.summarise(Files, Failed);
  if (Failed)
    return Incomplete;
  return TheReport.clean() ? Clean : Findings;
}

} // namespace

int main(int Argc, const char **Argv) {
  if (Argc > 1 && StringRef(Argv[1]) == "policy") {
    Error E = policyCommand(Argc - 1, Argv + 1);
    return E ? usageError(std::move(E)) : Clean;
  }
  Expected<CommandLine> Command = parseCommandLine(Argc, Argv);
  if (!Command)
    return usageError(Command.takeError());
  if (Command->List)
    return listChecks();

  Settings S;
  S.Gates = Command->Gates;
  S.Pedantic = Command->Pedantic;
  S.ResourceDir = findResourceDir();
  Expected<std::vector<std::string>> Checks = selectChecks(Command->Checks);
  if (!Checks)
    return usageError(Checks.takeError());
  S.Checks = std::move(*Checks);
  Expected<std::vector<Batch>> Batches =
      collectInputs(Command->Paths, Command->Commands);
  if (!Batches)
    return usageError(Batches.takeError());

  if (Error E = checkPolicies(Command->PolicyFile, *Batches))
    return usageError(std::move(E));
  S.PolicyFile = absolute(Command->PolicyFile);

  // Inline assembly is parsed by the target it is written for.
  InitializeAllTargetInfos();
  InitializeAllTargetMCs();
  InitializeAllAsmParsers();
  CrashRecoveryContext::Enable();
  if (Command->ListLoops != LoopFormat::None)
    return listLoops(*Batches, Command->ListLoops, S);
  return lint(*Batches, S);
}
