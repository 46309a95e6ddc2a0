// The models that are compiled in. What they say of a function is unpacked when
// somebody asks for it: a translation unit meets few of the functions of few of
// the libraries.
#include "rules/ApiModelLoader.h"
#include "rules/Embedded.h"
#include "rules/Packed.h"
#include "llvm/Support/ErrorHandling.h"
#include <mutex>

namespace retrylint {
namespace {

/// The files were read once before, by the program that packed them.
void expectNoError(FieldContext &Context) {
  if (llvm::Error E = Context.takeError())
    llvm::report_fatal_error(std::move(E), /*gen_crash_diag=*/false);
}

class ShippedFunctions : public ApiSource {
public:
  llvm::ArrayRef<ApiFunction> functions(llvm::StringRef Name) const override {
    llvm::StringRef Bytes = embeddedBytes();
    llvm::ArrayRef<EmbeddedFunction> All = embeddedFunctions();
    auto NameOf = [&](const EmbeddedFunction &F) {
      return Bytes.substr(F.Name, F.Length);
    };
    auto Found = llvm::lower_bound(
        All, Name, [&](const EmbeddedFunction &F, llvm::StringRef Name) {
          return NameOf(F) < Name;
        });
    if (Found == All.end() || NameOf(*Found) != Name)
      return {};

    // Entries do not move, and there are never more than in the files.
    std::lock_guard<std::mutex> Lock(Guard);
    auto Known = Unpacked.all().find(Name);
    if (Known != Unpacked.all().end())
      return Known->second;
    llvm::StringRef List = Bytes.drop_front(Found->Entries);
    for (size_t I = 0, Count = packed::number(List); I < Count; ++I) {
      llvm::StringRef Entry = Bytes.drop_front(packed::number(List));
      ApiFunction F;
      F.Name = Name.str();
      F.Library = packed::text(Entry).str();
      FieldContext Context;
      yaml::Node N = packed::node(Entry);
      readFunctionMeaning(Context, N, F);
      expectNoError(Context);
      Unpacked.add(std::move(F));
    }
    return Unpacked.all().find(Name)->second;
  }

private:
  mutable std::mutex Guard;
  mutable ApiModels Unpacked;
};

} // namespace

const ApiModels &shippedApiModels() {
  static const ShippedFunctions Functions;
  static const ApiModels Models = [] {
    ApiModels All;
    All.setBase(&Functions);
    for (const EmbeddedFile &File : embeddedApis()) {
      FieldContext Context;
      Context.File = File.Name.str();
      llvm::StringRef Tree = File.Tree;
      yaml::Node Root = packed::node(Tree);
      {
        Fields F(Context, &Root);
        readApiModels(F, All, "");
      }
      expectNoError(Context);
    }
    return All;
  }();
  return Models;
}

} // namespace retrylint
