#include "analysis/FunctionGraph.h"
#include "analysis/Compatibility.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

std::unique_ptr<FunctionGraph> FunctionGraph::build(const FunctionDecl &F,
                                                    ASTContext &Ctx) {
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Options.AddInitializers = true;
  Options.AddImplicitDtors = true;
  Options.AddCXXDefaultInitExprInCtors = true;
  Options.AddCXXDefaultInitExprInAggregates = true;
  auto G = std::make_unique<FunctionGraph>();
  G->Graph = CFG::buildCFG(&F, F.getBody(), &Ctx, Options);
  if (!G->Graph)
    return nullptr;
  G->Parents = std::make_unique<ParentMap>(F.getBody());
  if (const auto *C = dyn_cast<CXXConstructorDecl>(&F))
    for (const CXXCtorInitializer *I : C->inits())
      if (Expr *Init = I->getInit())
        G->Parents->addStmt(Init);
  for (auto It = G->Graph->try_blocks_begin(), End = G->Graph->try_blocks_end();
       It != End; ++It)
    if (const Stmt *T = (*It)->getTerminatorStmt())
      G->TryBlocks[T] = *It;
  for (const CFGBlock *B : *G->Graph)
    for (const CFGElement &E : *B)
      if (std::optional<CFGStmt> S = E.getAs<CFGStmt>())
        G->HasStatementsInExpressions |= isa<StmtExpr>(S->getStmt());
  return G;
}

bool FunctionGraph::endsStatement(const CFGBlock &B) const {
  return !HasStatementsInExpressions &&
         isa_and_nonnull<IfStmt, SwitchStmt, ForStmt, WhileStmt, DoStmt,
                         CXXForRangeStmt>(B.getTerminatorStmt());
}

static const CFGBlock *
nearestTry(const Stmt *S, const ParentMap &Parents,
           const llvm::DenseMap<const Stmt *, const CFGBlock *> &Blocks) {
  // Only the try block itself is guarded, not the handlers.
  for (const Stmt *Child = S, *P = Parents.getParent(S); P;
       Child = P, P = Parents.getParent(P))
    if (const auto *Try = dyn_cast<CXXTryStmt>(P);
        Try && Try->getTryBlock() == Child)
      return Blocks.lookup(Try);
  return nullptr;
}

const CFGBlock *FunctionGraph::dispatch(const Stmt &S) const {
  return nearestTry(&S, *Parents, TryBlocks);
}

const CFGBlock *FunctionGraph::outerDispatch(const CFGBlock &Try) const {
  return nearestTry(Try.getTerminatorStmt(), *Parents, TryBlocks);
}

/// `do { ... } while (0)`: how macros make one statement of several.
static bool runsOnce(const Stmt &S) {
  const auto *Do = dyn_cast<DoStmt>(&S);
  if (!Do)
    return false;
  const Expr *Condition = Do->getCond()->IgnoreParenImpCasts();
  if (const auto *Number = dyn_cast<IntegerLiteral>(Condition))
    return Number->getValue().isZero();
  const auto *Flag = dyn_cast<CXXBoolLiteralExpr>(Condition);
  return Flag && !Flag->getValue();
}

bool isLoop(const Stmt &S) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S) && !runsOnce(S);
}

/// Before the loop begins: what it runs over, and where it begins.
static bool happensOnce(const Stmt &Loop, const Stmt &Part) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getInit() == &Part;
  const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop);
  return Range &&
         (Range->getInit() == &Part || Range->getRangeStmt() == &Part ||
          Range->getBeginStmt() == &Part || Range->getEndStmt() == &Part);
}

const Stmt *FunctionGraph::loopAround(const Stmt &S) const {
  for (const Stmt *Child = &S, *P = Parents->getParent(Child); P;
       Child = P, P = Parents->getParent(P)) {
    if (isa<LambdaExpr>(P))
      return nullptr;
    if (!isLoop(*P))
      continue;
    if (!happensOnce(*P, *Child))
      return P;
  }
  return nullptr;
}

bool FunctionGraph::contains(const Stmt &Loop, const Stmt &S) const {
  for (const Stmt *L = loopAround(S); L; L = loopAround(*L))
    if (L == &Loop)
      return true;
  return false;
}

std::optional<bool> FunctionGraph::inLoop(const Stmt &Loop,
                                          const CFGBlock &B) const {
  if (B.getLoopTarget() == &Loop)
    return true;
  if (const Stmt *T = B.getTerminatorStmt())
    return T == &Loop || contains(Loop, *T);
  if (const Stmt *L = B.getLabel())
    return contains(Loop, *L);
  for (const CFGElement &E : B)
    if (std::optional<CFGStmt> S = E.getAs<CFGStmt>())
      return contains(Loop, *S->getStmt());
  return std::nullopt;
}

const CFGBlock *FunctionGraph::enteredFrom(const Stmt &Loop) const {
  const CFGBlock *Found = nullptr;
  for (const CFGBlock *B : *Graph) {
    if (inLoop(Loop, *B).value_or(true))
      continue;
    for (const CFGBlock *Next : B->succs())
      if (Next && inLoop(Loop, *Next).value_or(false)) {
        if (Found && Found != B)
          return nullptr;
        Found = B;
      }
  }
  return Found;
}

bool FunctionGraph::jumpsBack(const Stmt &Loop) {
  struct Finder : ConstDynamicRecursiveASTVisitor {
    llvm::DenseSet<const LabelDecl *> Passed;
    bool Found = false;
    bool VisitLabelStmt(const LabelStmt *L) override {
      Passed.insert(L->getDecl());
      return true;
    }
    bool VisitGotoStmt(const GotoStmt *G) override {
      Found |= Passed.contains(G->getLabel());
      return !Found;
    }
  } Find;
  Find.TraverseStmt(&Loop);
  return Find.Found;
}

static bool holds(const CFGBlock &B, const Stmt &S) {
  return llvm::any_of(B, [&](const CFGElement &E) {
    std::optional<CFGStmt> Element = E.getAs<CFGStmt>();
    return Element && Element->getStmt() == &S;
  });
}

bool FunctionGraph::mayThrowTo(const CFGBlock &From,
                               const CFGBlock &Try) const {
  for (const CFGElement &E : From)
    if (auto Part = E.getAs<CFGStmt>())
      for (const CFGBlock *To = dispatch(*Part->getStmt()); To;
           To = outerDispatch(*To))
        if (To == &Try)
          return true;
  return false;
}

llvm::BitVector FunctionGraph::leadingTo(const Stmt &S) const {
  llvm::BitVector Leads;
  llvm::SmallVector<const CFGBlock *, 16> Next;
  auto Reach = [&](const CFGBlock *B) {
    if (Leads.test(B->getBlockID()))
      return;
    Leads.set(B->getBlockID());
    Next.push_back(B);
  };
  for (const CFGBlock *B : *Graph)
    if (holds(*B, S)) {
      Leads.resize(Graph->getNumBlockIDs());
      Leads.set(B->getBlockID());
      Next.push_back(B);
    }
  while (!Next.empty()) {
    const CFGBlock *To = Next.pop_back_val();
    for (const CFGBlock *B : To->preds())
      if (B)
        Reach(B);
    // Handlers are reached from what they guard.
    if (isa_and_nonnull<CXXTryStmt>(To->getTerminatorStmt()))
      for (const CFGBlock *B : *Graph)
        if (!Leads.test(B->getBlockID()) && mayThrowTo(*B, *To))
          Reach(B);
  }
  return Leads;
}

const FunctionGraph *FunctionGraphs::get(const FunctionDecl *F,
                                         unsigned MaxBlocks) {
  F = F->getDefinition();
  if (!F || !F->hasBody() || F->isDependentContext())
    return nullptr;
  auto [It, New] = Graphs.try_emplace(F);
  if (New)
    It->second = FunctionGraph::build(*F, Ctx);
  const FunctionGraph *G = It->second.get();
  return G && G->cfg().size() <= MaxBlocks ? G : nullptr;
}

} // namespace retrylint
