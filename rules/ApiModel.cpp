#include "rules/ApiModel.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

void ApiModels::add(ApiFunction F) {
  std::vector<ApiFunction> &Entries = Functions[F.Name];
  auto Position = llvm::find_if(Entries, [&](const ApiFunction &Other) {
    return Other.When.size() < F.When.size();
  });
  Entries.insert(Position, std::move(F));
}

void ApiModels::add(ApiStatusType T) {
  std::string Name = T.Name;
  Types[Name] = std::move(T);
}

void ApiModels::add(ApiCode C) {
  std::string Name = C.Name;
  Codes[Name] = std::move(C);
}

void ApiModels::add(ApiField F) {
  std::string Name = F.Name;
  Fields[Name] = std::move(F);
}

void ApiModels::overlay(const ApiModels &Layer) {
  for (const auto &Entry : Layer.Functions)
    Functions[Entry.first()] = Entry.second;
  for (const auto &Entry : Layer.Types)
    Types[Entry.first()] = Entry.second;
  for (const auto &Entry : Layer.Codes)
    Codes[Entry.first()] = Entry.second;
  for (const auto &Entry : Layer.Fields)
    Fields[Entry.first()] = Entry.second;
  for (const auto &Entry : Layer.Messages)
    Messages.insert(Entry.first());
  for (const auto &Entry : Layer.SingleUse)
    SingleUse.insert(Entry.first());
}

llvm::ArrayRef<ApiFunction> ApiModels::exactly(llvm::StringRef Name) const {
  auto Found = Functions.find(Name);
  if (Found != Functions.end())
    return Found->second;
  return Base ? Base->functions(Name) : llvm::ArrayRef<ApiFunction>();
}

llvm::ArrayRef<ApiFunction>
ApiModels::functions(llvm::StringRef QualifiedName) const {
  llvm::ArrayRef<ApiFunction> Found = exactly(QualifiedName);
  llvm::StringRef Scope = QualifiedName;
  while (Found.empty()) {
    size_t End = Scope.rfind("::");
    if (End == llvm::StringRef::npos)
      return {};
    Scope = Scope.take_front(End);
    Found = exactly(Scope.str() + "::*");
  }
  return Found;
}

const ApiStatusType *
ApiModels::statusType(llvm::StringRef QualifiedName) const {
  auto Found = Types.find(QualifiedName);
  return Found == Types.end() ? nullptr : &Found->second;
}

const ApiField *ApiModels::field(llvm::StringRef QualifiedName) const {
  auto Found = Fields.find(QualifiedName);
  return Found == Fields.end() ? nullptr : &Found->second;
}

const ApiCode *ApiModels::code(llvm::StringRef Name) const {
  auto Found = Codes.find(Name);
  return Found == Codes.end() ? nullptr : &Found->second;
}

} // namespace retrylint
