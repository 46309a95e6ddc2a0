#include "tool/Policies.h"
#include "rules/PolicyLoader.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

Error retrylint::checkPolicies(StringRef PolicyFile, ArrayRef<Batch> Batches) {
  IntrusiveRefCntPtr<vfs::FileSystem> FS = vfs::getRealFileSystem();
  if (!PolicyFile.empty())
    return loadPolicyFile(PolicyFile, *FS).takeError();
  StringSet<> Seen;
  for (const Batch &B : Batches)
    for (const std::string &File : B.Files) {
      std::string Found = findPolicyFile(File, *FS);
      if (Found.empty() || !Seen.insert(Found).second)
        continue;
      if (Error E = loadPolicyFile(Found, *FS).takeError())
        return E;
    }
  return Error::success();
}
