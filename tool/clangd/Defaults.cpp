// The checks are on without any configuration, and clang's headers are found.
#include "analysis/Compatibility.h"
#include "tool/clangd/Wrap.h"
#include "tool/run/ResourceDir.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

namespace retrylint {

static constexpr llvm::StringLiteral Prefix = "retry-";

// --- Which checks run --------------------------------------------------------

// The last of the layers that clangd lays over each other: .clang-tidy files,
// .clangd files, and what to do if they name no checks.
DefaultChecks clangdsDefaults()
    ORIGINAL("_ZN5clang6clangd20provideDefaultChecksEv");
DefaultChecks defaults() REPLACES("_ZN5clang6clangd20provideDefaultChecksEv");

/// The list with our checks in it. "-*" is written to get rid of clang-tidy's
/// own, by people who may not know of ours: only what names them switches them
/// off.
static std::string withOurs(llvm::StringRef Checks) {
  std::string All = (Checks + "," + Prefix + "*").str();
  llvm::SmallVector<llvm::StringRef> Globs;
  Checks.split(Globs, ',');
  for (llvm::StringRef Glob : Globs) {
    Glob = Glob.trim();
    if (Glob.ltrim("- ").starts_with(Prefix))
      All += ("," + Glob).str();
  }
  return All;
}

DefaultChecks defaults() {
  // LLVM 19's result only refers to it.
  static const auto AndOurs = [](clang::tidy::ClangTidyOptions &Options,
                                 llvm::StringRef File) {
    clangdsDefaults()(Options, File);
    Options.Checks = withOurs(Options.Checks.value_or(""));
  };
  return AndOurs;
}

// --- clangd runs only checks that it knows to be fast ------------------------

std::optional<bool> isKnownFast(llvm::StringRef Check)
    ORIGINAL("_ZN5clang6clangd15isFastTidyCheckEN4llvm9StringRefE");
std::optional<bool> isFast(llvm::StringRef Check)
    REPLACES("_ZN5clang6clangd15isFastTidyCheckEN4llvm9StringRefE");

std::optional<bool> isFast(llvm::StringRef Check) {
  return Check.starts_with(Prefix) ? true : isKnownFast(Check);
}

// --- Where stddef.h is -------------------------------------------------------

std::string resourcesBeside(const char *Argv0, void *MainAddress)
    ORIGINAL(RETRYLINT_RESOURCES_SYMBOL);
std::string resources(const char *Argv0, void *MainAddress)
    REPLACES(RETRYLINT_RESOURCES_SYMBOL);

std::string resources(const char *Argv0, void *MainAddress) {
  std::string Found = findResourceDir();
  return Found.empty() ? resourcesBeside(Argv0, MainAddress) : Found;
}

} // namespace retrylint
