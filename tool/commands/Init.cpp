// `retrylint init`: a policy to begin with.
#include "rules/Fields.h"
#include "rules/PolicyLoader.h"
#include "tool/Options.h"
#include "tool/commands/Commands.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace retrylint;

namespace {

cl::opt<bool> Force("force", cl::cat(category()), cl::sub(initCommand()),
                    cl::desc("Replace the file that is there"));

/// What teams change first, commented out, with the values that hold.
void writeStart(raw_ostream &OS, const Policy &P) {
  const AttemptRange &Attempts =
      P.Limits.Attempts[static_cast<unsigned>(Context::Synchronous)];
  OS << "# The retry policy of everything below this folder: only what differs "
        "from the\n# default. `retrylint policy show` prints all of it, "
        "docs/policy.md explains it.\nextends: default\n\n"
     << "# How long to wait between attempts.\n#backoff:\n"
     << formatv("#  base: {0}\n#  cap: {1}\n#  allowed-jitter: [{2}]\n\n",
                formatDuration(P.Backoff.Base), formatDuration(P.Backoff.Cap),
                join(P.Backoff.AllowedJitter, ", "))
     << "# How often, and how long in all.\n#limits:\n#  attempts:\n"
     << formatv("#    synchronous: {{default: {0}, min: {1}, max: {2}}\n",
                Attempts.Default, Attempts.Min, Attempts.Max)
     << formatv("#  total-duration:\n#    synchronous: {0}\n\n",
                formatDuration(P.Limits.TotalDuration[0]))
     << "# Which checks run, and what a finding blocks: advice, review, "
        "deploy, "
        "merge.\n#checks:\n#  silent: {enabled: false}\n"
        "#  missing-jitter: {gate: merge}\n\n"
     << "# Who retries: the first entry that fits decides.\n#contexts:\n"
        "#  - {path: \"*/consumers/*\", context: event}\n\n"
     << "# What your own functions mean.\n#apis:\n#  library: ours\n"
        "#  functions:\n#    - name: ours::Client::submit\n"
        "#      sends: {protocol: http, method: POST}\n"
        "#    - name: ours::nap\n"
        "#      waits: {arg: 0, unit: milliseconds}\n\n"
     << "# Findings that somebody has signed for.\n#approvals:\n"
        "#  - {id: R1, approver: jane.doe, expires: 2030-01-31, "
        "check: excessive-attempts, where: \"ours::import\"}\n\n"
     << "# A suppression in the source must say why, and be needed.\n"
        "#require-nolint-reason: true\n";
}

} // namespace

cl::SubCommand &retrylint::initCommand() {
  static cl::SubCommand Command("init",
                                "Write a commented .retrylint.yaml here");
  return Command;
}

int retrylint::initMain() {
  if (sys::fs::exists(PolicyFileName) && !Force)
    return usageError(
        createStringError(PolicyFileName + " exists; --force replaces it"));
  if (Error E = writeToOutput(PolicyFileName, [](raw_ostream &OS) {
        writeStart(OS, defaultPolicy());
        return Error::success();
      }))
    return usageError(std::move(E));
  outs() << "wrote " << PolicyFileName << "\n";
  return Clean;
}
