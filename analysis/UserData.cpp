#include "analysis/UserData.h"
#include "analysis/CallParts.h"

namespace retrylint {

using namespace clang;

UserData::UserData(const Memory &Mem, LocationId Object, const CallParts &C,
                   const Pool &P) {
  if (!C.Callee || !C.Callee->isExternC())
    return;
  for (const auto &[L, V] : Mem.partsOf(Object, P)) {
    const ValueDecl *Member = P.at(L).Decl;
    if (Member && isa<FieldDecl>(Member) && P.at(L).Parent == Object &&
        Member->getType()->isVoidPointerType() &&
        (V.isReference() || V.isPlainSymbol()))
      Kept.emplace_back(L, V);
  }
}

void UserData::putBack(Memory &Mem, const Pool &P) const {
  for (const auto &[L, V] : Kept)
    Mem.store(L, V, P);
}

} // namespace retrylint
