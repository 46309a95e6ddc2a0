// clangd parses an open file again when its text or its compile command has
// changed. A change of the policy counts as one of the command.
#include "rules/PolicyLoader.h"
#include "tool/clangd/Wrap.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/Hashing.h"

namespace retrylint {

using clang::tooling::CompileCommand;

// A method: `Mangler` is its object.
void mangle(const void *Mangler, CompileCommand &Command, llvm::StringRef File)
    ORIGINAL(
        "_ZNK5clang6clangd14CommandManglerclERNS_7tooling14CompileCommandEN"
        "4llvm9StringRefE");
void mangleAndMark(const void *Mangler, CompileCommand &Command,
                   llvm::StringRef File)
    REPLACES(
        "_ZNK5clang6clangd14CommandManglerclERNS_7tooling14CompileCommandEN"
        "4llvm9StringRefE");

static std::string stateOfPolicy(llvm::StringRef File) {
  auto FS = llvm::vfs::createPhysicalFileSystem();
  llvm::Expected<Policy> P = loadPolicy(File, *FS);
  return P ? stateOf(*P, *FS) : llvm::toString(P.takeError());
}

void mangleAndMark(const void *Mangler, CompileCommand &Command,
                   llvm::StringRef File) {
  mangle(Mangler, Command, File);
  // clangd never writes an output, and looks at its name only to see whether
  // the command is still the same. That keeps the preamble: it has no findings.
  Command.Output = stateOfPolicy(File);
}

} // namespace retrylint
