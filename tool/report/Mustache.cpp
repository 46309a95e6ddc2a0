// Templates for an LLVM that has none.
#include "analysis/Compatibility.h"

#if CLANG_VERSION_MAJOR < 22

#include <kainjow/mustache.hpp>
#include <sstream>

using namespace llvm;
namespace library = kainjow::mustache;

static library::data convert(const json::Value &V) {
  if (const json::Object *O = V.getAsObject()) {
    library::data Object(library::data::type::object);
    for (const auto &[Key, Member] : *O)
      Object.set(Key.str(), convert(Member));
    return Object;
  }
  if (const json::Array *A = V.getAsArray()) {
    library::data List(library::data::type::list);
    for (const json::Value &Element : *A)
      List.push_back(convert(Element));
    return List;
  }
  if (std::optional<StringRef> S = V.getAsString())
    return S->str();
  if (std::optional<bool> B = V.getAsBoolean())
    return *B;
  return formatv("{0}", V).str();
}

void mustache::Template::render(const json::Value &Data, raw_ostream &OS) {
  library::mustache Page(Text.str());
  Page.render(convert(Data), [&](const std::string &Part) { OS << Part; });
}

#endif
