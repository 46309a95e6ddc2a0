// --format=sarif: SARIF 2.1.0.
#include "checks/Registry.h"
#include "checks/Suppressions.h"
#include "rules/PolicyLoader.h"
#include "tool/report/Encode.h"
#include "tool/report/Formats.h"
#include "tool/report/Pages.h"
#include "tool/report/Sources.h"
#include "tool/report/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace llvm;
using namespace retrylint;

namespace {

StringRef levelOf(Gate G) {
  return G >= Gate::Deploy ? "error" : G == Gate::Review ? "warning" : "note";
}

class SarifReport {
public:
  SarifReport(raw_ostream &OS, const Report &R) : Out(OS, 2), R(R) {}

  void write() {
    Out.object([&] {
      Out.attribute("$schema",
                    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/"
                    "os/schemas/sarif-schema-2.1.0.json");
      Out.attribute("version", "2.1.0");
      Out.attributeArray("runs", [&] { Out.object([&] { run(); }); });
    });
  }

private:
  void run() {
    Out.attributeObject("tool", [&] {
      Out.attributeObject("driver", [&] {
        Out.attribute("name", "retrylint");
        Out.attribute("semanticVersion", ToolVersion);
        Out.attributeArray("rules", [&] {
          for (const CheckInfo &Check : allChecks())
            rule(("retry-" + Check.Name).str(), Check.Summary);
          rule(SuppressionName,
               "Flags a suppression that gives no reason or is not needed.");
        });
      });
    });
    Out.attribute("columnKind", "unicodeCodePoints");
    Out.attributeObject("originalUriBaseIds", [&] {
      Out.attributeObject("SRCROOT", [&] {
        text("description", "The folder that paths are relative to.");
      });
    });
    Out.attributeArray("invocations",
                       [&] { Out.object([&] { invocation(); }); });
    Out.attributeArray("results", [&] {
      for (const Finding &F : R.Findings)
        Out.object([&] { result(F); });
    });
  }

  void rule(StringRef Id, StringRef Summary) {
    RuleIndex.try_emplace(Id.str(), RuleIndex.size());
    StringRef Name = Id;
    Name.consume_front("retry-");
    Out.object([&] {
      Out.attribute("id", Id);
      text("shortDescription", Summary);
      if (StringRef Page = pageOf(Id); !Page.empty())
        Out.attributeObject("help", [&] {
          Out.attribute("text", Page);
          Out.attribute("markdown", Page);
        });
      auto Row = defaultPolicy().Checks.find(Name);
      if (Row == defaultPolicy().Checks.end())
        return;
      Out.attributeObject("defaultConfiguration", [&] {
        Out.attribute("level", levelOf(Row->second.TheGate));
      });
      Out.attributeObject("properties", [&] {
        Out.attribute("gate", gateName(Row->second.TheGate));
        Out.attribute("tags", json::Array(Row->second.Rules));
      });
    });
  }

  void invocation() {
    Out.attribute("executionSuccessful", R.Failed.empty() && !R.Left);
    Out.attributeArray("toolExecutionNotifications", [&] {
      for (const FailedFile &F : R.Failed)
        Out.object([&] {
          Out.attribute("level", "error");
          text("message", F.Reason);
          Out.attributeArray("locations", [&] {
            Out.object([&] {
              Out.attributeObject("physicalLocation",
                                  [&] { artifact(F.File); });
            });
          });
        });
    });
  }

  void result(const Finding &F) {
    Out.attribute("ruleId", F.Check);
    if (auto Index = RuleIndex.find(F.Check); Index != RuleIndex.end())
      Out.attribute("ruleIndex", Index->second);
    Out.attribute("level", levelOf(F.TheGate));
    text("message", F.What.Text);
    Out.attributeArray("locations", [&] {
      Out.object([&] {
        location(F.extent());
        if (!F.Function.empty())
          Out.attributeArray("logicalLocations", [&] {
            Out.object([&] {
              Out.attribute("fullyQualifiedName", utf8(F.Function));
              Out.attribute("kind", "function");
            });
          });
      });
    });
    Out.attributeArray("relatedLocations", [&] {
      for (auto [Index, Note] : enumerate(F.Notes))
        if (!Note.At.File.empty())
          Out.object([&, Id = Index + 1] {
            Out.attribute("id", Id);
            location(Note.Marks.empty() ? Note.At : Note.Marks.front());
            text("message", Note.Text);
          });
    });
    Out.attributeObject("partialFingerprints",
                        [&] { Out.attribute("retrylint/v1", F.Fingerprint); });
    if (!F.Fix.empty())
      Out.attributeArray("fixes", [&] { Out.object([&] { fix(F); }); });
    // Present and empty: it is known not to be suppressed.
    Out.attributeArray("suppressions", [&] {
      if (F.Suppressed)
        Out.object([&] {
          Out.attribute("kind",
                        F.Suppressed->Approved ? "external" : "inSource");
          if (F.Suppressed->Approved)
            Out.attribute("status", "accepted");
          if (!F.Suppressed->Justification.empty())
            Out.attribute("justification", utf8(F.Suppressed->Justification));
        });
    });
    Out.attributeObject("properties", [&] {
      Out.attribute("gate", gateName(F.TheGate));
      Out.attribute("rules", json::Array(F.Rules));
    });
  }

  void fix(const Finding &F) {
    text("description", "Do what the message asks for.");
    std::map<std::string, std::vector<const Edit *>> Files;
    for (const Edit &E : F.Fix)
      Files[E.File].push_back(&E);
    Out.attributeArray("artifactChanges", [&] {
      for (const auto &[File, Edits] : Files)
        Out.object([&, &File = File, &Edits = Edits] {
          artifact(File);
          Out.attributeArray("replacements", [&] {
            for (const Edit *E : Edits)
              Out.object([&] {
                region("deletedRegion", File, E->Offset, E->Length);
                text("insertedContent", E->Text);
              });
          });
        });
    });
  }

  void location(const Span &At) {
    Out.attributeObject("physicalLocation", [&] {
      artifact(At.File);
      region("region", At.File, At.Offset, At.Length);
    });
  }

  void artifact(StringRef File) {
    std::string Path = R.shown(File);
    Out.attributeObject("artifactLocation", [&] {
      Out.attribute("uri", pathToUri(Path));
      if (!StringRef(Path).starts_with("/"))
        Out.attribute("uriBaseId", "SRCROOT");
    });
  }

  void region(StringRef Name, StringRef File, unsigned Offset,
              unsigned Length) {
    Out.attributeObject(Name, [&] {
      auto [Line, Column] = Files.place(File, Offset);
      auto [EndLine, EndColumn] = Files.place(File, Offset + Length);
      Out.attribute("startLine", Line);
      Out.attribute("startColumn", Column);
      Out.attribute("endLine", EndLine);
      Out.attribute("endColumn", EndColumn);
    });
  }

  void text(StringRef Name, StringRef Text) {
    Out.attributeObject(Name, [&] { Out.attribute("text", utf8(Text)); });
  }

  json::OStream Out;
  const Report &R;
  Sources Files;
  std::map<std::string, size_t> RuleIndex;
};

} // namespace

void retrylint::writeSarif(raw_ostream &OS, const Report &R) {
  SarifReport(OS, R).write();
  OS << "\n";
}
