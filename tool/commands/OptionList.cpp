#include "tool/commands/OptionList.h"
#include "tool/Options.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

std::vector<cl::SubCommand *> retrylint::allCommands() {
  std::vector<cl::SubCommand *> Commands;
  for (cl::SubCommand *Command : cl::getRegisteredSubcommands())
    if (Command != &cl::SubCommand::getAll())
      Commands.push_back(Command);
  llvm::sort(Commands, [](const cl::SubCommand *A, const cl::SubCommand *B) {
    return A->getName() < B->getName();
  });
  return Commands;
}

std::vector<cl::Option *> retrylint::optionsOf(cl::SubCommand &Command) {
  std::vector<cl::Option *> Options;
  for (auto &[Name, O] : cl::getRegisteredOptions(Command))
    if (is_contained(O->Categories, &category()) || Name == "help" ||
        Name == "version")
      Options.push_back(O);
  llvm::sort(Options, [](const cl::Option *A, const cl::Option *B) {
    return A->ArgStr < B->ArgStr;
  });
  return Options;
}

std::string retrylint::spelling(const cl::Option &O) {
  bool Short = O.ArgStr.size() == 1;
  std::string Text = ((Short ? "-" : "--") + O.ArgStr).str();
  if (O.ValueStr.empty())
    return Text;
  return Text + (Short ? " " : "=") + O.ValueStr.str();
}
