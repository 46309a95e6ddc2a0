// Parser, schema and reference name the same keys, with the same types.
#include "TestFiles.h"
#include "rules/ApiModelLoader.h"
#include "rules/PolicyFields.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <set>

using namespace retrylint;
namespace json = llvm::json;

namespace {

std::string readSource(llvm::StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(RETRYLINT_SOURCE_DIR "/" + Path);
  EXPECT_TRUE(!!Buffer) << Path.str();
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

/// Walks a schema and says which keys it allows, in the words of KeyInfo.
class Schema {
public:
  std::map<std::string, std::string> Keys;

  explicit Schema(llvm::StringRef File) {
    auto Parsed = json::parse(readSource(("rules/schema/" + File).str()));
    EXPECT_TRUE(!!Parsed) << llvm::toString(Parsed.takeError());
    Root = std::move(*Parsed);
    const json::Object *Top = Root.getAsObject();
    if (const json::Array *All = Top->getArray("allOf"))
      Top = resolve(*All->front().getAsObject());
    walk(*Top, "");
  }

  const json::Object *definition(llvm::StringRef Name) const {
    return Root.getAsObject()->getObject("definitions")->getObject(Name);
  }

private:
  json::Value Root = nullptr;

  const json::Object *resolve(const json::Object &Node) const {
    auto Ref = Node.getString("$ref");
    if (!Ref || !Ref->consume_front("#/definitions/"))
      return &Node;
    return definition(*Ref);
  }

  static std::string number(const json::Value &V) {
    std::string Text;
    llvm::raw_string_ostream(Text) << llvm::format("%.10g", *V.getAsNumber());
    return Text;
  }
  static std::string range(const json::Object &Node) {
    return number(*Node.get("minimum")) + ".." + number(*Node.get("maximum"));
  }
  static std::string words(const json::Array &Enum) {
    std::vector<std::string> Words;
    for (const json::Value &V : Enum)
      Words.push_back(V.getAsString()->str());
    return llvm::join(Words, ", ");
  }

  std::string typeOf(const json::Object &Written) const {
    auto Ref = Written.getString("$ref").value_or("");
    if (Ref == "#/definitions/duration")
      return "duration";
    if (Ref == "#/definitions/grpc-code")
      return "code";
    if (Ref == "#/definitions/strings")
      return "string or list of strings";
    if (Ref == "#/definitions/place")
      return "place";
    const json::Object &Node = *resolve(Written);
    if (const json::Array *Enum = Node.getArray("enum"))
      return "one of " + words(*Enum);
    if (Node.get("oneOf") && !Node.get("type"))
      return "API models";
    if (Node.getArray("type"))
      return "string, number, boolean or null";
    auto Type = Node.getString("type");
    if (!Type)
      return "string"; // a reference into the other schema
    if (*Type == "integer" || *Type == "number")
      return (*Type + " " + range(Node)).str();
    if (*Type == "object")
      return "map";
    if (*Type == "array") {
      std::string Item = typeOf(*Node.getObject("items"));
      llvm::StringRef Plain = Item;
      if (Plain.consume_front("one of "))
        return "list of " + Plain.str();
      if (Plain.consume_front("integer "))
        return "list of integers " + Plain.str();
      return "list of " + Item + "s";
    }
    return Type->str();
  }

  void walk(const json::Object &Node, const std::string &Path) {
    auto Visit = [&](llvm::StringRef Key, const json::Object &Value) {
      std::string Full = Path.empty() ? Key.str() : Path + "." + Key.str();
      Keys[Full] = typeOf(Value);
      EXPECT_TRUE(Value.getString("description")) << Full;
      if (const json::Object *Items = Value.getObject("items"))
        walk(*Items, Full + "[]");
      else
        walk(Value, Full);
    };
    if (const json::Object *Properties = Node.getObject("properties")) {
      EXPECT_EQ(Node.getBoolean("additionalProperties"), false) << Path;
      for (const auto &[Key, Value] : *Properties)
        Visit(Key, *Value.getAsObject());
    }
    if (const json::Object *Names = Node.getObject("propertyNames")) {
      llvm::StringRef Ref = *Names->getString("$ref");
      Visit(("<" + Ref.rsplit('/').second + ">").str(),
            *Node.getObject("additionalProperties"));
    }
  }
};

/// A schema cannot say the range of a duration, nor that a string is a glob.
std::string forSchema(llvm::StringRef Type) {
  if (Type.starts_with("duration"))
    return "duration";
  if (Type.starts_with("list of durations"))
    return "list of durations";
  if (Type.starts_with("place"))
    return "place";
  if (Type.starts_with("API models"))
    return "API models";
  return Type == "glob" ? "string" : Type.str();
}

void expectSame(const Schema &S, llvm::ArrayRef<KeyInfo> Keys) {
  std::map<std::string, std::string> Declared;
  for (const KeyInfo &Key : Keys)
    EXPECT_TRUE(Declared.emplace(Key.Path, forSchema(Key.Type)).second)
        << Key.Path << " is declared twice";
  // The parser takes the names of checks from the policy itself.
  if (auto Check = Declared.find("approvals[].check"); Check != Declared.end())
    Check->second = S.Keys.at("approvals[].check");
  for (const auto &[Path, Type] : Declared)
    EXPECT_TRUE(S.Keys.count(Path)) << Path << " is not in the schema";
  for (const auto &[Path, Type] : S.Keys) {
    ASSERT_TRUE(Declared.count(Path)) << Path << " is in the schema only";
    EXPECT_EQ(Declared[Path], Type) << Path;
  }
}

TEST(Keys, PolicySchemaAgrees) {
  expectSame(Schema("policy.schema.json"), policyKeys());
}

TEST(Keys, ApiSchemaAgrees) {
  expectSame(Schema("apis.schema.json"), apiModelKeys());
}

TEST(Keys, SchemaKnowsTheChecks) {
  std::set<std::string> Listed, Known;
  Schema S("policy.schema.json");
  for (const json::Value &V : *S.definition("check")->getArray("enum"))
    Listed.insert(V.getAsString()->str());
  for (const auto &Check : defaultPolicy().Checks)
    Known.insert(Check.first().str());
  EXPECT_EQ(Listed, Known);
}

TEST(Keys, DefaultSetsEveryKeyOnce) {
  const Policy &P = defaultPolicy();
  for (const KeyInfo &Key : policyKeys()) {
    llvm::StringRef Path = Key.Path;
    if (Path == "extends" || Path == "apis" || Path.contains("[]") ||
        Path.contains("<failure>"))
      continue;
    for (const char *Context :
         {"synchronous", "event", "webhook", "batch", "grpc-unary"})
      for (const auto &Check : P.Checks) {
        std::string Full = Path.str();
        auto Replace = [&](llvm::StringRef From, llvm::StringRef To) {
          if (size_t At = Full.find(From.str()); At != std::string::npos)
            Full.replace(At, From.size(), To.str());
        };
        Replace("<context>", Context);
        Replace("<check>", Check.first());
        EXPECT_TRUE(P.Origins.count(Full)) << Full;
      }
  }
}

/// The first cells of the rows of a reference: key and type.
std::map<std::string, std::string> rowsOf(llvm::StringRef Page) {
  std::map<std::string, std::string> Rows;
  std::string Text = readSource(Page);
  for (llvm::StringRef Line : llvm::split(Text, '\n')) {
    if (!Line.consume_front("| `"))
      continue;
    auto [Key, Rest] = Line.split("` | ");
    Rows.emplace(Key.str(), Rest.split(" |").first.str());
  }
  return Rows;
}

/// The reference says "context" where the parser lists the contexts.
std::string forReference(llvm::StringRef Type) {
  constexpr llvm::StringRef Contexts =
      "synchronous, event, webhook, batch, grpc-unary";
  if (Type == ("one of " + Contexts).str())
    return "context";
  if (Type == ("list of " + Contexts).str())
    return "list of contexts";
  if (Type.starts_with("list of network-timeout"))
    return "list of failures";
  return Type.str();
}

void expectReference(llvm::StringRef Page, llvm::ArrayRef<KeyInfo> Keys) {
  std::map<std::string, std::string> Rows = rowsOf(Page);
  llvm::StringSet<> Known;
  for (const KeyInfo &Key : Keys) {
    Known.insert(Key.Path);
    auto Row = Rows.find(Key.Path);
    ASSERT_NE(Row, Rows.end()) << Page.str() << " has no row for " << Key.Path;
    EXPECT_EQ(Row->second, forReference(Key.Type)) << Key.Path;
  }
  // Rows of other tables have no dot in their first cell.
  for (const auto &[Key, Type] : Rows)
    EXPECT_TRUE(Known.count(Key) || !llvm::StringRef(Key).contains('.'))
        << Page.str() << " describes " << Key << ", which does not exist";
}

TEST(Keys, PolicyReferenceAgrees) {
  expectReference("docs/policy.md", policyKeys());
}

TEST(Keys, ApiReferenceAgrees) {
  expectReference("docs/api-models.md", apiModelKeys());
}

} // namespace
