// clangd takes every check for one of clang-tidy's and links to a page on its
// site. Ours are documented elsewhere.
#include "tool/clangd/Wrap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

namespace clang::clangd {
struct CodeAction;
struct PublishDiagnosticsParams;
} // namespace clang::clangd

namespace retrylint {

namespace json = llvm::json;
using clang::clangd::CodeAction;
using clang::clangd::PublishDiagnosticsParams;

json::Value clangdsJson(const PublishDiagnosticsParams &)
    ORIGINAL("_ZN5clang6clangd6toJSONERKNS0_24PublishDiagnosticsParamsE");
json::Value withLinks(const PublishDiagnosticsParams &)
    REPLACES("_ZN5clang6clangd6toJSONERKNS0_24PublishDiagnosticsParamsE");
json::Value clangdsJson(const CodeAction &)
    ORIGINAL("_ZN5clang6clangd6toJSONERKNS0_10CodeActionE");
json::Value withLinks(const CodeAction &)
    REPLACES("_ZN5clang6clangd6toJSONERKNS0_10CodeActionE");

/// The installed page of a check, as a URI; empty if it is not there.
static std::string page(llvm::StringRef Check) {
  static int Here;
  llvm::SmallString<256> Path(
      llvm::sys::fs::getMainExecutable("retrylint-clangd", &Here));
  llvm::sys::path::remove_filename(Path);
  llvm::sys::path::append(Path, RETRYLINT_DOCS, "checks", Check + ".md");
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return llvm::sys::fs::exists(Path) ? ("file://" + Path).str() : "";
}

static void correctLink(json::Object &Diagnostic) {
  std::optional<llvm::StringRef> Code = Diagnostic.getString("code");
  if (!Code || !Code->consume_front("retry-"))
    return;
  std::string Page = page(*Code);
  if (Page.empty())
    Diagnostic.erase("codeDescription");
  else
    Diagnostic["codeDescription"] = json::Object{{"href", std::move(Page)}};
}

static json::Value correctLinks(json::Value Message) {
  if (json::Object *O = Message.getAsObject())
    if (json::Array *Diagnostics = O->getArray("diagnostics"))
      for (json::Value &D : *Diagnostics)
        if (json::Object *Diagnostic = D.getAsObject())
          correctLink(*Diagnostic);
  return Message;
}

json::Value withLinks(const PublishDiagnosticsParams &Params) {
  return correctLinks(clangdsJson(Params));
}

json::Value withLinks(const CodeAction &Action) {
  return correctLinks(clangdsJson(Action));
}

} // namespace retrylint
