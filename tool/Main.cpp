#include "tool/Options.h"
#include "tool/commands/Commands.h"

namespace {

struct Command {
  llvm::cl::SubCommand &(*Name)();
  int (*Run)();
};

constexpr Command Commands[] = {
    {retrylint::inventoryCommand, retrylint::inventoryMain},
    {retrylint::explainCommand, retrylint::explainMain},
    {retrylint::initCommand, retrylint::initMain},
    {retrylint::policyCommand, retrylint::policyMain},
    {retrylint::cacheCommand, retrylint::cacheMain},
    {retrylint::completionCommand, retrylint::completionMain},
    {retrylint::manCommand, retrylint::manMain},
};

} // namespace

int main(int Argc, const char **Argv) {
  for (const Command &C : Commands)
    C.Name(); // is known from now on
  if (llvm::Error E = retrylint::parseCommandLine(Argc, Argv))
    return retrylint::usageError(std::move(E));
  for (const Command &C : Commands)
    if (C.Name())
      return C.Run();
  return retrylint::lintMain();
}
