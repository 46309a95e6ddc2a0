// `retrylint policy ...`: what is done with the policy itself.
#include "rules/PolicyLoader.h"
#include "tool/Options.h"
#include "tool/commands/Commands.h"
#include "tool/commands/PolicyHeader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace retrylint;

namespace {

cl::opt<std::string> Action(cl::Positional, cl::desc("check|show|emit-header"),
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

/// Every value that holds, with the file and line that it came from.
Error showPolicy() {
  Expected<Policy> P = policyInForce();
  if (!P)
    return P.takeError();
  std::vector<StringRef> Keys;
  size_t Width = 0;
  for (const auto &Value : P->Values) {
    Keys.push_back(Value.first());
    Width = std::max(Width, Value.first().size() + Value.second.size() + 2);
  }
  llvm::sort(Keys);
  Width = std::min<size_t>(Width, 72);
  for (StringRef Key : Keys)
    outs() << left_justify((Key + ": " + P->Values[Key]).str(), Width) << "  # "
           << P->Origins[Key] << "\n";
  return Error::success();
}

Error checkPolicy() {
  Expected<Policy> P = policyInForce();
  if (!P)
    return P.takeError();
  if (P->Files.empty())
    outs() << "no .retrylint.yaml here or above: the default policy holds\n";
  for (const std::string &Read : P->Files)
    outs() << Read << ": ok\n";
  return Error::success();
}

struct NamedAction {
  StringRef Name;
  Error (*Do)();
};
constexpr NamedAction Actions[] = {
    {"check", checkPolicy}, {"show", showPolicy}, {"emit-header", emitHeader}};
constexpr const char *ActionNames = "check, show or emit-header";

} // namespace

cl::SubCommand &retrylint::policyCommand() {
  static cl::SubCommand Command("policy",
                                "What is done with the policy itself");
  return Command;
}

int retrylint::policyMain() {
  for (const NamedAction &A : Actions)
    if (Action == A.Name) {
      Error E = A.Do();
      return E ? usageError(std::move(E)) : Clean;
    }
  std::string Names = ActionNames;
  return usageError(createStringError(
      Action.empty()
          ? "policy: say what to do: " + Names
          : "policy: unknown action '" + Action + "', expected " + Names));
}
