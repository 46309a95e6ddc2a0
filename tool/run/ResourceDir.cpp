#include "tool/run/ResourceDir.h"
#include "analysis/Compatibility.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

std::string retrylint::findResourceDir() {
  static int Here;
  std::string BesideProgram = clang::GetResourcesPath(
      llvm::sys::fs::getMainExecutable("retrylint", &Here));
  for (llvm::StringRef Dir :
       {llvm::StringRef(BesideProgram), llvm::StringRef(CLANG_RESOURCE_DIR)})
    if (llvm::sys::fs::exists(Dir + "/include/stddef.h"))
      return Dir.str();
  return "";
}
