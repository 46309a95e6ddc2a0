#include "tool/Lint.h"
#include "clang-tidy/ClangTidy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace clang::tidy;

namespace {

/// As clang's own driver: deep recursion needs more than a thread's default.
constexpr unsigned StackSize = 8 << 20;

ClangTidyOptions tidyOptions(const retrylint::Settings &S) {
  ClangTidyOptions Options = ClangTidyOptions::getDefaults();
  Options.Checks = "-*," + join(S.Checks, ",");
  Options.HeaderFilterRegex = ".*";
  Options.SystemHeaders = false;
  if (!S.ResourceDir.empty())
    Options.ExtraArgsBefore = {{"-resource-dir=" + S.ResourceDir}};
  if (!S.PolicyFile.empty())
    Options.CheckOptions["PolicyFile"] = StringRef(S.PolicyFile);
  if (!S.Gates.empty())
    Options.CheckOptions["Gates"] = StringRef(S.Gates);
  if (S.Pedantic)
    Options.CheckOptions["Pedantic"] = "true";
  return Options;
}

std::vector<ClangTidyError>
runTidy(const clang::tooling::CompilationDatabase &Database,
        const std::string &File, const retrylint::Settings &S) {
  ClangTidyContext Context(std::make_unique<DefaultOptionsProvider>(
      ClangTidyGlobalOptions(), tidyOptions(S)));
  auto FileSystem = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(
      vfs::createPhysicalFileSystem());
  return runClangTidy(Context, Database, {File}, FileSystem,
                      /*ApplyAnyFix=*/false, /*EnableCheckProfile=*/false,
                      /*StoreCheckProfile=*/"", /*Quiet=*/true);
}

} // namespace

bool retrylint::runSafely(function_ref<void()> Work) {
  CrashRecoveryContext Crash;
  return Crash.RunSafelyOnThread(Work, StackSize);
}

retrylint::Outcome
retrylint::lintFile(const clang::tooling::CompilationDatabase &Database,
                    const std::string &File, const Settings &S) {
  if (!sys::fs::exists(File))
    return {{}, "named in the compilation database, but there is no such file"};
  if (Database.getCompileCommands(File).empty())
    return {{}, "no compile command in the compilation database"};

  Outcome Result;
  if (!runSafely([&] { Result.Diagnostics = runTidy(Database, File, S); }))
    return {{}, "the analysis crashed; please report this with the file"};
  if (any_of(Result.Diagnostics, [](const ClangTidyError &E) {
        return E.DiagLevel == ClangTidyError::Error;
      }))
    Result.Failure = "does not compile, so findings may be missing";
  return Result;
}
