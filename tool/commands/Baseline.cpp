#include "tool/commands/Baseline.h"
#include "tool/report/Encode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace retrylint;

static Error bad(StringRef File, const Twine &Why) {
  return createStringError("baseline " + File + ": " + Why);
}

/// One finding on each line, so that changes can be reviewed and merged.
static Error write(StringRef File, ArrayRef<json::Object> Entries) {
  Error E = writeToOutput(File, [&](raw_ostream &OS) {
    OS << "{\"version\": 1, \"findings\": [";
    StringRef Between = "\n";
    for (const json::Object &Entry : Entries) {
      OS << Between << json::Value(json::Object(Entry));
      Between = ",\n";
    }
    OS << "\n]}\n";
    return Error::success();
  });
  return E ? bad(File, toString(std::move(E))) : Error::success();
}

Error retrylint::createBaseline(StringRef File, const Report &R) {
  std::vector<json::Object> Entries;
  for (const Finding &F : R.Findings)
    if (!F.Suppressed)
      Entries.push_back(json::Object{{"check", F.Check},
                                     {"file", utf8(R.shown(F.What.At.File))},
                                     {"function", utf8(F.Function)},
                                     {"fingerprint", F.Fingerprint}});
  return write(File, Entries);
}

static Expected<std::vector<json::Object>> read(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return bad(File,
               Buffer.getError().message() + "; --create-baseline writes one");
  Expected<json::Value> Value = json::parse((*Buffer)->getBuffer());
  if (!Value)
    return bad(File, toString(Value.takeError()));
  const json::Object *Top = Value->getAsObject();
  const json::Array *List = Top ? Top->getArray("findings") : nullptr;
  if (!List || Top->getInteger("version") != 1)
    return bad(File, "not a baseline of this version of retrylint; "
                     "--create-baseline writes one");
  std::vector<json::Object> Entries;
  for (const json::Value &Entry : *List) {
    const json::Object *O = Entry.getAsObject();
    if (!O || !O->getString("fingerprint"))
      return bad(File, "an entry has no fingerprint");
    Entries.push_back(*O);
  }
  return Entries;
}

Error retrylint::applyBaseline(StringRef File, Report &R, bool Prune) {
  Expected<std::vector<json::Object>> Entries = read(File);
  if (!Entries)
    return Entries.takeError();
  StringSet<> Old, Seen;
  for (const json::Object &Entry : *Entries)
    Old.insert(*Entry.getString("fingerprint"));
  erase_if(R.Findings, [&](const Finding &F) {
    if (F.Suppressed || !Old.contains(F.Fingerprint))
      return false;
    Seen.insert(F.Fingerprint);
    return true;
  });
  R.Known = Seen.size();
  if (!Prune)
    return Error::success();
  erase_if(*Entries, [&](const json::Object &Entry) {
    return !Seen.contains(*Entry.getString("fingerprint"));
  });
  return write(File, *Entries);
}
