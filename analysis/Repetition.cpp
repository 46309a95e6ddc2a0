#include "analysis/Repetition.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/Limits.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

static const FunctionDecl *calledBy(const Expr &Call) {
  const FunctionDecl *F = calleeOf(Call);
  return F ? F->getCanonicalDecl() : nullptr;
}

const Repetition::Sites &Repetition::reached(const FunctionDecl &F) {
  if (Asked == &F)
    return Reached;
  Asked = &F;
  Reached.clear();
  llvm::DenseSet<const FunctionDecl *> Seen{F.getCanonicalDecl()};
  llvm::SmallVector<const FunctionDecl *, 16> Next{F.getCanonicalDecl()};
  while (!Next.empty()) {
    const FunctionDecl *In = Next.pop_back_val();
    for (const Expr *Call : Calls.in(*In)) {
      const FunctionDecl *Callee = calledBy(*Call);
      Reached[Callee].push_back({Call, In});
      if (Callee && Callee->getDefinition() && Seen.insert(Callee).second)
        Next.push_back(Callee);
    }
  }
  return Reached;
}

/// Whether the function that makes the call may come back to it.
bool Repetition::returnsTo(const Site &S) {
  const FunctionGraph *G = Graphs.get(S.In, limits::Blocks);
  // Exceptions take ways that the graph does not show.
  if (!G || G->cfg().try_blocks_begin() != G->cfg().try_blocks_end())
    return true;
  const CFGBlock *At = blockOf(*S.Call, G->cfg(), G->parents());
  llvm::BitVector Leads = G->leadingTo(*S.Call);
  return !At || Leads.empty() ||
         llvm::any_of(At->succs(), [&](const CFGBlock *Next) {
           return Next && Leads.test(Next->getBlockID());
         });
}

bool Repetition::possible(const FunctionDecl &F, const Expr &Attempt) {
  const Sites &All = reached(F);
  if (All.contains(F.getCanonicalDecl()))
    return true;
  llvm::FoldingSetNodeID Shape;
  const ASTContext &Ctx = Graphs.context();
  Attempt.Profile(Shape, Ctx, true);
  std::optional<Site> At;
  const FunctionDecl *Callee = calledBy(Attempt);
  for (const Site &S : All.lookup(Callee)) {
    llvm::FoldingSetNodeID Other;
    S.Call->Profile(Other, Ctx, true);
    if (S.Call == &Attempt)
      At = S;
    else if (Callee && Other == Shape)
      return true;
  }
  // Outwards, as long as there is only one way in.
  llvm::DenseSet<const FunctionDecl *> Seen;
  while (At && Seen.insert(At->In).second) {
    if (returnsTo(*At))
      return true;
    if (At->In == F.getCanonicalDecl())
      return false;
    const std::vector<Site> Callers = All.lookup(At->In);
    if (Callers.size() != 1 || All.contains(nullptr))
      return true;
    At = Callers.front();
  }
  return true;
}

} // namespace retrylint
