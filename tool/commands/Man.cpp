// `retrylint man`: the manual page, made of the options themselves.
#include "tool/Options.h"
#include "tool/commands/Commands.h"
#include "tool/commands/OptionList.h"
#include "tool/report/Version.h"

using namespace llvm;
using namespace retrylint;

namespace {

/// Hyphens that can be copied, and no line that roff takes for its own.
std::string roff(StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (C == '-' || C == '\\')
      Out += '\\';
    if ((C == '.' || C == '\'') && (Out.empty() || Out.back() == '\n'))
      Out += "\\&";
    Out += C;
  }
  return Out;
}

} // namespace

cl::SubCommand &retrylint::manCommand() {
  static cl::SubCommand Command("man", "Print the manual page");
  return Command;
}

int retrylint::manMain() {
  raw_ostream &OS = outs();
  OS << ".TH RETRYLINT 1 \"\" \"retrylint " << ToolVersion << "\"\n"
     << ".SH NAME\nretrylint \\- finds faulty retry logic in C and C++\n"
     << ".SH SYNOPSIS\n.B retrylint\n[COMMAND] [OPTION...] [PATH...] "
        "[\\-\\- FLAGS]\n"
     << ".SH DESCRIPTION\n"
     << roff(overview()) << "\n.PP\n"
     << roff(details().trim()) << "\n";
  for (cl::SubCommand *Command : allCommands()) {
    if (Command->getName().empty())
      OS << ".SH OPTIONS\n";
    else
      OS << ".SH \"COMMAND " << Command->getName().upper() << "\"\n"
         << roff(Command->getDescription()) << ".\n";
    for (const cl::Option *O : optionsOf(*Command))
      OS << ".TP\n.B " << roff(spelling(*O)) << "\n"
         << roff(O->HelpStr) << ".\n";
  }
  OS << ".SH SEE ALSO\n.BR clang\\-tidy (1)\n";
  return Clean;
}
