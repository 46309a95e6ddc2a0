// --format=json: everything that is known, in our own words (docs/output.md).
#include "llvm/Support/JSON.h"
#include "tool/report/Encode.h"
#include "tool/report/Formats.h"
#include "tool/report/Version.h"

using namespace llvm;
using namespace retrylint;

namespace {

class JsonReport {
public:
  JsonReport(raw_ostream &OS, const Report &R) : Out(OS, 2), R(R) {}

  void write() {
    Out.object([&] {
      Out.attribute("version", 1);
      Out.attributeObject("tool", [&] {
        Out.attribute("name", "retrylint");
        Out.attribute("version", ToolVersion);
      });
      Out.attributeArray("findings", [&] {
        for (const Finding &F : R.Findings)
          Out.object([&] { finding(F); });
      });
      Out.attributeArray("failed", [&] {
        for (const FailedFile &F : R.Failed)
          Out.object([&] { failed(F); });
      });
      Out.attributeObject("summary", [&] { summary(); });
    });
  }

private:
  void place(const Span &S) {
    Out.attribute("file", utf8(R.shown(S.File)));
    Out.attribute("line", S.Line);
    Out.attribute("column", S.Column);
    if (S.Length) {
      Out.attribute("endLine", S.EndLine);
      Out.attribute("endColumn", S.EndColumn);
    }
  }

  void finding(const Finding &F) {
    Out.attribute("check", F.Check);
    Out.attribute("gate", gateName(F.TheGate));
    Out.attribute("rules", json::Array(F.Rules));
    Out.attribute("message", utf8(F.What.Text));
    place(F.extent());
    Out.attribute("function", utf8(F.Function));
    Out.attribute("fingerprint", F.Fingerprint);
    if (F.Suppressed)
      Out.attributeObject("suppressed", [&] {
        Out.attribute("by", F.Suppressed->Approved ? "approval" : "comment");
        Out.attribute("justification", utf8(F.Suppressed->Justification));
      });
    Out.attributeArray("notes", [&] {
      for (const Remark &Note : F.Notes)
        Out.object([&] {
          Out.attribute("message", utf8(Note.Text));
          place(Note.At);
        });
    });
    Out.attributeArray("fix", [&] {
      for (const Edit &E : F.Fix)
        Out.object([&] {
          Out.attribute("file", utf8(R.shown(E.File)));
          Out.attribute("offset", E.Offset);
          Out.attribute("length", E.Length);
          Out.attribute("text", utf8(E.Text));
        });
    });
  }

  void failed(const FailedFile &F) {
    Out.attribute("file", utf8(R.shown(F.File)));
    Out.attribute("reason", utf8(F.Reason));
    Out.attributeArray("errors", [&] {
      for (const Remark &E : F.Errors)
        Out.object([&] {
          Out.attribute("message", utf8(E.Text));
          if (!E.At.File.empty())
            place(E.At);
        });
    });
  }

  void summary() {
    Out.attribute("files", R.Files.size());
    for (auto [Name, G] : GateNames)
      Out.attribute(Name, R.count(G));
    Out.attribute("suppressed", R.suppressed());
    Out.attribute("baseline", R.Known);
    Out.attribute("fixed", R.Fixed);
    Out.attribute("cached", R.Cached);
    Out.attribute("failed", R.Failed.size());
    Out.attribute("interrupted", R.Left != 0);
  }

  json::OStream Out;
  const Report &R;
};

} // namespace

void retrylint::writeJson(raw_ostream &OS, const Report &R) {
  JsonReport(OS, R).write();
  OS << "\n";
}
