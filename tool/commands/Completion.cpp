// `retrylint completion`: what a shell can complete.
#include "checks/Registry.h"
#include "tool/Options.h"
#include "tool/commands/Commands.h"
#include "tool/commands/OptionList.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace retrylint;

namespace {

cl::opt<std::string> Shell(cl::Positional, cl::desc("bash|zsh"),
                           cl::cat(category()), cl::sub(completionCommand()));

/// The words that may follow a command: its options, up to their value.
std::string wordsOf(cl::SubCommand &Command) {
  std::vector<std::string> Words;
  for (const cl::Option *O : optionsOf(Command)) {
    Words.push_back(spelling(*O));
    size_t Value = Words.back().find_first_of("= ");
    if (Value != std::string::npos)
      Words.back().resize(Value + (Words.back()[Value] == '='));
  }
  return join(Words, " ");
}

void writeBash(raw_ostream &OS) {
  OS << R"(# retrylint completion for bash: source it, or put it where bash-completion looks.
_retrylint() {
  local current=${COMP_WORDS[COMP_CWORD]} command= words= word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
)";
  std::vector<std::string> Names;
  for (cl::SubCommand *Command : allCommands())
    if (!Command->getName().empty())
      Names.push_back(Command->getName().str());
  OS << "    " << join(Names, " | ") << ") command=$word; break ;;\n"
     << "    esac\n  done\n  case $command in\n";
  for (cl::SubCommand *Command : allCommands())
    OS << "  '" << Command->getName() << "') words='"
       << (Command->getName().empty() ? join(Names, " ") + " " : "")
       << wordsOf(*Command) << "' ;;\n";
  std::vector<std::string> Checks;
  for (const CheckInfo &Check : allChecks())
    Checks.push_back(("retry-" + Check.Name).str());
  OS << "  esac\n"
     << "  [[ $command == explain && $current != -* ]] && words='"
     << join(Checks, " ") << "'\n"
     << R"(  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ ${COMPREPLY-} == *= ]] && compopt -o nospace
  [[ $current == -* ]] || COMPREPLY+=($(compgen -f -- "$current"))
}
complete -o filenames -F _retrylint retrylint
)";
}

void writeZsh(raw_ostream &OS) {
  OS << "#compdef retrylint\n"
        "# retrylint completion for zsh: put it into a folder of $fpath as "
        "_retrylint.\nautoload -U +X bashcompinit && bashcompinit\n";
  writeBash(OS);
}

} // namespace

cl::SubCommand &retrylint::completionCommand() {
  static cl::SubCommand Command("completion",
                                "Print a completion script for bash or zsh");
  return Command;
}

int retrylint::completionMain() {
  if (Shell == "bash")
    writeBash(outs());
  else if (Shell == "zsh")
    writeZsh(outs());
  else
    return usageError(
        createStringError("completion: name a shell: bash or zsh"));
  return Clean;
}
