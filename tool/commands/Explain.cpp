// `retrylint explain`: a check, or what a loop does.
#include "checks/Registry.h"
#include "rules/Fields.h"
#include "tool/Options.h"
#include "tool/commands/Commands.h"
#include "tool/report/Pages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace retrylint;

namespace {

/// The page as it is; on a terminal, headings stand out.
void printPage(StringRef Page) {
  bool Code = false;
  while (!Page.empty()) {
    auto [Line, Rest] = Page.split('\n');
    Page = Rest;
    if (Line.starts_with("```")) {
      Code = !Code;
      continue;
    }
    StringRef Title = Line.ltrim('#');
    if (!Code && Title.size() < Line.size())
      WithColor(outs(), raw_ostream::SAVEDCOLOR, /*Bold=*/true)
          << Title.ltrim();
    else
      outs() << (Code ? "    " : "") << Line;
    outs() << "\n";
  }
}

int explainCheck(StringRef Name) {
  if (StringRef Page = pageOf(Name); !Page.empty()) {
    printPage(Page);
    return Clean;
  }
  SmallVector<StringRef, 32> Names;
  for (const CheckInfo &Check : allChecks())
    Names.push_back(Check.Name);
  StringRef Short = Name;
  Short.consume_front("retry-");
  return usageError(
      createStringError("no check '" + Name + "'" + suggest(Short, Names)));
}

bool isAround(const LoopFacts &L, unsigned Line) {
  // A cycle through callbacks may end before its timer.
  auto [First, Last] = std::minmax({L.Line, L.EndLine, L.AttemptLine});
  return First <= Line && Line <= Last;
}

void tell(const LoopFacts &L, const Report &R) {
  outs() << R.shown(L.File) << ":" << L.Line << ": " << L.Function << "\n";
  for (const std::string &Step : L.Story)
    outs() << "  " << Step << "\n";
  for (const Finding &F : R.Findings)
    if (F.What.At.File == L.File && isAround(L, F.What.At.Line))
      outs() << "  " << (F.Suppressed ? "suppressed: " : "finding: ")
             << F.What.Text << " [" << F.Check << "]\n";
}

/// "; those of this file are at line 12, 40".
std::string othersIn(ArrayRef<const LoopFacts *> Loops) {
  std::vector<std::string> Lines;
  for (const LoopFacts *L : Loops)
    if (std::string Line = std::to_string(L->Line); !is_contained(Lines, Line))
      Lines.push_back(Line);
  return Lines.empty()
             ? ""
             : "; those of this file are at line " + join(Lines, ", ");
}

int explainLine(RunOptions Options, StringRef File, unsigned Line) {
  Options.What.Paths = {File.str()};
  Expected<RunEnd> End = run(Options);
  if (!End)
    return usageError(End.takeError());
  const Report &R = End->Found;
  for (const FailedFile &F : R.Failed)
    error() << R.shown(F.File) << ": " << F.Reason << "\n";
  std::vector<const LoopFacts *> Here;
  for (const LoopFacts &L : R.Loops)
    if (sys::fs::equivalent(L.File, File))
      Here.push_back(&L);
  bool Any = false;
  for (const LoopFacts *L : Here)
    if (isAround(*L, Line)) {
      tell(*L, R);
      Any = true;
    }
  if (!Any)
    outs() << File << ":" << Line << ": no retry loop is recognised here"
           << othersIn(Here) << "\n";
  return R.Failed.empty() ? Clean : Incomplete;
}

} // namespace

cl::SubCommand &retrylint::explainCommand() {
  static cl::SubCommand Command(
      "explain",
      "Show the page of a CHECK, or what the loop at FILE:LINE does");
  return Command;
}

int retrylint::explainMain() {
  ArrayRef<std::string> What = pathsGiven();
  if (What.size() != 1)
    return usageError(
        createStringError("explain: name one check, or a place as FILE:LINE"));
  auto [File, Number] = StringRef(What.front()).rsplit(':');
  unsigned Line = 0;
  if (Number.empty())
    return explainCheck(What.front());
  if (Number.getAsInteger(10, Line))
    return usageError(createStringError("explain: '" + Number +
                                        "' is no line; say FILE:LINE"));
  Expected<RunOptions> Options = analysisOptions();
  return Options ? explainLine(std::move(*Options), File, Line)
                 : usageError(Options.takeError());
}
