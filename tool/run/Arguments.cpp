#include "tool/run/Arguments.h"
#include "analysis/Compatibility.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Tooling/ArgumentsAdjusters.h"

using namespace clang;
using tooling::CommandLineArguments;

namespace {

/// What makes the driver itself write, or read more arguments; what else writes
/// or loads code is done by the compiler. Gives how many arguments to drop.
unsigned driverActs(llvm::StringRef Arg) {
  Arg.consume_front("--") || Arg.consume_front("-");
  return retrylint::StringSwitch<unsigned>(Arg)
      .Cases({"gen-cdb-fragment-path", "config"}, 2)
      .StartsWith("config=", 1)
      .StartsWith("config-", 1)
      .Default(0);
}

CommandLineArguments withoutActs(const CommandLineArguments &Given,
                                 llvm::StringRef) {
  CommandLineArguments Kept;
  for (size_t I = 0; I < Given.size(); ++I) {
    if (unsigned Count = driverActs(Given[I]))
      I += Count - 1;
    else
      Kept.push_back(Given[I]);
  }
  return Kept;
}

} // namespace

std::vector<std::string>
retrylint::analysisArguments(const tooling::CompileCommand &Command,
                             const std::string &ResourceDir) {
  tooling::ArgumentsAdjuster Adjust = tooling::combineAdjusters(
      tooling::combineAdjusters(tooling::getClangStripOutputAdjuster(),
                                tooling::getClangSyntaxOnlyAdjuster()),
      tooling::combineAdjusters(
          tooling::getClangStripDependencyFileAdjuster(),
          tooling::combineAdjusters(tooling::getStripPluginsAdjuster(),
                                    withoutActs)));
  if (!ResourceDir.empty())
    Adjust = tooling::combineAdjusters(
        Adjust, tooling::getInsertArgumentAdjuster(
                    ("-resource-dir=" + ResourceDir).c_str(),
                    tooling::ArgumentInsertPosition::BEGIN));
  return Adjust(Command.CommandLine, Command.Filename);
}

void retrylint::disarm(CompilerInvocation &Invocation) {
  FrontendOptions &Frontend = Invocation.getFrontendOpts();
  Frontend.Plugins.clear();
  Frontend.AddPluginActions.clear();
  Frontend.PluginArgs.clear();
  Frontend.ActionName.clear();
  Frontend.ProgramAction = frontend::ParseSyntaxOnly;
  Frontend.OutputFile.clear();
  Frontend.StatsFile.clear();
  Frontend.TimeTracePath.clear();
  Frontend.ModuleOutputPath.clear();
  retrylint::writeNoMinimizationHints(Frontend);
  Frontend.ASTMergeFiles.clear();
  Frontend.LLVMArgs.clear();
  Frontend.DisableFree = false;
  Invocation.getCodeGenOpts().PassPlugins.clear();
  Invocation.getDependencyOutputOpts() = DependencyOutputOptions();
  Invocation.getDiagnosticOpts().DiagnosticSerializationFile.clear();
  Invocation.getDiagnosticOpts().DiagnosticLogFile.clear();
  // A module that is built on the way is written to a path of their choice.
  Invocation.getLangOpts().ImplicitModules = false;
  Invocation.getHeaderSearchOpts().ModuleCachePath.clear();
}
