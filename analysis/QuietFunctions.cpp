#include "analysis/QuietFunctions.h"

namespace retrylint {

using namespace clang;

bool QuietFunctions::contains(Fingerprint F) {
  std::lock_guard Guard(Lock);
  return Known.contains(F);
}

void QuietFunctions::add(Fingerprint F) {
  std::lock_guard Guard(Lock);
  if (!Known.insert(F).second)
    return;
  if (Ring.size() < Most) {
    Ring.push_back(F);
    return;
  }
  Known.erase(std::exchange(Ring[Oldest], F));
  Oldest = (Oldest + 1) % Most;
}

Novelty::Novelty(const ASTContext &Ctx,
                 llvm::ArrayRef<const FunctionDecl *> All,
                 llvm::ArrayRef<const FunctionDecl *> ToRun,
                 const Past *Earlier)
    : Earlier(Earlier) {
  if (!Earlier || ToRun.empty())
    return;
  Fingerprints Make(Ctx, All, Earlier->Environment);
  llvm::DenseMap<Fingerprint, unsigned> Alike;
  for (const FunctionDecl *F : ToRun)
    ++Alike[Prints[F] = Make.of(*F)];
  // A lambda in two instantiations of a template has the same name in both.
  for (const FunctionDecl *F : ToRun)
    if (auto It = Prints.find(F); Alike.lookup(It->second) > 1)
      Prints.erase(It);
}

bool Novelty::isQuiet(const FunctionDecl &F) const {
  auto It = Prints.find(&F);
  return It != Prints.end() && Earlier->Quiet.contains(It->second);
}

void Novelty::setQuiet(const FunctionDecl &F) {
  if (auto It = Prints.find(&F); It != Prints.end())
    Earlier->Quiet.add(It->second);
}

} // namespace retrylint
