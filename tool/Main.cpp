#include "tool/Options.h"
#include "tool/commands/Commands.h"

int main(int Argc, const char **Argv) {
  using namespace retrylint;
  if (llvm::Error E = parseCommandLine(Argc, Argv))
    return usageError(std::move(E));
  if (policyCommand())
    return policyMain();
  return lintMain();
}
