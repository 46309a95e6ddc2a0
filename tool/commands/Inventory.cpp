// `retrylint inventory`: every retry loop, good or bad.
#include "tool/Options.h"
#include "tool/commands/Commands.h"
#include "tool/report/Encode.h"
#include "tool/report/Formats.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace retrylint;

namespace {

cl::opt<std::string> FormatName("format", cl::value_desc("FORMAT"),
                                cl::init("table"), cl::cat(category()),
                                cl::sub(inventoryCommand()),
                                cl::desc("table, json or html"));

struct Column {
  const char *Title, *Fact;
};
constexpr Column Columns[] = {
    {"OPERATION", "operation"}, {"ATTEMPTS", "attempts"},
    {"BOUND", "bound"},         {"WAITS", "waits"},
    {"JITTER", "jitter"},       {"CAP", "cap"},
    {"DEADLINE", "deadline"},   {"RETRIED", "retried"},
    {"METHOD", "method"},       {"KEY", "key"},
    {"BUDGET", "budget"},       {"EXHAUSTION", "exhaustion"}};

void writeTable(raw_ostream &OS, const Report &R) {
  std::vector<std::vector<std::string>> Rows(1);
  Rows[0].push_back("WHERE");
  for (const Column &C : Columns)
    Rows[0].push_back(C.Title);
  for (const LoopFacts &L : R.Loops) {
    Rows.push_back({R.shown(L.File) + ":" + std::to_string(L.Line)});
    for (const Column &C : Columns) {
      StringRef Known = L.fact(C.Fact);
      Rows.back().push_back(Known.empty() ? "-" : utf8(Known));
    }
  }
  std::vector<size_t> Widths(Rows[0].size());
  for (const auto &Row : Rows)
    for (auto [Width, Cell] : zip(Widths, Row))
      Width = std::max<size_t>(Width, characters(Cell));
  for (const auto &Row : Rows) {
    for (auto [Index, Cell] : enumerate(Row)) {
      OS << Cell;
      if (Index + 1 < Row.size())
        OS.indent(Widths[Index] - characters(Cell) + 2);
    }
    OS << "\n";
  }
  OS << R.Loops.size() << " retry loop" << (R.Loops.size() == 1 ? "" : "s")
     << " in " << R.Files.size() << " file" << (R.Files.size() == 1 ? "" : "s")
     << "\n";
}

void writeLoops(raw_ostream &OS, const Report &R) {
  json::OStream Out(OS, 2);
  Out.array([&] {
    for (const LoopFacts &L : R.Loops)
      Out.object([&] {
        Out.attribute("file", utf8(R.shown(L.File)));
        Out.attribute("line", L.Line);
        Out.attribute("endLine", L.EndLine);
        Out.attribute("attemptLine", L.AttemptLine);
        Out.attribute("function", utf8(L.Function));
        for (const auto &[Name, Text] : L.Facts)
          Out.attribute(Name, utf8(Text));
        Out.attributeArray("waitSeconds", [&] {
          for (const WaitRange &W : L.Waits)
            Out.array([&] {
              Out.value(W.Lo);
              Out.value(W.Hi);
            });
        });
      });
  });
  OS << "\n";
}

} // namespace

cl::SubCommand &retrylint::inventoryCommand() {
  static cl::SubCommand Command("inventory",
                                "List every retry loop, good or bad");
  return Command;
}

int retrylint::inventoryMain() {
  void (*Write)(raw_ostream &, const Report &) =
      FormatName == "table"  ? writeTable
      : FormatName == "json" ? writeLoops
      : FormatName == "html" ? writeHtml
                             : nullptr;
  if (!Write)
    return usageError(createStringError("unknown format '" + FormatName +
                                        "', expected table, json or html"));
  Expected<RunOptions> Options = analysisOptions();
  if (!Options)
    return usageError(Options.takeError());
  Expected<RunEnd> End = run(*Options);
  if (!End)
    return usageError(End.takeError());
  for (const FailedFile &F : End->Found.Failed)
    error() << End->Found.shown(F.File) << ": " << F.Reason << "\n";
  Write(outs(), End->Found);
  return End->Signal                 ? 128 + End->Signal
         : End->Found.Failed.empty() ? Clean
                                     : Incomplete;
}
