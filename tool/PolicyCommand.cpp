#include "tool/PolicyCommand.h"
#include "rules/PolicyLoader.h"
#include "tool/PolicyHeader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace {

constexpr const char *Overview =
    "retrylint policy emit-header: prints the policy as a C++ header for the "
    "runtime library.";

Expected<retrylint::Policy> policyInForce(StringRef File) {
  IntrusiveRefCntPtr<vfs::FileSystem> FS = vfs::getRealFileSystem();
  if (!File.empty())
    return retrylint::loadPolicyFile(File, *FS);
  // As for a source in this folder.
  return retrylint::loadPolicy("here.cpp", *FS);
}

} // namespace

Error retrylint::policyCommand(int Argc, const char **Argv) {
  cl::OptionCategory Category("retrylint policy options");
  cl::opt<std::string> Action(cl::Positional, cl::desc("emit-header"),
                              cl::cat(Category));
  cl::opt<std::string> File(
      "policy", cl::value_desc("FILE"), cl::cat(Category),
      cl::desc("The policy; without it, the .retrylint.yaml nearest above"));
  cl::opt<std::string> Namespace("namespace", cl::value_desc("NAME"),
                                 cl::init("retry_policy"), cl::cat(Category),
                                 cl::desc("The namespace of the presets"));
  cl::HideUnrelatedOptions(Category);

  std::string Wrong;
  raw_string_ostream WrongStream(Wrong);
  if (!cl::ParseCommandLineOptions(Argc, Argv, Overview, &WrongStream))
    return createStringError(StringRef(Wrong).split('\n').first);
  if (Action != "emit-header")
    return createStringError(Action.empty()
                                 ? "policy: say what to do: emit-header"
                                 : "policy: unknown action '" + Action +
                                       "'; there is emit-header");
  if (!Regex("^[A-Za-z_][A-Za-z0-9_]*(::[A-Za-z_][A-Za-z0-9_]*)*$")
           .match(Namespace))
    return createStringError("--namespace: '" + Namespace +
                             "' is not the name of a namespace");
  Expected<Policy> P = policyInForce(File);
  if (!P)
    return P.takeError();
  writePolicyHeader(outs(), *P, Namespace);
  return Error::success();
}
