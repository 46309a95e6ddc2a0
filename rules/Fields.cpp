#include "rules/Fields.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <tuple>

namespace retrylint {

void FieldContext::fail(yaml::Mark At, const llvm::Twine &Message) {
  if (!First || std::tie(At.Line, At.Column) <
                    std::tie(First->first.Line, First->first.Column))
    First = {At, Message.str()};
}

llvm::Error FieldContext::takeError() {
  if (!First)
    return llvm::Error::success();
  return yaml::error(File, First->first, First->second);
}

namespace {

/// The digits and point at the front of `Text`; empty if there is no number.
llvm::StringRef takeNumber(llvm::StringRef &Text) {
  llvm::StringRef Rest = Text.drop_while(llvm::isDigit);
  if (Rest.size() == Text.size())
    return "";
  if (Rest.size() > 1 && Rest[0] == '.' && llvm::isDigit(Rest[1]))
    Rest = Rest.drop_front().drop_while(llvm::isDigit);
  llvm::StringRef Number = Text.drop_back(Rest.size());
  Text = Rest;
  return Number;
}

std::optional<double> parseNumber(llvm::StringRef Text) {
  llvm::StringRef Rest = Text;
  Rest.consume_front("-");
  double Value;
  if (takeNumber(Rest).empty() || !Rest.empty() || Text.size() > 30 ||
      Text.getAsDouble(Value))
    return std::nullopt;
  return Value;
}

/// Whether an unquoted scalar is something other than a string to YAML.
bool looksTyped(llvm::StringRef Text) {
  return Text == "true" || Text == "false" || parseNumber(Text);
}

std::string formatNumber(double Value) {
  std::string Out;
  llvm::raw_string_ostream(Out) << llvm::format("%.10g", Value);
  return Out;
}

struct UnitOfTime {
  llvm::StringRef Name;
  double Seconds;
};
constexpr UnitOfTime Units[] = {{"d", 86400}, {"h", 3600},  {"min", 60},
                                {"s", 1},     {"ms", 1e-3}, {"us", 1e-6}};

} // namespace

std::optional<double> parseDuration(llvm::StringRef Text) {
  if (Text.size() > 30)
    return std::nullopt;
  llvm::StringRef Number = takeNumber(Text);
  double Value;
  if (Number.empty() || Number.getAsDouble(Value))
    return std::nullopt;
  for (const UnitOfTime &U : Units)
    if (Text == U.Name)
      return Value * U.Seconds;
  return std::nullopt;
}

std::string formatDuration(double Seconds) {
  if (Seconds == 0)
    return "0s";
  for (const UnitOfTime &U : Units) {
    double Value = Seconds / U.Seconds;
    if (std::abs(Value - std::round(Value)) < 1e-9 * Value)
      return formatNumber(std::round(Value)) + U.Name.str();
  }
  return formatNumber(Seconds) + "s";
}

std::string suggest(llvm::StringRef Wrong,
                    llvm::ArrayRef<llvm::StringRef> Allowed) {
  if (Allowed.empty())
    return "";
  // Long words have no near neighbour, and comparing them takes long.
  if (Wrong.size() <= 64) {
    auto Distance = [&](llvm::StringRef Word) {
      return Word.edit_distance(Wrong);
    };
    auto Closest =
        *llvm::min_element(Allowed, [&](llvm::StringRef A, llvm::StringRef B) {
          return Distance(A) < Distance(B);
        });
    if (Distance(Closest) <= std::max<size_t>(1, Closest.size() / 3))
      return ", did you mean '" + Closest.str() + "'?";
  }
  return ", expected one of " + llvm::join(Allowed, ", ");
}

Fields::Fields(FieldContext &Context, const yaml::Node *Node, std::string Path)
    : Context(Context), Node(Node), Path(std::move(Path)) {}

Fields::~Fields() {
  if (!Node)
    return;
  std::vector<llvm::StringRef> Sorted(Known.begin(), Known.end());
  llvm::sort(Sorted);
  for (const yaml::Node &Key : Node->Keys)
    if (!llvm::binary_search(Sorted, Key.Text)) {
      fail(Key, "unknown key " + yaml::quote(Key.Text) +
                    (Path.empty() ? "" : " in '" + Path + "'") +
                    suggest(Key.Text, Sorted));
      return;
    }
  // A key that is missing may be there with a slip in it, hence last.
  if (!Missing.empty())
    fail("missing key, expected " + Missing);
}

std::string Fields::pathOf(llvm::StringRef Key) const {
  return Path.empty() ? Key.str() : Path + "." + Key.str();
}

const yaml::Node *Fields::declare(llvm::StringRef Key,
                                  const llvm::Twine &Type) {
  if (Context.Listing) {
    Context.Listing->push_back({pathOf(Key), Type.str()});
    return nullptr;
  }
  Known.push_back(Key.str());
  const yaml::Node *N = Node->find(Key);
  // The items of a list have no path that tells them apart.
  if (N && Context.Origins && !llvm::StringRef(Path).contains("[]")) {
    std::string Full = pathOf(Key);
    if (N->Is != yaml::Node::Map)
      (*Context.Values)[Full] = yaml::flow(*N);
    (*Context.Origins)[Full] = Context.File + ":" + std::to_string(N->At.Line);
  }
  return N;
}

void Fields::fail(const yaml::Node &At, const llvm::Twine &Message) {
  Context.fail(At.At, Message);
}

void Fields::fail(const llvm::Twine &Message) {
  if (Node)
    fail(*Node, Message);
}

std::string Fields::origin() const {
  return Node ? Context.File + ":" + std::to_string(Node->At.Line) : "";
}

const yaml::Node *Fields::scalar(const yaml::Node *N,
                                 llvm::StringRef Expected) {
  if (!N || N->Is == yaml::Node::Scalar)
    return N;
  constexpr llvm::StringRef Names[] = {"nothing", "a scalar", "a list",
                                       "a map"};
  fail(*N, "found " + Names[N->Is] + ", expected " + Expected);
  return nullptr;
}

const yaml::Node *Fields::listOf(const yaml::Node *N,
                                 llvm::StringRef Expected) {
  if (!N || N->Is == yaml::Node::List)
    return N;
  fail(*N, "expected a list of " + Expected + ", such as [a, b]");
  return nullptr;
}

void Fields::boolean(llvm::StringRef Key, bool &Out) {
  std::optional<bool> Value;
  boolean(Key, Value);
  Out = Value.value_or(Out);
}

void Fields::boolean(llvm::StringRef Key, std::optional<bool> &Out) {
  const yaml::Node *N = scalar(declare(Key, "boolean"), "true or false");
  if (!N)
    return;
  if (N->Quoted || (N->Text != "true" && N->Text != "false"))
    return fail(*N, yaml::quote(N->Text) + " is no boolean, expected true or "
                                           "false");
  Out = N->Text == "true";
}

std::optional<int> Fields::integerIn(const yaml::Node &N, int Min, int Max) {
  std::string Range =
      "an integer from " + std::to_string(Min) + " to " + std::to_string(Max);
  if (!scalar(&N, Range))
    return std::nullopt;
  long long Value;
  if (N.Quoted || llvm::StringRef(N.Text).getAsInteger(10, Value)) {
    fail(N, yaml::quote(N.Text) + " is no integer, expected " + Range);
    return std::nullopt;
  }
  if (Value < Min || Value > Max) {
    fail(N, std::to_string(Value) + " is out of range, expected " + Range);
    return std::nullopt;
  }
  return static_cast<int>(Value);
}

void Fields::integer(llvm::StringRef Key, unsigned &Out, unsigned Min,
                     unsigned Max) {
  std::optional<unsigned> Value;
  integer(Key, Value, Min, Max);
  Out = Value.value_or(Out);
}

void Fields::integer(llvm::StringRef Key, std::optional<unsigned> &Out,
                     unsigned Min, unsigned Max) {
  if (const yaml::Node *N =
          declare(Key, "integer " + llvm::Twine(Min) + ".." + llvm::Twine(Max)))
    if (std::optional<int> Value = integerIn(*N, Min, Max))
      Out = *Value;
}

void Fields::integer(llvm::StringRef Key, std::optional<int> &Out, int Min,
                     int Max) {
  if (const yaml::Node *N =
          declare(Key, "integer " + llvm::Twine(Min) + ".." + llvm::Twine(Max)))
    if (std::optional<int> Value = integerIn(*N, Min, Max))
      Out = *Value;
}

void Fields::integers(llvm::StringRef Key, std::vector<int> &Out, int Min,
                      int Max) {
  const yaml::Node *N =
      listOf(declare(Key, "list of integers " + llvm::Twine(Min) + ".." +
                              llvm::Twine(Max)),
             "integers");
  if (!N)
    return;
  Out.clear();
  for (const yaml::Node &Item : N->Values)
    if (std::optional<int> Value = integerIn(Item, Min, Max))
      Out.push_back(*Value);
}

void Fields::codes(llvm::StringRef Key, std::vector<int> &Out,
                   Words<int> Names) {
  const yaml::Node *N = listOf(declare(Key, "list of codes"), "codes");
  if (!N)
    return;
  Out.clear();
  for (const yaml::Node &Item : N->Values) {
    long long Value;
    if (Item.Is == yaml::Node::Scalar && !Item.Quoted &&
        !llvm::StringRef(Item.Text).getAsInteger(10, Value)) {
      if (llvm::any_of(Names, [&](auto &W) { return W.second == Value; }))
        Out.push_back(static_cast<int>(Value));
      else
        fail(Item, std::to_string(Value) + " is no code of this protocol");
    } else if (std::optional<size_t> I = wordIn(Item, names(Names))) {
      Out.push_back(Names[*I].second);
    }
  }
}

void Fields::number(llvm::StringRef Key, double &Out, double Min, double Max) {
  std::optional<double> Value;
  number(Key, Value, Min, Max);
  Out = Value.value_or(Out);
}

void Fields::number(llvm::StringRef Key, std::optional<double> &Out, double Min,
                    double Max) {
  std::string Range = formatNumber(Min) + " to " + formatNumber(Max);
  const yaml::Node *N = scalar(
      declare(Key, "number " + formatNumber(Min) + ".." + formatNumber(Max)),
      "a number from " + Range);
  if (!N)
    return;
  std::optional<double> Value = N->Quoted ? std::nullopt : parseNumber(N->Text);
  if (!Value)
    return fail(*N, yaml::quote(N->Text) + " is no number, expected " + Range);
  if (*Value < Min || *Value > Max)
    return fail(*N, N->Text + " is out of range, expected " + Range);
  Out = Value;
}

std::optional<double> Fields::seconds(const yaml::Node &N, llvm::StringRef Min,
                                      llvm::StringRef Max) {
  constexpr llvm::StringRef Expected =
      "a duration such as 50ms, 30s, 2min, 24h or 7d";
  if (!scalar(&N, Expected))
    return std::nullopt;
  std::optional<double> Value = parseDuration(N.Text);
  if (!Value) {
    llvm::StringRef Text = N.Text;
    bool Negative = Text.consume_front("-") && parseDuration(Text);
    fail(N, yaml::quote(N.Text) +
                (Negative ? " is negative" : " is no duration") +
                ", expected " + Expected);
    return std::nullopt;
  }
  if (*Value < *parseDuration(Min) || *Value > *parseDuration(Max)) {
    fail(N, N.Text + " is out of range, expected " + Min + " to " + Max);
    return std::nullopt;
  }
  return Value;
}

void Fields::duration(llvm::StringRef Key, double &Out, llvm::StringRef Min,
                      llvm::StringRef Max) {
  std::optional<double> Value;
  duration(Key, Value, Min, Max);
  Out = Value.value_or(Out);
}

void Fields::duration(llvm::StringRef Key, std::optional<double> &Out,
                      llvm::StringRef Min, llvm::StringRef Max) {
  if (const yaml::Node *N = declare(Key, "duration " + Min + ".." + Max))
    if (std::optional<double> Value = seconds(*N, Min, Max))
      Out = Value;
}

void Fields::durations(llvm::StringRef Key, std::vector<double> &Out,
                       llvm::StringRef Min, llvm::StringRef Max) {
  const yaml::Node *N = listOf(
      declare(Key, "list of durations " + Min + ".." + Max), "durations");
  if (!N)
    return;
  Out.clear();
  for (const yaml::Node &Item : N->Values)
    if (std::optional<double> Value = seconds(Item, Min, Max))
      Out.push_back(*Value);
}

std::optional<std::string> Fields::plainString(const yaml::Node &N) {
  if (!scalar(&N, "a string"))
    return std::nullopt;
  if (N.Text.empty() || (!N.Quoted && looksTyped(N.Text))) {
    fail(N, yaml::quote(N.Text) +
                (N.Text.empty() ? " is empty, expected a string"
                                : " is no string, expected a string (quote "
                                  "it if it is one)"));
    return std::nullopt;
  }
  return N.Text;
}

void Fields::string(llvm::StringRef Key, std::string &Out) {
  if (const yaml::Node *N = declare(Key, "string"))
    if (std::optional<std::string> Value = plainString(*N))
      Out = *Value;
}

void Fields::glob(llvm::StringRef Key, std::string &Out) {
  const yaml::Node *N = declare(Key, "glob");
  std::optional<std::string> Value = N ? plainString(*N) : std::nullopt;
  if (!Value)
    return;
  llvm::Expected<llvm::GlobPattern> Pattern =
      llvm::GlobPattern::create(*Value, MaxGlobAlternatives);
  if (!Pattern)
    return fail(*N, yaml::quote(*Value) +
                        " is no glob: " + llvm::toString(Pattern.takeError()));
  Out = *Value;
}

void Fields::text(llvm::StringRef Key, std::string &Out) {
  constexpr llvm::StringRef Type = "string, number, boolean or null";
  const yaml::Node *N = declare(Key, Type);
  if (N && N->Is == yaml::Node::Null)
    Out = "null";
  else if (scalar(N, Type))
    Out = N->Text;
}

void Fields::strings(llvm::StringRef Key, std::vector<std::string> &Out) {
  const yaml::Node *N = listOf(declare(Key, "list of strings"), "strings");
  if (!N)
    return;
  Out.clear();
  for (const yaml::Node &Item : N->Values)
    if (std::optional<std::string> Value = plainString(Item))
      Out.push_back(*Value);
}

void Fields::stringOrStrings(llvm::StringRef Key,
                             std::vector<std::string> &Out) {
  const yaml::Node *N = declare(Key, "string or list of strings");
  if (!N)
    return;
  Out.clear();
  llvm::ArrayRef<yaml::Node> Items = N->Is == yaml::Node::List
                                         ? llvm::ArrayRef(N->Values)
                                         : llvm::ArrayRef(*N);
  for (const yaml::Node &Item : Items)
    if (std::optional<std::string> Value = plainString(Item))
      Out.push_back(*Value);
}

std::optional<size_t> Fields::wordIn(const yaml::Node &N,
                                     llvm::ArrayRef<llvm::StringRef> Allowed) {
  if (!scalar(&N, "one of " + llvm::join(Allowed, ", ")))
    return std::nullopt;
  auto *Found = llvm::find(Allowed, N.Text);
  if (Found == Allowed.end()) {
    fail(N, "unknown value " + yaml::quote(N.Text) + suggest(N.Text, Allowed));
    return std::nullopt;
  }
  return Found - Allowed.begin();
}

std::optional<size_t> Fields::word(llvm::StringRef Key,
                                   llvm::ArrayRef<llvm::StringRef> Allowed) {
  const yaml::Node *N = declare(Key, "one of " + llvm::join(Allowed, ", "));
  return N ? wordIn(*N, Allowed) : std::nullopt;
}

std::optional<std::vector<size_t>>
Fields::wordList(llvm::StringRef Key, llvm::ArrayRef<llvm::StringRef> Allowed) {
  const yaml::Node *N =
      listOf(declare(Key, "list of " + llvm::join(Allowed, ", ")), "words");
  if (!N)
    return std::nullopt;
  std::vector<size_t> Chosen;
  for (const yaml::Node &Item : N->Values)
    if (std::optional<size_t> I = wordIn(Item, Allowed))
      Chosen.push_back(*I);
  return Chosen;
}

void Fields::choices(llvm::StringRef Key, std::vector<std::string> &Out,
                     llvm::ArrayRef<llvm::StringRef> Allowed) {
  if (auto Chosen = wordList(Key, Allowed)) {
    Out.clear();
    for (size_t I : *Chosen)
      Out.push_back(Allowed[I].str());
  }
}

void Fields::map(llvm::StringRef Key, Visit Read) {
  const yaml::Node *N = declare(Key, "map");
  if (N && N->Is != yaml::Node::Map)
    return fail(*N, "expected a map of settings under '" + Key + "'");
  if (!N && !Context.Listing)
    return;
  Fields Inner(Context, N, pathOf(Key));
  Read(Inner);
}

void Fields::list(llvm::StringRef Key, Visit Read) {
  const yaml::Node *N = listOf(declare(Key, "list of maps"), "maps");
  std::string ItemPath = pathOf(Key) + "[]";
  if (Context.Listing) {
    Fields Inner(Context, nullptr, ItemPath);
    return Read(Inner);
  }
  if (!N)
    return;
  for (const yaml::Node &Item : N->Values) {
    if (Item.Is != yaml::Node::Map)
      return fail(Item,
                  "expected a map of settings for each item of '" + Key + "'");
    Fields Inner(Context, &Item, ItemPath);
    Read(Inner);
  }
}

void Fields::named(llvm::StringRef Key, llvm::StringRef Placeholder,
                   llvm::function_ref<std::string(llvm::StringRef)> Reject,
                   llvm::function_ref<void(llvm::StringRef, Fields &)> Read) {
  map(Key, [&](Fields &Outer) {
    if (Context.Listing)
      return Outer.map(Placeholder,
                       [&](Fields &Inner) { Read(Placeholder, Inner); });
    for (const yaml::Node &Name : Outer.Node->Keys) {
      if (std::string Why = Reject(Name.Text); !Why.empty())
        return fail(Name, Why);
      Outer.map(Name.Text, [&](Fields &Inner) { Read(Name.Text, Inner); });
    }
  });
}

const yaml::Node *Fields::custom(llvm::StringRef Key, llvm::StringRef Type) {
  return declare(Key, Type);
}

void Fields::require(llvm::ArrayRef<llvm::StringRef> AnyOf) {
  if (Missing.empty() &&
      llvm::none_of(AnyOf, [&](llvm::StringRef Key) { return has(Key); }))
    Missing = "'" + llvm::join(AnyOf, "' or '") + "'";
}

void Fields::expect(bool Holds, llvm::ArrayRef<llvm::StringRef> Keys,
                    const llvm::Twine &Message) {
  if (Holds || !Node)
    return;
  for (llvm::StringRef Key : Keys)
    if (const yaml::Node *N = Node->find(Key))
      return fail(*N, Message);
}

} // namespace retrylint
