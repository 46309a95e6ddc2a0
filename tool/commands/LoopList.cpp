#include "tool/commands/LoopList.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace retrylint;

static void writeLine(raw_ostream &OS, const LoopFacts &L) {
  OS << L.File << ":" << L.Line << ": end=" << L.EndLine << " function=\""
     << L.Function << "\" attempt=" << L.AttemptLine;
  for (const auto &[Name, Text] : L.Facts)
    OS << " " << Name << "=\"" << Text << "\"";
}

static json::Value asJson(const LoopFacts &L) {
  json::Object O{{"file", L.File},
                 {"line", L.Line},
                 {"end", L.EndLine},
                 {"function", L.Function},
                 {"attempt", L.AttemptLine}};
  for (const auto &[Name, Text] : L.Facts)
    O[Name] = Text;
  return O;
}

void retrylint::listLoops(raw_ostream &OS, const Report &R, LoopFormat Format) {
  for (const LoopFacts &L : R.Loops) {
    if (Format == LoopFormat::Json)
      OS << asJson(L);
    else
      writeLine(OS, L);
    OS << "\n";
  }
}
