#include "tool/run/Policies.h"
#include "rules/PolicyLoader.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace llvm;

Error retrylint::checkPolicies(ArrayRef<Unit> Units) {
  IntrusiveRefCntPtr<vfs::FileSystem> FS = vfs::getRealFileSystem();
  StringSet<> Folders, Seen;
  for (const Unit &U : Units) {
    if (!Folders.insert(sys::path::parent_path(U.File)).second)
      continue;
    std::string Found = findPolicyFile(U.File, *FS);
    if (Found.empty() || !Seen.insert(Found).second)
      continue;
    if (Error E = loadPolicyFile(Found, *FS).takeError())
      return E;
  }
  return Error::success();
}
