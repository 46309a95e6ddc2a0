// embed OUTPUT POLICY... -- API...
// Reads the shipped YAML files, with the reader that users' files go through,
// and writes the C++ that Embedded.h declares.
#include "rules/ApiModelLoader.h"
#include "rules/Packed.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace retrylint;

namespace {

ExitOnError Try("embed: error: ");

std::string literal(StringRef Bytes) {
  std::string Out = "llvm::StringRef(";
  constexpr size_t Width = 4000;
  for (size_t I = 0; I < Bytes.size(); I += Width) {
    Out += "\n    \"";
    for (unsigned char C : Bytes.substr(I, Width)) {
      if (isPrint(C) && C != '"' && C != '\\' && C != '?') {
        Out += C;
        continue;
      }
      Out += '\\'; // three digits, so that a digit may follow
      Out += '0' + (C >> 6);
      Out += '0' + (C >> 3 & 7);
      Out += '0' + (C & 7);
    }
    Out += '"';
  }
  return Out + ", " + std::to_string(Bytes.size()) + ")";
}

yaml::Node parseFile(StringRef Path, std::string &Text) {
  Text = Try(errorOrToExpected(MemoryBuffer::getFile(Path)))->getBuffer().str();
  return Try(yaml::parse(Text, Path));
}

void remove(yaml::Node &Map, StringRef Key) {
  for (size_t I = 0; I < Map.Keys.size(); ++I)
    if (Map.Keys[I].Text == Key) {
      Map.Keys.erase(Map.Keys.begin() + I);
      Map.Values.erase(Map.Values.begin() + I);
      return;
    }
}

struct Embedder {
  std::string Bytes;
  std::map<std::string, std::pair<std::string, std::vector<size_t>>> Functions;
  std::string Policies, Apis;

  static void addFile(StringRef Path, const yaml::Node &Tree,
                      std::string &Out) {
    std::string Packed;
    packed::put(Tree, Packed);
    Out += "    {\"" + sys::path::filename(Path).str() + "\", " +
           literal(Packed) + "},\n";
  }

  void addPolicy(StringRef Path) {
    std::string Text;
    addFile(Path, parseFile(Path, Text), Policies);
  }

  void addApis(StringRef Path) {
    std::string Text;
    yaml::Node Tree = parseFile(Path, Text);
    ApiModels Valid;
    Try(readApiModels(Text, Path, Valid));
    std::string Library = Tree.find("library")->Text;
    if (const yaml::Node *List = Tree.find("functions"))
      for (yaml::Node Entry : List->Values)
        addEntry(Path, Library, std::move(Entry));
    remove(Tree, "functions");
    addFile(Path, Tree, Apis);
  }

  void addEntry(StringRef Path, StringRef Library, yaml::Node Entry) {
    FieldContext Context;
    std::vector<std::string> Names = readFunctionNames(Context, Entry);
    remove(Entry, "name");
    remove(Entry, "in");
    size_t At = Bytes.size();
    packed::put(Library, Bytes);
    packed::put(Entry, Bytes);
    for (const std::string &Name : Names) {
      auto &[Owner, Entries] =
          Functions.try_emplace(Name, Path.str(), std::vector<size_t>())
              .first->second;
      if (Owner != Path)
        Try(yaml::error(Path, Entry.At,
                        yaml::quote(Name) + " is in " + Owner + ", too"));
      Entries.push_back(At);
    }
  }

  void write(raw_ostream &Out) {
    std::string Index;
    for (const auto &[Name, Where] : Functions) {
      size_t At = Bytes.size();
      Bytes += Name;
      Index += "    {" + std::to_string(At) + ", " +
               std::to_string(Name.size()) + ", " +
               std::to_string(Bytes.size()) + "},\n";
      packed::put(Where.second.size(), Bytes);
      for (size_t Entry : Where.second)
        packed::put(Entry, Bytes);
    }
    auto Array = [&](StringRef Type, StringRef Function, StringRef Items) {
      Out << "llvm::ArrayRef<" << Type << "> " << Function
          << "() {\n  static constexpr " << Type << " All[] = {\n"
          << Items << "  };\n  return All;\n}\n";
    };
    Out << "#include \"rules/Embedded.h\"\nnamespace retrylint {\n";
    Array("EmbeddedFile", "embeddedPolicies", Policies);
    Array("EmbeddedFile", "embeddedApis", Apis);
    Array("EmbeddedFunction", "embeddedFunctions", Index);
    Out << "llvm::StringRef embeddedBytes() {\n  return " << literal(Bytes)
        << ";\n}\n} // namespace retrylint\n";
  }
};

} // namespace

int main(int argc, char **argv) {
  Embedder Embed;
  bool Apis = false;
  for (StringRef Path : ArrayRef(argv, argc).drop_front(2)) {
    if (Path == "--")
      Apis = true;
    else if (Apis)
      Embed.addApis(Path);
    else
      Embed.addPolicy(Path);
  }
  std::error_code Error;
  raw_fd_ostream Out(argv[1], Error);
  Try(errorCodeToError(Error));
  Embed.write(Out);
}
