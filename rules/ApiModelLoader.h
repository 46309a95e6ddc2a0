// From rules/apis/*.yaml, and files like them, to ApiModels.
#ifndef RETRYLINT_RULES_APIMODELLOADER_H
#define RETRYLINT_RULES_APIMODELLOADER_H

#include "rules/ApiModel.h"
#include "rules/Fields.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace retrylint {

/// The models that are compiled in.
const ApiModels &shippedApiModels();

/// Lays the models that a file describes over `Models`.
llvm::Error readApiModels(llvm::StringRef Text, llvm::StringRef File,
                          ApiModels &Models);

/// The same for a map inside another file. Names the library `Library` unless
/// the map does.
void readApiModels(Fields &F, ApiModels &Models, std::string Library);

/// The two halves of one item of `functions`: its names, each with its scope,
/// and what it says of them.
std::vector<std::string> readFunctionNames(FieldContext &Context,
                                           const yaml::Node &Entry);
void readFunctionMeaning(FieldContext &Context, const yaml::Node &Entry,
                         ApiFunction &Out);

/// Every key that a model file may have.
std::vector<KeyInfo> apiModelKeys();

} // namespace retrylint

#endif
