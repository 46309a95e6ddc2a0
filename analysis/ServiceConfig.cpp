#include "analysis/ServiceConfig.h"
#include "llvm/ADT/StringExtras.h"

namespace retrylint {

namespace json = llvm::json;

namespace {

/// Finds where each value stands. The text has been parsed, so that it is JSON.
class Locator {
public:
  Locator(llvm::StringRef Text, llvm::StringMap<size_t> &Out)
      : Text(Text), Out(Out) {}

  void value(const std::string &Path) {
    skipSpace();
    Out[Path] = At;
    switch (peek()) {
    case '{':
      return members(Path);
    case '[':
      return elements(Path);
    case '"':
      string();
      return;
    default:
      while (At < Text.size() && !llvm::isSpace(peek()) &&
             !llvm::StringRef(",]}").contains(peek()))
        ++At;
    }
  }

private:
  void members(const std::string &Path) {
    for (++At; more('}');) {
      std::string Key = string();
      skipSpace();
      ++At; // the colon
      value(Path.empty() ? Key : Path + "." + Key);
    }
  }
  void elements(const std::string &Path) {
    ++At;
    for (unsigned I = 0; more(']'); ++I)
      value(Path + "[" + std::to_string(I) + "]");
  }
  /// Steps over a comma; false, behind the bracket, at the end.
  bool more(char Close) {
    skipSpace();
    if (peek() == ',') {
      ++At;
      skipSpace();
    }
    if (At < Text.size() && peek() != Close)
      return true;
    ++At;
    return false;
  }
  std::string string() {
    size_t Begin = ++At;
    while (At < Text.size() && peek() != '"')
      At += peek() == '\\' ? 2 : 1;
    std::string Result = Text.slice(Begin, At).str();
    ++At;
    return Result;
  }
  char peek() const { return At < Text.size() ? Text[At] : '\0'; }
  void skipSpace() {
    while (At < Text.size() && llvm::isSpace(Text[At]))
      ++At;
  }

  llvm::StringRef Text;
  llvm::StringMap<size_t> &Out;
  size_t At = 0;
};

std::vector<std::string> servicesOf(const json::Object &Method) {
  std::vector<std::string> Services;
  const json::Array *Names = Method.getArray("name");
  for (const json::Value &Name : Names ? *Names : json::Array()) {
    const json::Object *O = Name.getAsObject();
    auto Service = O ? O->getString("service") : std::nullopt;
    if (!Service || Service->empty())
      return {}; // {} stands for all
    Services.push_back(Service->str());
  }
  return Services;
}

} // namespace

std::optional<ServiceConfig> ServiceConfig::parse(llvm::StringRef Text) {
  // Most strings are something else.
  if (!Text.contains("methodConfig"))
    return std::nullopt;
  llvm::Expected<json::Value> Parsed = json::parse(Text);
  if (!Parsed) {
    llvm::consumeError(Parsed.takeError());
    return std::nullopt;
  }
  ServiceConfig Config;
  Config.Root = std::make_shared<json::Value>(std::move(*Parsed));
  const json::Object *Top = Config.Root->getAsObject();
  const json::Array *Methods = Top ? Top->getArray("methodConfig") : nullptr;
  if (!Methods)
    return std::nullopt;
  Locator(Text, Config.Offsets).value("");
  for (size_t I = 0; I < Methods->size(); ++I) {
    const json::Object *Method = (*Methods)[I].getAsObject();
    for (bool Hedging : {false, true}) {
      llvm::StringRef Key = Hedging ? "hedgingPolicy" : "retryPolicy";
      const json::Object *Fields = Method ? Method->getObject(Key) : nullptr;
      if (Fields)
        Config.Policies.push_back(
            {("methodConfig[" + llvm::Twine(I) + "]." + Key).str(), Hedging,
             Fields, servicesOf(*Method)});
    }
  }
  return Config;
}

const json::Object *ServiceConfig::throttling() const {
  return Root->getAsObject()->getObject("retryThrottling");
}

std::optional<double> jsonDuration(const json::Value &V) {
  auto Text = V.getAsString();
  double Seconds;
  if (!Text || !Text->consume_back("s") || Text->empty() ||
      !llvm::isDigit(Text->back()) || Text->getAsDouble(Seconds))
    return std::nullopt;
  return Seconds;
}

} // namespace retrylint
