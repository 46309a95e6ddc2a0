#include "analysis/Interpreter.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

static llvm::DenseSet<const FieldDecl *> writtenFields(const FunctionDecl &F) {
  struct Finder : ConstDynamicRecursiveASTVisitor {
    llvm::DenseSet<const FieldDecl *> Found;
    void add(const Expr *E) {
      if (const auto *M = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts()))
        if (const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl()))
          Found.insert(Field);
    }
    bool VisitBinaryOperator(const BinaryOperator *B) override {
      if (B->isAssignmentOp())
        add(B->getLHS());
      return true;
    }
    bool VisitUnaryOperator(const UnaryOperator *U) override {
      if (U->isIncrementDecrementOp())
        add(U->getSubExpr());
      return true;
    }
    bool VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *C) override {
      if (C->isAssignmentOp() && C->getNumArgs())
        add(C->getArg(0));
      return true;
    }
  } Find;
  Find.TraverseStmt(F.getBody());
  return std::move(Find.Found);
}

RunResult Interpreter::run(const FunctionDecl &F, const Scenario &Scene) {
  Result = {};
  Work.clear();
  Urgent.clear();
  Early.clear();
  Spent.assign(1, 0);
  FairTurn = Asked = false;
  Beginnings = Moves = Seen = 0;
  Flips.clear();
  InLoop.clear();
  Leading.clear();
  Steps = 0;
  ThePool = std::make_unique<Pool>();
  What = &Scene;
  Callbacks.clear();
  Binders.clear();
  if (Analysed != &F) {
    Written = writtenFields(F);
    Counts = Counters(F);
    if (Scene.Cycle)
      for (const FunctionDecl *Other : *Scene.Cycle)
        for (const FieldDecl *Field : writtenFields(*Other))
          Written.insert(Field);
  }
  AttemptShape.clear();
  Scene.Attempt->Profile(AttemptShape, Ctx, true);
  Analysed = &F;
  const FunctionGraph *G = Graphs.get(&F, limits::Blocks);
  if (!G) {
    Result.Complete = false;
    return std::move(Result);
  }
  State Start;
  pushFrame(Start, F, *G, nullptr,
            ThePool->location({LocationKind::This, 0, nullptr, nullptr, 0}));
  for (const auto &[Param, Known] : Given)
    storeConstant(Start, variable(Start, *Param),
                  Param->getType().getNonReferenceType(), Known);
  if (const CFGBlock *Before =
          Scene.FromLoop ? G->enteredFrom(*Scene.Loop) : nullptr)
    Start.top().Block = Before;
  Work.push_back(std::move(Start));
  drain();

  // Would a changed answer of a moving comparison have ended the cycle?
  std::map<const Stmt *, State> Pending = std::move(Flips);
  for (auto &[Where, Flipped] : Pending) {
    bool Moved = Flipped.Trace.Progress.count(Where);
    bool Time = Flipped.Trace.Progress[Where];
    RunResult Main = std::move(Result);
    Result = {};
    Flipped.StopAtAttempt = true;
    Steps = Moves = 0;
    Work.clear();
    Urgent.clear();
    Early.clear();
    Work.push_back(std::move(Flipped));
    drain();
    bool Open = !Result.Complete;
    bool Ends = !Result.Paths.empty() && !Open &&
                llvm::all_of(Result.Paths, [](const Path &P) {
                  return P.End != Path::RoundLimit && P.End != Path::Abandoned;
                });
    std::vector<Path> Left = std::move(Result.Paths);
    Result = std::move(Main);
    if (Open)
      Result.OpenBounds.insert(Where);
    if (!Ends)
      continue;
    Result.Bounds[Where] = Time;
    if (!Moved)
      continue;
    for (Path &P : Left)
      P.TimedOut = Time;
    llvm::move(Left, std::back_inserter(Result.GaveUp));
  }
  Result.Unasked = Seen && !Asked;
  return std::move(Result);
}

std::map<std::string, Constraint>
Interpreter::firstOutcome(const State &S) const {
  std::map<std::string, Constraint> Known;
  if (!S.Trace.Attempts.empty())
    for (SymbolId Symbol : S.Trace.Attempts.front().Outcome)
      if (auto It = S.Mem.Constraints.find(Symbol);
          It != S.Mem.Constraints.end())
        Known[ThePool->info(Symbol).Key] = It->second;
  return Known;
}

void Interpreter::finish(State &S, Path::EndKind End, const Stmt *At) {
  std::map<std::string, Constraint> First = firstOutcome(S);
  Path P = std::move(S.Trace);
  P.End = End;
  P.EndAt = At;
  P.Final = S.Mem.Stored;
  P.LeftLoop = S.Left;
  P.FirstOutcome = std::move(First);
  Result.Paths.push_back(std::move(P));
  Ended = true;
}

bool Interpreter::step(State &S) {
  Frame &F = S.top();
  if (F.Next >= F.Block->size())
    return leaveBlock(S);
  const CFGElement Element = (*F.Block)[F.Next++];
  Ended = false;
  if (std::optional<CFGStmt> St = Element.getAs<CFGStmt>()) {
    if (const auto *Return = dyn_cast<ReturnStmt>(St->getStmt())) {
      Value V =
          Return->getRetValue() ? valueOf(S, Return->getRetValue()) : Value();
      return leaveFunction(S, V, Return);
    }
    if (const auto *Throw = dyn_cast<CXXThrowExpr>(St->getStmt()))
      return raise(S, Throw,
                   Throw->getSubExpr() ? Throw->getSubExpr()->getType()
                                       : QualType());
    evaluate(S, St->getStmt());
    return !Ended;
  }
  if (std::optional<CFGAutomaticObjDtor> Dtor =
          Element.getAs<CFGAutomaticObjDtor>()) {
    // A guard of this program may wait at the end of its scope.
    const CXXDestructorDecl *D = Dtor->getDestructorDecl(Ctx);
    const auto *At = dyn_cast_or_null<Expr>(Dtor->getVarDecl()->getInit());
    if (D && At && D->isUserProvided() && D->hasBody() &&
        !Ctx.getSourceManager().isInSystemHeader(D->getLocation()))
      event(S, EventKind::PossibleWait, At, D);
    return true;
  }
  if (std::optional<CFGInitializer> Init = Element.getAs<CFGInitializer>()) {
    const CXXCtorInitializer *I = Init->getInitializer();
    if (I->isMemberInitializer() && I->getInit())
      initialize(S, ThePool->member(F.This, I->getMember()),
                 I->getMember()->getType(), I->getInit());
  }
  return true;
}

bool Interpreter::enter(State &S, const CFGBlock *B) {
  Frame &F = S.top();
  if (!B) { // pruned: cannot be taken
    finish(S, Path::Abandoned, nullptr);
    return false;
  }
  if (S.Frames.size() == 1 && What->Loop) {
    auto [It, New] = InLoop.try_emplace(B, std::nullopt);
    if (New)
      It->second = F.Graph->inLoop(*What->Loop, *B);
    bool Goes = It->second.value_or(S.Inside);
    S.Left |= S.Inside && !Goes;
    S.NewPass |= !S.Inside && Goes;
    S.Inside = Goes;
    if (What->FromLoop && S.Left) {
      finish(S, Path::Outside, nullptr);
      return false;
    }
    if (B->getLoopTarget() == What->Loop) {
      S.NewPass = true;
      S.Repeats.clear();
    }
  }
  // It turns without attempting.
  if (S.Frames.size() == 1 && B->getLoopTarget() && What->Top &&
      F.Graph->contains(*B->getLoopTarget(), *What->Top) &&
      ++S.Idle > (S.Trace.Attempts.empty() ? limits::IdleBeginnings
                                           : limits::IdlePasses)) {
    finish(S, S.Trace.rounds() == 1 ? Path::Settled : Path::Abandoned, nullptr);
    return false;
  }
  if (S.Trace.Attempts.empty() && !S.Inside && !S.Left &&
      !leadsToAttempt(S, *B))
    return false;
  if (F.Graph->endsStatement(*F.Block)) {
    F.Values.clear();
    F.Decided.clear();
  }
  F.Block = B;
  F.Next = 0;
  if (B == &F.Graph->cfg().getExit())
    return leaveFunction(S, Value(), nullptr);
  return true;
}

bool Interpreter::leadsToAttempt(const State &S, const CFGBlock &B) {
  const Expr *Goal = S.Frames.size() == 1 ? What->Top : What->Attempt;
  if (!What->Top || !What->Loop || S.Frames.size() > 2 ||
      (S.Frames.size() == 2 && S.Frames[1].CallSite != What->Top))
    return true;
  auto [It, New] = Leading.try_emplace(S.Frames.back().Graph);
  if (New)
    It->second = S.Frames.back().Graph->leadingTo(*Goal);
  return It->second.empty() || It->second.test(B.getBlockID());
}

static const CFGBlock *successor(const CFGBlock &B, unsigned I) {
  if (I >= B.succ_size())
    return nullptr;
  auto It = B.succ_begin() + I;
  return It->getReachableBlock() ? It->getReachableBlock()
                                 : It->getPossiblyUnreachableBlock();
}

/// The call that does not return, if it may throw instead: throwError(db).
static const Expr *throwingEnd(const CFGBlock &B) {
  for (const CFGElement &Element : llvm::reverse(B)) {
    auto St = Element.getAs<CFGStmt>();
    const auto *Call = St ? dyn_cast<CallExpr>(St->getStmt()) : nullptr;
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    if (F && F->isNoReturn())
      return mayThrow(F) ? Call : nullptr;
  }
  return nullptr;
}

bool Interpreter::leaveBlock(State &S) {
  Frame &F = S.top();
  const CFGBlock &B = *F.Block;
  const Stmt *T = B.getTerminatorStmt();
  if (B.hasNoReturnElement()) {
    if (const Expr *Call = throwingEnd(B); Call && isGuarded(S, *Call))
      return raise(S, Call, QualType());
    finish(S, Path::Exited, T);
    return false;
  }
  if (&B == &F.Graph->cfg().getExit())
    return leaveFunction(S, Value(), nullptr);
  if (B.succ_size() == 0) {
    finish(S, Path::Abandoned, T);
    return false;
  }
  if (const auto *Switch = dyn_cast_or_null<SwitchStmt>(T))
    return switchTo(S, *Switch);
  if (B.succ_size() == 1 || !T)
    return enter(S, successor(B, 0));
  if (isa<CXXTryStmt>(T)) // reached only through raise()
    return enter(S, successor(B, 0));
  const Expr *Condition = dyn_cast_or_null<Expr>(B.getLastCondition());
  const Stmt *Key = Condition ? static_cast<const Stmt *>(Condition) : T;
  // `for (;;)` and `while (true)` have only one way to go.
  const CFGBlock *Yes = (B.succ_begin() + 0)->getReachableBlock();
  const CFGBlock *No = (B.succ_begin() + 1)->getReachableBlock();
  if (!Yes || !No)
    return enter(S, Yes ? Yes : No);
  bool Answer = truth(S, Key, Condition ? valueOf(S, Condition) : Value());
  // The value of a && b, a || b, c ? a : b where it is used later.
  if (const auto *Logic = dyn_cast<BinaryOperator>(T);
      Logic && Logic->isLogicalOp()) {
    bool Decided = Logic->getOpcode() == BO_LAnd ? !Answer : Answer;
    if (Decided)
      F.Decided[Logic] = Answer;
    else
      F.Decided.erase(Logic);
  } else if (const auto *Select = dyn_cast<AbstractConditionalOperator>(T)) {
    F.Values[T] = Value(); // settled when the chosen arm is known
    F.Values[Select->getCond()] = Value::boolean(Answer);
  }
  return enter(S, Answer ? Yes : No);
}

bool Interpreter::switchTo(State &S, const SwitchStmt &Switch) {
  Frame &F = S.top();
  const CFGBlock &B = *F.Block;
  Value V = valueOf(S, Switch.getCond());
  struct Arm {
    const CFGBlock *To;
    std::optional<std::pair<double, double>> Range; // none: default
  };
  llvm::SmallVector<Arm, 8> Arms;
  for (unsigned I = 0; I < B.succ_size(); ++I) {
    const CFGBlock *To = successor(B, I);
    if (!To)
      continue;
    const auto *Case = dyn_cast_or_null<CaseStmt>(To->getLabel());
    // Labels in a row share a block chain; each label is its own successor.
    if (!Case || I + 1 == B.succ_size()) {
      // No default is left when every enumerator has its case.
      if (!To->getLabel() && Switch.isAllEnumCasesCovered())
        continue;
      Arms.push_back({To, std::nullopt});
      continue;
    }
    auto Number = [&](const Expr *E) {
      std::optional<Value> C = constant(E);
      return C && C->isExact() ? C->lo() : 0;
    };
    double Lo = Number(Case->getLHS());
    double Hi = Case->getRHS() ? Number(Case->getRHS()) : Lo;
    Arms.push_back({To, {{Lo, Hi}}});
  }
  for (const Arm &A : Arms)
    if (A.Range)
      noteComparison(V, Value::number(A.Range->first), Switch.getCond());
  llvm::SmallVector<std::pair<int, State>, 4> Possible;
  bool OfAttempt = V.has(TaintAttempt);
  Asked |= OfAttempt && !S.Trace.Attempts.empty();
  auto &Decided = OfAttempt ? S.OutcomeDecisions : S.Decisions;
  auto Earlier = Decided.find(&Switch);
  int Repeat = Earlier == Decided.end() ? -1 : Earlier->second;
  // By the last arm.
  if (Repeat >= 0 && repeats(S, Switch))
    Repeat = Arms.size() - 1;
  for (int I = 0, N = Arms.size(); I < N; ++I) {
    const Arm &A = Arms[I];
    if (Repeat >= 0 && I != Repeat && !V.isExact())
      continue;
    auto RuledOut = [&](Relation R, double Bound) {
      return S.Mem.decides(V, R, Value::number(Bound)) == false;
    };
    if (A.Range && (RuledOut(Relation::GreaterEqual, A.Range->first) ||
                    RuledOut(Relation::LessEqual, A.Range->second)))
      continue;
    State Next = S;
    bool Feasible = true;
    if (A.Range) {
      Feasible = Next.Mem.assume(V, Relation::GreaterEqual, A.Range->first) &&
                 Next.Mem.assume(V, Relation::LessEqual, A.Range->second);
    } else {
      for (const Arm &Other : Arms)
        if (Other.Range && Other.Range->first == Other.Range->second)
          Feasible = Feasible &&
                     !S.Mem
                          .decides(V, Relation::Equal,
                                   Value::number(Other.Range->first))
                          .value_or(false) &&
                     Next.Mem.assume(V, Relation::NotEqual, Other.Range->first);
        else if (Other.Range && V.isExact() && V.lo() >= Other.Range->first &&
                 V.lo() <= Other.Range->second)
          Feasible = false;
    }
    if (Feasible)
      Possible.emplace_back(I, std::move(Next));
  }
  if (Possible.empty()) {
    finish(S, Path::Abandoned, &Switch);
    return false;
  }
  for (auto &[I, Next] : Possible) {
    if (Possible.size() > 1) {
      (OfAttempt ? Next.OutcomeDecisions : Next.Decisions)[&Switch] = I;
      Next.Trace.Choices.push_back({&Switch, I, V, Next.Trace.rounds(),
                                    Next.Trace.Events.size(),
                                    Arms[I].To->getLabel()});
    }
    if (&Next != &Possible.front().second) {
      if (enter(Next, Arms[I].To))
        later(std::move(Next), OfAttempt);
    }
  }
  S = std::move(Possible.front().second);
  return enter(S, Arms[Possible.front().first].To);
}

void Interpreter::pushFrame(State &S, const FunctionDecl &F,
                            const FunctionGraph &G, const Expr *Call,
                            LocationId This) {
  Frame New;
  New.Function = F.getDefinition();
  New.Graph = &G;
  New.Block = &G.cfg().getEntry();
  New.CallSite = Call;
  New.This = This;
  New.Id = S.Frames.size();
  S.Frames.push_back(std::move(New));
}

void Interpreter::noteVerdict(State &S, const FunctionDecl &F,
                              const Value &Says) {
  if (!F.getReturnType()->isBooleanType() || S.Trace.rounds() != 1 ||
      !Says.has(TaintAttempt))
    return;
  if (Says.isExact())
    S.Trace.Verdicts.try_emplace(&F, Says.lo() != 0);
  // The part itself, by a name that says more: bool ok() { return e.empty(); }
  if (Says.isPlainSymbol())
    if (auto Part = Result.Parts.find(ThePool->info(Says.symbol()).Key);
        Part != Result.Parts.end())
      Part->second.Source = &F;
}

bool Interpreter::leaveFunction(State &S, Value V, const Stmt *At) {
  if (S.Frames.size() == 1) {
    if (!S.Running)
      S.Trace.Given = V;
    if (What->Callbacks)
      return nextCallback(S, V, At);
    finish(S, Path::Returned, At);
    return false;
  }
  Frame Done = std::move(S.top());
  S.Frames.pop_back();
  if (isa<CXXConstructorDecl>(Done.Function))
    V = Value::reference(Done.This);
  // A reference to a local that has died means its value.
  else if (V.isReference() &&
           !Done.Function->getReturnType()->isReferenceType() &&
           !Done.Function->getReturnType()->isPointerType()) {
    LocationId To = temporary(S, Done.CallSite);
    if (const Value *Whole = S.Mem.lookup(V.location());
        Whole && !Done.Function->getReturnType()->isRecordType())
      V = *Whole;
    else {
      S.Mem.copy(To, V.location(), *ThePool);
      V = Value::reference(To);
    }
  }
  noteVerdict(S, *Done.Function, V);
  S.top().Values[Done.CallSite] = V;
  return true;
}

static bool catches(const CXXCatchStmt &Catch, QualType Thrown) {
  QualType Caught = Catch.getCaughtType();
  if (Caught.isNull())
    return true; // catch (...)
  if (Thrown.isNull())
    return true;
  Caught = Caught.getNonReferenceType().getUnqualifiedType();
  Thrown = Thrown.getNonReferenceType().getUnqualifiedType();
  if (Caught.getCanonicalType() == Thrown.getCanonicalType())
    return true;
  const CXXRecordDecl *From = Thrown->getAsCXXRecordDecl();
  const CXXRecordDecl *To = Caught->getAsCXXRecordDecl();
  return From && To && From->hasDefinition() && To->hasDefinition() &&
         From->isDerivedFrom(To);
}

bool Interpreter::raise(State &S, const Stmt *At, QualType Thrown) {
  const Stmt *From = At;
  while (true) {
    if (const CFGBlock *Dispatch = S.top().Graph->dispatch(*From))
      return toHandler(S, Dispatch, At, Thrown);
    if (S.Frames.size() == 1)
      break;
    From = S.top().CallSite;
    S.Frames.pop_back();
  }
  finish(S, Path::Threw, At);
  return false;
}

/// The exception that the attempt threw is part of its outcome.
void Interpreter::catchInto(State &S, const CXXCatchStmt &Catch) {
  const VarDecl *V = Catch.getExceptionDecl();
  if (!V)
    return;
  Value Thrown = outcome(S, "thrown", V->getType().getNonReferenceType(), V,
                         StatusDomain::None);
  LocationId L =
      V->getType()->isReferenceType() ? temporary(S, &Catch) : variable(S, *V);
  if (V->getType()->isReferenceType())
    S.top().References[V] = L;
  S.Mem.store(L, Thrown, *ThePool);
}

bool Interpreter::toHandler(State &S, const CFGBlock *Dispatch, const Stmt *At,
                            QualType Thrown) {
  const Stmt *Key = Dispatch->getTerminatorStmt();
  llvm::SmallVector<const CFGBlock *, 4> Handlers;
  bool CatchesAll = false;
  for (const CFGBlock::AdjacentBlock &Next : Dispatch->succs()) {
    const CFGBlock *B = Next.getReachableBlock();
    const auto *Catch =
        B ? dyn_cast_or_null<CXXCatchStmt>(B->getLabel()) : nullptr;
    if (!Catch || CatchesAll || !catches(*Catch, Thrown))
      continue;
    Handlers.push_back(B);
    CatchesAll = !Thrown.isNull() || Catch->getCaughtType().isNull();
  }
  auto Take = [&](State &To, unsigned I) {
    if (I < Handlers.size()) {
      const Stmt *Catch = Handlers[I]->getLabel();
      if (!To.Trace.Attempts.empty() && To.Trace.Attempts.back().Threw) {
        To.Trace.Attempts.back().Handler = Catch;
        catchInto(To, *cast<CXXCatchStmt>(Catch));
      } else if (To.Trace.rounds() == 1) {
        To.Trace.Caught = true;
      }
      return enter(To, Handlers[I]);
    }
    if (const CFGBlock *Outer = To.top().Graph->outerDispatch(*Dispatch))
      return toHandler(To, Outer, At, Thrown);
    if (To.Frames.size() == 1) {
      finish(To, Path::Threw, At);
      return false;
    }
    const Expr *Site = To.top().CallSite;
    To.Frames.pop_back();
    return raise(To, Site, Thrown);
  };
  if (auto It = S.Decisions.find(Key); It != S.Decisions.end())
    return Take(S, It->second);
  unsigned Ways = Handlers.size() + (CatchesAll ? 0 : 1);
  for (unsigned I = 1; I < Ways; ++I) {
    State Other = S;
    Other.Decisions[Key] = I;
    if (Take(Other, I))
      later(std::move(Other), true);
  }
  if (Ways > 1)
    S.Decisions[Key] = 0;
  return Take(S, 0);
}

} // namespace retrylint
