// clangd with the checks linked in.
#include "checks/Host.h"
#include "llvm/Support/raw_ostream.h"

namespace clang::clangd {
// clangd installs no headers.
int clangdMain(int Argc, char *Argv[]);
} // namespace clang::clangd

int main(int Argc, char **Argv) {
  if (std::string Error = retrylint::hostMismatch(); !Error.empty()) {
    llvm::errs() << "retrylint-clangd: error: " << Error << '\n';
    return 1;
  }
  return clang::clangd::clangdMain(Argc, Argv);
}
