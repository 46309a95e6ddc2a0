// `retrylint policy ...`: what is done with the policy itself.
#include "rules/PolicyLoader.h"
#include "tool/Options.h"
#include "tool/commands/Commands.h"
#include "tool/commands/PolicyHeader.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace retrylint;

namespace {

cl::opt<std::string> Action(cl::Positional, cl::desc("emit-header"),
                            cl::cat(category()), cl::sub(policyCommand()));
cl::opt<std::string>
    File("policy", cl::value_desc("FILE"), cl::cat(category()),
         cl::sub(policyCommand()),
         cl::desc("The policy; without it, the .retrylint.yaml nearest above"));
cl::opt<std::string> Namespace("namespace", cl::value_desc("NAME"),
                               cl::init("retry_policy"), cl::cat(category()),
                               cl::sub(policyCommand()),
                               cl::desc("Of the presets in the header"));

Expected<Policy> policyInForce() {
  IntrusiveRefCntPtr<vfs::FileSystem> FS = vfs::getRealFileSystem();
  if (!File.empty())
    return loadPolicyFile(File, *FS);
  // As for a source in this folder.
  return loadPolicy("here.cpp", *FS);
}

Error emitHeader() {
  if (!Regex("^[A-Za-z_][A-Za-z0-9_]*(::[A-Za-z_][A-Za-z0-9_]*)*$")
           .match(Namespace))
    return createStringError("--namespace: '" + Namespace +
                             "' is not the name of a namespace");
  Expected<Policy> P = policyInForce();
  if (!P)
    return P.takeError();
  writePolicyHeader(outs(), *P, Namespace);
  return Error::success();
}

} // namespace

cl::SubCommand &retrylint::policyCommand() {
  static cl::SubCommand Command("policy",
                                "What is done with the policy itself");
  return Command;
}

int retrylint::policyMain() {
  Error E = Action == "emit-header" ? emitHeader()
            : Action.empty()
                ? createStringError("policy: say what to do: emit-header")
                : createStringError("policy: unknown action '" + Action +
                                    "'; there is emit-header");
  return E ? usageError(std::move(E)) : Clean;
}
