#include "analysis/CallbackGraph.h"
#include "analysis/CallParts.h"
#include "analysis/Candidates.h"
#include "analysis/Compatibility.h"
#include "analysis/Operators.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

static const MemberExpr *fieldNamed(const Expr *E, const ValueDecl *&Variable) {
  while (E) {
    E = E->IgnoreParenCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      Variable = dyn_cast<VarDecl>(Ref->getDecl());
      return nullptr;
    }
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return isa<FieldDecl>(M->getMemberDecl()) ? M : nullptr;
    if (const auto *U = dyn_cast<UnaryOperator>(E);
        U && (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref))
      E = U->getSubExpr();
    else if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E);
             Op &&
             (Op->getOperator() == OO_Arrow || Op->getOperator() == OO_Star))
      E = Op->getArg(0);
    else if (const auto *C = dyn_cast<CXXMemberCallExpr>(E);
             C && C->getNumArgs() == 0 && C->getType()->isPointerType())
      E = C->getImplicitObjectArgument(); // p.get()
    else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else
      return nullptr;
  }
  return nullptr;
}

const ValueDecl *objectNamed(const Expr *E) {
  const ValueDecl *Variable = nullptr;
  const MemberExpr *M = fieldNamed(E, Variable);
  return M ? M->getMemberDecl() : Variable;
}

const Expr *ownerOf(const Expr *E) {
  const ValueDecl *Variable = nullptr;
  const MemberExpr *M = fieldNamed(E, Variable);
  return M ? M->getBase()->IgnoreParenImpCasts() : nullptr;
}

/// Finds what a function calls, has called, and tells objects to call.
class CallbackGraph::Reader : public ConstDynamicRecursiveASTVisitor {
public:
  Reader(CallbackGraph &G, Node &N, ApiIndex &Apis)
      : Graph(G), N(N), Apis(Apis) {}

  bool TraverseLambdaExpr(const LambdaExpr *L) override {
    lead(bodyOf(*L), true);
    for (const Expr *Init : L->capture_inits())
      TraverseStmt(Init);
    return true;
  }
  bool TraverseDecl(const Decl *D) override {
    return !D || isa<RecordDecl, FunctionDecl>(D) ||
           ConstDynamicRecursiveASTVisitor::TraverseDecl(D);
  }
  bool TraverseTypeLoc(TypeLoc, bool) override { return true; }

  bool VisitDeclRefExpr(const DeclRefExpr *R) override {
    if (const auto *F = dyn_cast<FunctionDecl>(R->getDecl()))
      lead(F, !Direct.contains(R));
    mentions(R->getDecl());
    return true;
  }
  bool VisitMemberExpr(const MemberExpr *M) override {
    if (const auto *F = dyn_cast<FunctionDecl>(M->getMemberDecl()))
      lead(F, false);
    mentions(M->getMemberDecl());
    return true;
  }
  bool VisitCallExpr(const CallExpr *C) override {
    const FunctionDecl *Callee = C->getDirectCallee();
    if (Callee)
      Direct.insert(C->getCallee()->IgnoreParenImpCasts());
    const auto *Op = dyn_cast<CXXOperatorCallExpr>(C);
    CallsUnknown |= !Callee || (Op && Op->getOperator() == OO_Call &&
                                !Graph.Nodes.contains(Callee->getDefinition()));
    if (Callee)
      bind(*C, *Callee);
    // An object that can be called.
    for (const Expr *Arg : argumentsOf(*C))
      if (const CXXRecordDecl *R = Arg->getType()->getAsCXXRecordDecl();
          R && R->hasDefinition() && !R->isLambda())
        for (const CXXMethodDecl *M : operatorsOf(*R, OO_Call))
          lead(M, true);
    return true;
  }
  bool VisitVarDecl(const VarDecl *V) override {
    if (V->hasInit())
      Graph.Results[V->getInit()->IgnoreParenCasts()] = V;
    return true;
  }
  bool VisitBinaryOperator(const BinaryOperator *B) override {
    if (B->getOpcode() == BO_Assign)
      Graph.Results[B->getRHS()->IgnoreParenCasts()] = objectNamed(B->getLHS());
    return true;
  }

  bool CallsUnknown = false;
  /// Objects that are named: what is bound to them may be called.
  llvm::SmallVector<const ValueDecl *, 8> Named;

private:
  void lead(const FunctionDecl *F, bool Callback) {
    F = F ? F->getDefinition() : nullptr;
    if (F && Graph.Nodes.contains(F))
      N.Next.push_back({F, Callback});
  }
  void mentions(const ValueDecl *D) {
    if (isa<FieldDecl, VarDecl>(D))
      Named.push_back(D);
  }
  void bind(const CallExpr &C, const FunctionDecl &Callee) {
    llvm::SmallVector<const Expr *, 4> Args = argumentsOf(C);
    for (const ApiFunction *A : Apis.functions(Callee)) {
      if (A->CallsBack && A->CallsBack->Again != CallbackEffect::Once)
        for (const Expr *Arg : Args)
          if (const FunctionDecl *F = functionNamed(*Arg))
            Graph.Repeated.insert(F->getDefinition());
      if (!A->BindsCallback)
        continue;
      const BindEffect &How = *A->BindsCallback;
      const ValueDecl *Object = nullptr;
      if (How.To.Where == Place::Receiver && receiverOf(C))
        Object = objectNamed(receiverOf(C));
      else if (How.To.Where == Place::Argument && How.To.Index < Args.size())
        Object = objectNamed(Args[How.To.Index]);
      else if (How.To.Where == Place::Return)
        Object = Graph.resultOf(&C);
      BoundCallback B;
      B.Call = &C;
      B.How = &How;
      unsigned First = How.EventArg ? *How.EventArg + 1 : 0;
      for (unsigned I = How.Arg.value_or(First); I < Args.size(); ++I)
        if (How.Arg || isCallable(*Args[I])) {
          B.Callback = Args[I];
          break;
        }
      if (How.EventArg && *How.EventArg < Args.size())
        if (const NamedDecl *Event = functionNamed(*Args[*How.EventArg]))
          B.Event = Event->getNameAsString();
      if (Object && B.Callback)
        Graph.Bound[Object].push_back(B);
      return;
    }
  }

  CallbackGraph &Graph;
  Node &N;
  ApiIndex &Apis;
  llvm::DenseSet<const Stmt *> Direct;
};

/// The function that a lambda is written in.
static const FunctionDecl *writtenIn(const FunctionDecl &F) {
  const auto *M = dyn_cast<CXXMethodDecl>(&F);
  if (!M || !M->getParent()->isLambda())
    return nullptr;
  const DeclContext *D = M->getParent()->getDeclContext();
  while (D && !isa<FunctionDecl>(D))
    D = D->getParent();
  const auto *Outer = dyn_cast_or_null<FunctionDecl>(D);
  return Outer ? Outer->getDefinition() : nullptr;
}

CallbackGraph::CallbackGraph(llvm::ArrayRef<const FunctionDecl *> Functions,
                             ApiIndex &Apis) {
  for (const FunctionDecl *F : Functions)
    Nodes.insert({F->getDefinition(), {}});
  llvm::DenseMap<const FunctionDecl *, llvm::SmallVector<const ValueDecl *, 8>>
      Named;
  for (auto &[F, N] : Nodes) {
    Reader Read(*this, N, Apis);
    Read.TraverseStmt(F->getBody());
    if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *I : C->inits())
        Read.TraverseStmt(I->getInit());
    // What it calls may be the function that made it: *again = [again] {...}.
    for (const FunctionDecl *Outer = writtenIn(*F); Outer && Read.CallsUnknown;
         Outer = writtenIn(*Outer))
      if (Nodes.contains(Outer))
        N.Next.push_back({Outer, true});
    Named[F] = std::move(Read.Named);
  }
  for (auto &[F, N] : Nodes)
    for (const ValueDecl *D : Named[F])
      for (const BoundCallback &B : boundTo(D)) {
        const FunctionDecl *To = functionNamed(*B.Callback);
        if (To && To->getDefinition() && Nodes.contains(To->getDefinition()))
          N.Next.push_back({To->getDefinition(), true});
      }
  for (const FunctionDecl *F : Repeated)
    if (Nodes.contains(F))
      Nodes[F].Next.push_back({F, true});
  for (auto &[F, N] : Nodes)
    if (!N.Index)
      visit(F);
}

/// Tarjan's strongly connected components.
void CallbackGraph::visit(const FunctionDecl *F) {
  Node &N = Nodes[F];
  N.Index = N.Low = ++Visited;
  N.Active = true;
  Path.push_back(F);
  for (const Edge &E : N.Next) {
    Node &Next = Nodes[E.To];
    if (!Next.Index)
      visit(E.To);
    if (Next.Active)
      N.Low = std::min(N.Low, Next.Low);
  }
  if (N.Low != N.Index)
    return;
  Cycle Found(llvm::find(Path, F), Path.end());
  Path.resize(Path.size() - Found.size());
  for (const FunctionDecl *Each : Found)
    Nodes[Each].Active = false;
  bool CalledBack = llvm::any_of(Found, [&](const FunctionDecl *Each) {
    return llvm::any_of(Nodes[Each].Next, [&](const Edge &E) {
      return E.Callback && llvm::is_contained(Found, E.To);
    });
  });
  if (CalledBack)
    Cycles.push_back(std::move(Found));
}

llvm::ArrayRef<BoundCallback>
CallbackGraph::boundTo(const ValueDecl *Object) const {
  auto It = Bound.find(Object);
  if (It == Bound.end())
    return {};
  return It->second;
}

bool CallbackGraph::sameCycle(const FunctionDecl &A,
                              const FunctionDecl &B) const {
  return llvm::any_of(Cycles, [&](const Cycle &C) {
    return llvm::is_contained(C, &A) && llvm::is_contained(C, &B);
  });
}

llvm::SmallVector<const FunctionDecl *, 4>
CallbackGraph::beginnings(const FunctionDecl &F) const {
  llvm::SmallVector<const FunctionDecl *, 4> All;
  auto Add = [&](const FunctionDecl *Begin) {
    while (const FunctionDecl *Outer = writtenIn(*Begin))
      Begin = Outer;
    constexpr unsigned Enough = 3;
    if (!llvm::is_contained(All, Begin) && All.size() < Enough)
      All.push_back(Begin);
  };
  // A function that does nothing but begin knows how counters start.
  const FunctionDecl *Outside = nullptr;
  unsigned Callers = 0;
  for (const auto &[From, N] : Nodes)
    for (const Edge &E : N.Next)
      if (E.To == &F && !E.Callback && !sameCycle(*From, F) &&
          From != Outside) {
        Outside = From;
        ++Callers;
      }
  if (Callers == 1 && !mayCycle(*Outside))
    Add(Outside);
  Add(&F);
  for (const auto &[From, N] : Nodes)
    for (const Edge &E : N.Next)
      if (E.To == &F && E.Callback)
        Add(From);
  return All;
}

} // namespace retrylint
