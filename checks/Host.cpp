#include "checks/Host.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/StringRef.h"

std::string retrylint::hostMismatch() {
  llvm::StringRef Built = CLANG_VERSION_STRING;
  std::string Host =
      clang::getClangFullVersion(); // "... clang version 22.1.8 ..."
  llvm::StringRef HostVersion = llvm::StringRef(Host).split("version ").second;
  if (HostVersion.split('.').first == Built.split('.').first)
    return "";
  return ("built for clang " + Built + " but loaded into " + Host).str();
}
