// --format=html: one file that needs nothing else. The page is report.html.
#include "analysis/Compatibility.h"
#include "tool/report/Encode.h"
#include "tool/report/Formats.h"
#include "tool/report/Load.h"
#include "tool/report/Pages.h"
#include "tool/report/Pictures.h"
#include "tool/report/Sources.h"
#include "tool/report/Text.h"
#include "tool/report/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace llvm;
using namespace retrylint;

namespace {

constexpr unsigned Around = 3; // lines of source before and after
constexpr size_t ShownWaits = 6;

class HtmlReport {
public:
  explicit HtmlReport(const Report &R) : R(R) {}

  json::Value data() {
    json::Array Gates;
    for (auto [Name, G] : reverse(GateNames))
      Gates.push_back(json::Object{{"name", Name}, {"count", R.count(G)}});
    json::Array Findings, Suppressed, Checks, Loops, Failed;
    std::map<std::string, unsigned> ByCheck;
    for (const Finding &F : R.Findings)
      if (F.Suppressed) {
        Suppressed.push_back(suppressed(F));
      } else {
        Findings.push_back(finding(F));
        ++ByCheck[F.Check];
      }
    for (const auto &[Check, Count] : ByCheck)
      Checks.push_back(json::Object{{"name", Check}, {"count", Count}});
    for (const LoopFacts &L : R.Loops)
      Loops.push_back(loop(L));
    for (const FailedFile &F : R.Failed)
      Failed.push_back(json::Object{{"file", utf8(R.shown(F.File))},
                                    {"reason", utf8(F.Reason)}});
    return json::Object{{"version", ToolVersion},
                        {"files", counted(R.Files.size(), "file")},
                        {"loopCount", counted(R.Loops.size(), "retry loop")},
                        {"suppressedCount", R.suppressed()},
                        {"hasSuppressed", !Suppressed.empty()},
                        {"suppressed", std::move(Suppressed)},
                        {"checks", std::move(Checks)},
                        {"known", R.Known},
                        {"clients", Clients},
                        {"gates", std::move(Gates)},
                        {"clean", Findings.empty()},
                        {"findings", std::move(Findings)},
                        {"hasLoops", !R.Loops.empty()},
                        {"loops", std::move(Loops)},
                        {"hasFailed", !R.Failed.empty()},
                        {"failed", std::move(Failed)}};
  }

private:
  std::string where(StringRef File, unsigned Line) {
    return utf8(R.shown(File)) + ":" + std::to_string(Line);
  }

  json::Array excerpt(StringRef File, unsigned First, unsigned Last,
                      unsigned From, unsigned To) {
    json::Array Lines;
    for (unsigned I = std::max(1u, From); I <= To; ++I)
      Lines.push_back(json::Object{{"number", I},
                                   {"text", utf8(Files.line(File, I))},
                                   {"marked", I >= First && I <= Last}});
    return Lines;
  }

  json::Value finding(const Finding &F) {
    const Span &At = F.extent();
    unsigned Last = std::max(At.Line, At.EndLine);
    json::Array Notes;
    for (const Remark &Note : F.Notes)
      Notes.push_back(
          json::Object{{"text", utf8(Note.Text)},
                       {"place", Note.At.File == At.File
                                     ? "line " + std::to_string(Note.At.Line)
                                     : where(Note.At.File, Note.At.Line)}});
    return json::Object{
        {"gate", gateName(F.TheGate)},
        {"check", F.Check},
        {"rules", join(F.Rules, " ")},
        {"message", utf8(F.What.Text)},
        {"where", where(At.File, At.Line)},
        {"function", utf8(F.Function)},
        {"fixable", !F.Fix.empty()},
        {"notes", std::move(Notes)},
        {"source",
         excerpt(At.File, At.Line, Last,
                 At.Line > Around ? At.Line - Around : 1, Last + Around)}};
  }

  json::Value suppressed(const Finding &F) {
    return json::Object{{"where", where(F.What.At.File, F.What.At.Line)},
                        {"check", F.Check},
                        {"message", utf8(F.What.Text)},
                        {"by", F.Suppressed->Approved ? "approval" : "comment"},
                        {"why", utf8(F.Suppressed->Justification)}};
  }

  json::Value loop(const LoopFacts &L) {
    json::Array Facts;
    for (const auto &[Name, Text] : L.Facts)
      Facts.push_back(json::Object{{"name", Name}, {"text", utf8(Text)}});
    std::vector<WaitRange> Better = recommendedWaits(L);
    ArrayRef<WaitRange> Waits = ArrayRef(L.Waits).take_front(ShownWaits);
    Scale S = Scale::of(Waits, Better);
    json::Object Data{
        {"where", where(L.File, L.Line)},
        {"operation", utf8(L.fact("operation"))},
        {"function", utf8(L.Function)},
        {"facts", std::move(Facts)},
        {"story", utf8(join(L.Story, "\n"))},
        {"source", excerpt(L.File, L.AttemptLine, L.AttemptLine, L.Line,
                           std::min(L.EndLine, L.Line + 40))},
        {"betterWaits", drawWaits(Better, S)},
        {"betterLoad", drawLoad(Better, S)},
        {"betterText", describeLoad(Better, S)}};
    if (!Waits.empty()) {
      Data["drawn"] = true;
      Data["waits"] = drawWaits(Waits, S);
      Data["load"] = drawLoad(Waits, S);
      Data["text"] = describeLoad(Waits, S);
      if (Waits.size() < L.Waits.size() || L.Endless)
        Data["more"] =
            formatv("The first {0} retries; it goes on {1}.", Waits.size(),
                    L.Endless ? "without end" : "after them")
                .str();
    }
    return Data;
  }

  const Report &R;
  Sources Files;
};

} // namespace

void retrylint::writeHtml(raw_ostream &OS, const Report &R) {
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  mustache::MustacheContext Context(Memory, Saver);
  mustache::Template Html(HtmlTemplate, Context);
  Html.render(HtmlReport(R).data(), OS);
}
