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

/// What both shells understand: from the words before the cursor to the
/// candidates, and what they are if \p Current holds no option.
void writeChoice(raw_ostream &OS, StringRef Before, StringRef Current) {
  std::vector<std::string> Names, Checks;
  for (cl::SubCommand *Command : allCommands())
    if (!Command->getName().empty())
      Names.push_back(Command->getName().str());
  for (const CheckInfo &Check : allChecks())
    Checks.push_back(("retry-" + Check.Name).str());
  OS << "  local command= candidates= word\n"
     << "  for word in " << Before << "; do\n    case $word in\n    "
     << join(Names, " | ") << ") command=$word; break ;;\n"
     << "    esac\n  done\n  case $command in\n";
  for (cl::SubCommand *Command : allCommands())
    OS << "  '" << Command->getName() << "') candidates='"
       << (Command->getName().empty() ? join(Names, " ") + " " : "")
       << wordsOf(*Command) << "' ;;\n";
  OS << "  esac\n  [[ $command == explain && " << Current
     << " != -* ]] && candidates='" << join(Checks, " ") << "'\n";
}

void writeBash(raw_ostream &OS) {
  OS << "# retrylint completion for bash: source it, or put it where "
        "bash-completion looks.\n_retrylint() {\n"
        "  local current=${COMP_WORDS[COMP_CWORD]}\n";
  writeChoice(OS, "\"${COMP_WORDS[@]:1:COMP_CWORD-1}\"", "$current");
  OS << R"(  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
  [[ ${COMPREPLY-} == *= ]] && compopt -o nospace
  [[ $current == -* ]] || COMPREPLY+=($(compgen -f -- "$current"))
}
complete -o filenames -F _retrylint retrylint
)";
}

void writeZsh(raw_ostream &OS) {
  OS << "#compdef retrylint\n# retrylint completion for zsh: source it after "
        "compinit, or put it into a folder\n# of $fpath as _retrylint.\n"
        "_retrylint() {\n";
  writeChoice(OS, "$words[2,CURRENT-1]", "$words[CURRENT]");
  OS << R"(  compadd -S '' -- ${(M)${=candidates}:#*=}
  compadd -- ${${=candidates}:#*=}
  [[ $words[CURRENT] == -* ]] || _files
}
if [[ $funcstack[1] == _retrylint ]]; then
  _retrylint "$@"
else
  compdef _retrylint retrylint
fi
)";
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
