#include "tool/Options.h"
#include "checks/Registry.h"
#include "checks/Suppressions.h"
#include "clang-tidy/GlobList.h"
#include "rules/PolicyFields.h"
#include "rules/PolicyLoader.h"
#include "tool/commands/Commands.h"
#include "tool/report/Version.h"
#include "tool/run/Cache.h"
#include "tool/run/ResourceDir.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"
#include <unistd.h>

using namespace llvm;
using clang::tooling::FixedCompilationDatabase;
using namespace retrylint;

namespace {

constexpr const char *Overview =
    "Finds retry logic in C and C++ and says what is wrong with it.";

constexpr const char *Help = R"(
PATH is a source file, a compile_commands.json, or a folder: then every source of
its compilation database that lies below it is analysed. Without a PATH it is the
folder one is in. The database is the compile_commands.json of the folder, of its
build* folders, or of a folder above; or the one that -p names; or what follows --
is taken as compiler flags instead.

Exit code: 0 no finding that --gate minds, 1 such findings, 2 usage or
configuration error, 3 some file could not be analysed, 130 interrupted.

Examples:
  retrylint
  retrylint client.cpp -- -std=c++20 -Iinclude
  retrylint -p build --exclude=third_party --gate=review src/
  retrylint inventory -p build
)";

std::shared_ptr<const FixedCompilationDatabase> Flags; // after --

/// These belong to every command that analyses.
#define ANALYSES                                                               \
  cl::cat(category()), cl::sub(cl::SubCommand::getTopLevel()),                 \
      cl::sub(inventoryCommand()), cl::sub(explainCommand())

cl::list<std::string> Paths(cl::Positional, cl::desc("[PATH...] [-- FLAGS]"),
                            ANALYSES);
cl::opt<std::string> BuildDir("p", cl::value_desc("DIR"), ANALYSES,
                              cl::desc("The folder of compile_commands.json"));
cl::opt<std::string>
    Checks("checks", cl::value_desc("GLOBS"), cl::init("*"), ANALYSES,
           cl::desc("Only these checks: names or globs with commas between, "
                    "a minus excludes"));
cl::opt<std::string>
    PolicyPath("policy", cl::value_desc("FILE"), ANALYSES,
               cl::desc("The policy to judge by; without it, the "
                        ".retrylint.yaml nearest above each source"));
cl::opt<std::string>
    Gates("gates", cl::value_desc("GATES"), ANALYSES,
          cl::desc("Show the findings of these gates: advice, review, deploy, "
                   "merge, with commas between; without it, as the policy "
                   "says"));
cl::opt<bool> Pedantic("pedantic", ANALYSES,
                       cl::desc("Report what is only possible, too"));
cl::list<std::string>
    Include("include", cl::value_desc("GLOB"), ANALYSES,
            cl::desc("Only sources and headers that fit; may be repeated"));
cl::list<std::string>
    Exclude("exclude", cl::value_desc("GLOB"), ANALYSES,
            cl::desc("No sources and headers that fit; may be repeated"));
cl::opt<std::string>
    Base("base", cl::value_desc("DIR"), ANALYSES,
         cl::desc("What paths are relative to in globs, baselines and output "
                  "files; without it, the folder one is in"));
cl::opt<unsigned> Jobs("j", cl::Prefix, cl::value_desc("N"), cl::init(0),
                       ANALYSES,
                       cl::desc("So many at a time; without it, one for each "
                                "core"));
cl::opt<unsigned> TimeLimit("time-limit", cl::value_desc("SECONDS"),
                            cl::init(300), ANALYSES,
                            cl::desc("For one file; 0: none"));
cl::opt<unsigned>
    MemoryLimit("memory-limit", cl::value_desc("MB"), cl::init(0), ANALYSES,
                cl::desc("For one file; without it, the memory of the machine "
                         "divided by -j"));
cl::opt<std::string> CacheDir("cache-dir", cl::value_desc("DIR"), ANALYSES,
                              cl::desc("What is kept between runs; without "
                                       "it, a folder of the user's cache"));
cl::opt<bool> NoCache("no-cache", ANALYSES,
                      cl::desc("Analyse everything, keep nothing"));
cl::opt<bool> NoSkip("no-skip", ANALYSES,
                     cl::desc("Parse what provably does not matter, too"));
cl::opt<bool> Quiet("quiet", ANALYSES, cl::desc("No progress line"));

void printVersion(raw_ostream &OS) {
  OS << "retrylint " << ToolVersion << " (LLVM " LLVM_VERSION_STRING ")\n";
}

std::string absolute(StringRef Path) {
  SmallString<128> Result(Path);
  if (sys::fs::make_absolute(Result))
    return Path.str();
  sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

Expected<std::vector<std::string>> selectChecks(StringRef Globs) {
  clang::tidy::GlobList Wanted(Globs);
  std::vector<std::string> Selected;
  for (const CheckInfo &Check : allChecks())
    if (std::string Name = ("retry-" + Check.Name).str(); Wanted.contains(Name))
      Selected.push_back(Name);
  if (Selected.empty())
    return createStringError("no check matches '" + Globs +
                             "'; --list shows their names");
  if (Wanted.contains(SuppressionName))
    Selected.push_back(SuppressionName.str());
  return Selected;
}

/// LLVM names the nearest option, however far it is.
std::string nearest(StringRef Message, StringRef Hint) {
  StringRef Given = Message.split('\'').second.split('\'').first;
  StringRef Meant = Hint.split('\'').second.split('\'').first;
  unsigned Distance = Given.edit_distance(Meant);
  return Meant.empty() || Distance > std::max<size_t>(1, Meant.size() / 4)
             ? ""
             : ("  Did you mean '" + Meant + "'?").str();
}

uint64_t memoryOfMachine() {
  return uint64_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

} // namespace

raw_ostream &retrylint::error() { return errs() << "retrylint: error: "; }

int retrylint::usageError(Error E) {
  error() << toString(std::move(E)) << "\n";
  return BadUsage;
}

StringRef retrylint::overview() { return Overview; }
StringRef retrylint::details() { return Help; }

cl::OptionCategory &retrylint::category() {
  static cl::OptionCategory Ours("retrylint options");
  return Ours;
}

Error retrylint::parseCommandLine(int Argc, const char **Argv) {
  cl::extrahelp More(Help);
  for (cl::SubCommand *Command : cl::getRegisteredSubcommands())
    cl::HideUnrelatedOptions(category(), *Command);
  cl::SetVersionPrinter(printVersion);
  std::string Wrong;
  Flags = FixedCompilationDatabase::loadFromCommandLine(Argc, Argv, Wrong);
  raw_string_ostream Stream(Wrong);
  if (cl::ParseCommandLineOptions(Argc, Argv, Overview, &Stream))
    return Error::success();
  auto [Message, Hint] = StringRef(Wrong).split('\n');
  if (Message.empty()) // LLVM has said it
    Message = "a value on the command line is wrong; see --help";
  Message.consume_front(sys::path::filename(Argv[0]));
  Message.consume_front(": ");
  return createStringError(Message + nearest(Message, Hint));
}

ArrayRef<std::string> retrylint::pathsGiven() { return Paths; }

Expected<RunOptions> retrylint::analysisOptions() {
  if (Flags && !BuildDir.empty())
    return createStringError(
        "-p and compiler flags after -- exclude each other");
  RunOptions R;
  R.What.Paths = Paths;
  R.What.Commands = {Flags, BuildDir};
  R.What.Base = absolute(Base.empty() ? "." : Base.getValue());
  if (!sys::fs::is_directory(R.What.Base))
    return createStringError("--base: " + Base + ": no such folder");
  Expected<PathFilter> Filter = PathFilter::create(Include, Exclude);
  if (!Filter)
    return Filter.takeError();
  R.What.Filter = std::move(*Filter);

  if (!Gates.empty())
    if (auto Wanted = readGates(Gates); !Wanted)
      return Wanted.takeError();
  if (!PolicyPath.empty())
    if (Error E =
            loadPolicyFile(PolicyPath, *vfs::getRealFileSystem()).takeError())
      return std::move(E);
  Expected<std::vector<std::string>> Selected = selectChecks(Checks);
  if (!Selected)
    return Selected.takeError();
  R.How = {std::move(*Selected),
           PolicyPath.empty() ? "" : absolute(PolicyPath),
           Gates,
           findResourceDir(),
           Pedantic,
           !NoSkip};

  R.Limits.Jobs =
      Jobs ? Jobs : std::max(1u, hardware_concurrency().compute_thread_count());
  R.Limits.Seconds = TimeLimit;
  R.Limits.Memory =
      MemoryLimit
          ? uint64_t(MemoryLimit) << 20
          : std::max<uint64_t>(1ull << 30, memoryOfMachine() / R.Limits.Jobs);
  R.CacheDir = NoCache ? "" : cacheDirectory(CacheDir);
  R.Quiet = Quiet;
  return R;
}
