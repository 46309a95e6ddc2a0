#include "tool/CommandLine.h"
#include "rules/PolicyFields.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using clang::tooling::FixedCompilationDatabase;
using retrylint::LoopFormat;

namespace {

constexpr const char *Overview =
    "Finds retry logic in C and C++ and says what is wrong with it.";

constexpr const char *Help = R"(
PATH is a source file, or a folder: then every source of its compilation
database that lies below it is analysed. The database is the compile_commands.json
of the folder, of its build* folders, or of a folder above; or the one that -p
names; or what follows -- is taken as compiler flags instead.

Exit code: 0 no finding, 1 findings, 2 usage or configuration error, 3 some file
could not be analysed.

Examples:
  retrylint client.cpp -- -std=c++20 -Iinclude
  retrylint -p build src/
  retrylint --policy=ci/retry.yaml .
)";

void printVersion(raw_ostream &OS) {
  OS << "retrylint " RETRYLINT_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
}

} // namespace

Expected<retrylint::CommandLine>
retrylint::parseCommandLine(int Argc, const char **Argv) {
  cl::OptionCategory Category("retrylint options");
  cl::list<std::string> Paths(cl::Positional, cl::desc("[PATH...] [-- FLAGS]"),
                              cl::cat(Category));
  cl::opt<std::string> BuildDir(
      "p", cl::value_desc("DIR"), cl::cat(Category),
      cl::desc("The folder that holds compile_commands.json"));
  cl::opt<std::string> Checks(
      "checks", cl::value_desc("GLOBS"), cl::init("*"), cl::cat(Category),
      cl::desc("Only these checks: names or globs with commas between, "
               "a minus excludes"));
  cl::opt<std::string> Policy(
      "policy", cl::value_desc("FILE"), cl::cat(Category),
      cl::desc("The policy to judge by; without it, the .retrylint.yaml "
               "nearest above each source"));
  cl::opt<std::string> Gates(
      "gates", cl::value_desc("GATES"), cl::cat(Category),
      cl::desc("Show the findings of these gates: advice, review, deploy, "
               "merge, with commas between; without it, as the policy says"));
  cl::opt<bool> Pedantic("pedantic", cl::cat(Category),
                         cl::desc("Report what is only possible, too"));
  cl::opt<bool> List("list", cl::cat(Category),
                     cl::desc("List the checks and what each finds"));
  cl::opt<LoopFormat> ListLoops(
      "list-loops", cl::ValueOptional, cl::init(LoopFormat::None),
      cl::cat(Category),
      cl::desc(
          "List the retry loops that are recognised, with what is known of "
          "each; a debugging aid"),
      cl::values(clEnumValN(LoopFormat::Text, "text", "one line each"),
                 clEnumValN(LoopFormat::Json, "json", "one JSON object each"),
                 clEnumValN(LoopFormat::Text, "", "")));
  cl::extrahelp More(Help);
  cl::HideUnrelatedOptions(Category);
  cl::SetVersionPrinter(printVersion);

  CommandLine Result;
  std::string Error;
  Result.Commands.Flags =
      FixedCompilationDatabase::loadFromCommandLine(Argc, Argv, Error);
  raw_string_ostream ErrorStream(Error);
  if (!cl::ParseCommandLineOptions(Argc, Argv, Overview, &ErrorStream)) {
    StringRef Message = StringRef(Error).split('\n').first;
    Message.consume_front(sys::path::filename(Argv[0]));
    Message.consume_front(": ");
    return createStringError(Message);
  }
  if (Result.Commands.Flags && !BuildDir.empty())
    return createStringError(
        "-p and compiler flags after -- exclude each other");

  if (!Gates.empty())
    if (auto Wanted = retrylint::readGates(Gates); !Wanted)
      return Wanted.takeError();

  Result.Paths = Paths;
  Result.Commands.BuildDir = BuildDir;
  Result.Checks = Checks;
  Result.PolicyFile = Policy;
  Result.Gates = Gates;
  Result.Pedantic = Pedantic;
  Result.List = List;
  Result.ListLoops = ListLoops;
  return Result;
}
