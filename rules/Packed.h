// A YAML tree as bytes. The shipped files are packed when the project is built,
// so that nothing has to parse their text when it runs.
#ifndef RETRYLINT_RULES_PACKED_H
#define RETRYLINT_RULES_PACKED_H

#include "rules/Yaml.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace retrylint::packed {

void put(size_t Number, std::string &Out);
void put(llvm::StringRef Text, std::string &Out);
void put(const yaml::Node &N, std::string &Out);

// Each takes what it reads off the front. The bytes are those of put.
size_t number(llvm::StringRef &In);
llvm::StringRef text(llvm::StringRef &In);
yaml::Node node(llvm::StringRef &In);

} // namespace retrylint::packed

#endif
