// The keys of a policy file: one declaration each.
#ifndef RETRYLINT_RULES_POLICYFIELDS_H
#define RETRYLINT_RULES_POLICYFIELDS_H

#include "rules/Fields.h"
#include "rules/Policy.h"
#include <vector>

namespace retrylint {

struct PolicyFile {
  /// The file starts from nothing: it names the checks that there are.
  bool IsRoot = false;
  /// Out: the model files that it names, for the loader to read.
  std::vector<const yaml::Node *> ApiFiles;
};

/// Lays what a file says over `P`. `extends` is the loader's business.
void readPolicy(Fields &F, Policy &P, PolicyFile &File);

llvm::Expected<Gate> readGate(llvm::StringRef Word);
/// The gates of a list with commas between: "merge,deploy".
llvm::Expected<std::vector<Gate>> readGates(llvm::StringRef List);

/// Every key that a policy file may have.
std::vector<KeyInfo> policyKeys();

} // namespace retrylint

#endif
