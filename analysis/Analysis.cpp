#include "analysis/Analysis.h"
#include "analysis/Accounts.h"
#include "analysis/Bounds.h"
#include "analysis/Budget.h"
#include "analysis/CallParts.h"
#include "analysis/Cancellation.h"
#include "analysis/Candidates.h"
#include "analysis/Classification.h"
#include "analysis/Codes.h"
#include "analysis/Compatibility.h"
#include "analysis/Contexts.h"
#include "analysis/Deadlines.h"
#include "analysis/Errors.h"
#include "analysis/Exhaustion.h"
#include "analysis/Interpreter.h"
#include "analysis/Keys.h"
#include "analysis/Names.h"
#include "analysis/Nesting.h"
#include "analysis/OwnFailures.h"
#include "analysis/Pauses.h"
#include "analysis/Protections.h"
#include "analysis/Recognition.h"
#include "analysis/Repetition.h"
#include "analysis/Request.h"
#include "analysis/RetryAfter.h"
#include "analysis/Secrets.h"
#include "analysis/StaleState.h"
#include "analysis/Telling.h"
#include "analysis/Waits.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

namespace {

/// The functions with a body that are worth a look, instantiations included.
class FunctionCollector : public DynamicRecursiveASTVisitor {
public:
  explicit FunctionCollector(const SourceManager &SM) : SM(SM) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = false;
    ShouldVisitLambdaBody = true;
  }
  std::vector<const FunctionDecl *> Functions; // that cycle by themselves
  std::vector<const FunctionDecl *> All;

  bool TraverseDecl(Decl *D) override {
    if (D && !isa<TranslationUnitDecl>(D) && D->getLocation().isValid() &&
        SM.isInSystemHeader(D->getLocation()))
      return true;
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    add(F);
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *L) override {
    add(bodyOf(*L));
    return true;
  }

private:
  void add(const FunctionDecl *F) {
    if (!F->doesThisDeclarationHaveABody() || F->isDependentContext() ||
        F->isDefaulted())
      return;
    All.push_back(F);
    if (mayCycle(*F))
      Functions.push_back(F);
  }
  const SourceManager &SM;
};

/// All who can call it are in sight, and none of them looks at what it returns.
bool dropsResult(const FunctionDecl &F, UnitCalls &Calls,
                 FunctionGraphs &Graphs) {
  if (F.isExternallyVisible() || !Calls.onlyCalled(F) ||
      !F.getReturnType()->isIntegralOrEnumerationType())
    return false;
  bool Called = false;
  for (const FunctionDecl *Caller : Calls.callers(F))
    for (const Expr *Call : Calls.in(*Caller)) {
      const FunctionDecl *Callee = calleeOf(*Call);
      if (!Callee || Callee->getCanonicalDecl() != F.getCanonicalDecl())
        continue;
      const FunctionGraph *G = Graphs.get(Caller, limits::Blocks);
      if (!G || isResultUsed(*Call, *G))
        return false;
      Called = true;
    }
  return Called;
}

std::string operationName(const Expr &Call) {
  const NamedDecl *D = calledName(Call);
  return D ? D->getNameAsString() : "the call";
}

class FunctionAnalysis {
public:
  FunctionAnalysis(const FunctionDecl &F, FunctionGraphs &Graphs,
                   ApiIndex &Apis, const Policy &P, Contexts &Where,
                   UnitCalls &Calls)
      : F(F), Graphs(Graphs), Apis(Apis), P(P), Where(Where), Calls(Calls),
        Headers(watchedHeaders(P)), Machine(Graphs, Apis, Headers) {}

  void run(Repetition &Again, Pauses &Waiting, std::vector<RetryLoop> &Out) {
    std::vector<Candidate> Candidates = findCandidates(F, Graphs, Apis);
    if (llvm::any_of(Candidates, needsWait) && !Waiting.possible(F))
      llvm::erase_if(Candidates, needsWait);
    if (Candidates.empty())
      return;
    Graph = Graphs.get(&F, limits::Blocks);
    Drops = protectionWrites(F);
    // A try before the loop is the same retry: the loop shows it.
    llvm::stable_sort(Candidates, [&](const Candidate &A, const Candidate &B) {
      return Graph->loopAround(*A.Top) && !Graph->loopAround(*B.Top);
    });
    llvm::DenseSet<const Expr *> Seen; // calls whose retry is known
    llvm::DenseSet<const Expr *> Deep; // calls that cannot be seen through
    llvm::DenseSet<const FunctionDecl *> Called; // by a loop that is known
    for (const Candidate &C : Candidates) {
      if (Machine.totalSteps() > limits::FunctionSteps)
        return; // what is not looked at is not reported
      const Stmt *Inner = Graph->loopAround(*C.Top);
      if ((C.Why == Evidence::Helper ? Seen.contains(C.Top)
                                     : Deep.contains(C.Top)) ||
          (!Inner && Called.contains(calleeOf(*C.Top))))
        continue;
      bool Found = Incomplete = false;
      for (const Stmt *Loop = Inner; Loop && !Found;
           Loop = Graph->loopAround(*Loop))
        Found = tryCycle(C, Loop, Out);
      if (!Found && (Inner ? FunctionGraph::jumpsBack(*Inner)
                           : Again.possible(F, *C.Attempt)))
        Found = tryCycle(C, nullptr, Out);
      if (Found) {
        Seen.insert(C.Top);
        if (const FunctionDecl *F = Inner ? calleeOf(*C.Top) : nullptr)
          Called.insert(F);
      } else if (Incomplete && C.Top != C.Attempt) {
        Deep.insert(C.Top);
      }
    }
  }

  /// Calls that lead to a retry of their own are attempts as well.
  void runAround(const RetryFinder &Find, std::vector<RetryLoop> &Out) {
    Graph = Graphs.get(&F, limits::Blocks);
    if (!Graph)
      return;
    bool Jumps = mayJumpBack(F);
    for (const Expr *Call : Calls.in(F)) {
      const Stmt *Loop = Graph->loopAround(*Call);
      const FunctionDecl *Callee = calleeOf(*Call);
      if ((!Loop && !Jumps) || !Callee || !Callee->getDefinition() ||
          Find.isAttempt(*Call) || !Find.inside(*Call))
        continue;
      Candidate C;
      C.Attempt = C.Top = Call;
      C.Why = Evidence::Verb;
      C.SoundsRemote = true;
      if (!Loop)
        tryCycle(C, nullptr, Out);
      for (bool Found = false; Loop && !Found; Loop = Graph->loopAround(*Loop))
        Found = tryCycle(C, Loop, Out);
    }
  }

  /// The same for a cycle that goes through callbacks and begins here.
  bool run(const Candidate &C, const CallbackGraph &Callbacks,
           const CallbackGraph::Cycle &Cycle, std::vector<RetryLoop> &Out) {
    Graph = Graphs.get(&F, limits::Blocks);
    Scenario S;
    S.Callbacks = &Callbacks;
    S.Cycle = &Cycle;
    for (const FunctionDecl *Other : Cycle)
      Drops.merge(protectionWrites(*Other));
    return Graph && tryCycle(C, S, Out);
  }

private:
  bool tryCycle(const Candidate &C, const Stmt *Loop,
                std::vector<RetryLoop> &Out) {
    Scenario S;
    S.Loop = Loop;
    return tryCycle(C, S, Out);
  }

  /// Many calls are such, and few of them attempts.
  static bool isWeak(Evidence Why) {
    return Why == Evidence::Opaque || Why == Evidence::Query;
  }

  /// A short look first, and a long one at what is a retry.
  RunResult look(const Candidate &C, Scenario &S, Recognition &R) {
    if (!std::exchange(Supposed, true))
      Machine.suppose(knownParameters(F, Calls, Graphs.context()));
    auto Run = [&](unsigned Steps, unsigned Rounds) {
      S.Steps = Steps;
      S.Rounds = Rounds;
      return Machine.run(F, S);
    };
    bool Weak = isWeak(C.Why);
    unsigned Blind = std::exchange(S.BlindSteps, Weak ? limits::WeakBlindSteps
                                                      : S.BlindSteps);
    auto Short = [&] {
      return Run(Weak ? limits::WeakFirstSteps : limits::FirstSteps,
                 limits::LongRounds);
    };
    RunResult Seen = Short();
    Incomplete |= !Seen.Complete;
    // Too many ways lead there.
    if (!Seen.Complete && !Seen.Repeats && !Seen.MovesOn && !Seen.Unasked &&
        S.Loop) {
      S.FromLoop = true;
      Seen = Short();
    }
    R = recognise(Seen, C, Apis, Graphs.context());
    if (R.Failing.empty())
      return Seen;
    S.BlindSteps = Blind;
    Seen = Run(limits::Steps, limits::Rounds);
    R = recognise(Seen, C, Apis, Graphs.context());
    if (R.Failing.empty()) {
      Seen = Short();
      R = recognise(Seen, C, Apis, Graphs.context());
    }
    return Seen;
  }

  bool tryCycle(const Candidate &C, Scenario S, std::vector<RetryLoop> &Out) {
    S.Attempt = C.Attempt;
    S.Top = C.Top;
    if (C.Why == Evidence::Helper)
      S.BlindSteps = limits::HelperSteps;
    for (const auto &[Where, Write] : Drops)
      S.Watch.emplace(Where, Write.If);
    Recognition R;
    RunResult Run = look(C, S, R);
    if (R.Failing.empty() || containsErrors(S.Loop ? *S.Loop : *F.getBody()))
      return false;
    RetryLoop L;
    L.Function = &F;
    if (S.Callbacks)
      locate(L, C, *R.Failing.front());
    else
      locate(L, C, S.Loop);
    describe(L, C, Run, R);
    L.Limit = boundOf(Run, R, Machine.pool(), Apis, Graphs.context(), L.Stuck);
    for (bool OfMessage : {false, true})
      (OfMessage ? L.MessageEnds : L.OnExhaustion) =
          givingUp(Run, R, F, Machine.pool(), Apis, Graphs.context(), OfMessage,
                   OfMessage && dropsResult(F, Calls, Graphs));
    L.Stale = staleState(R, C, Machine.pool(), Apis);
    L.Stopping = cancellation(R, F, S.Loop, Machine.pool(), Apis, P);
    L.OwnFailures = ownFailures(Run, R, P.Apis, Graphs.context());
    L.Budgeted = budgetOf(Run, R, Machine.pool(), Apis);
    L.Patterns = waitsOf(R.Failing, Run, L.CycleRange, Machine.pool(), Apis,
                         Graphs.context());
    judgeDeadline(L, Run, R, Apis);
    findKey(L, R, Machine.pool(), Apis, P);
    L.Leak = leakOf(L, R, Machine.pool(), Apis, P);
    L.Silent = silenceOf(R, Machine.pool(), Apis);
    if (S.FromLoop) {
      L.OnExhaustion.Sure = L.MessageEnds.Sure = Certainty::Unknown;
      L.Silent.Sure = std::min(L.Silent.Sure, Certainty::Possible);
    }
    if (S.Loop && logsOnTheWay(*Graph, *S.Loop, *C.Top, Apis, Graphs.context()))
      L.Silent.Sure = std::min(L.Silent.Sure, Certainty::Possible);
    giveAccounts(L, Run, R, Machine.pool(), Graphs.context());
    L.RunFromStart = !S.FromLoop;
    bool ReadsHttp = readsHttpStatus(Run);
    L.Alike = failuresAlike(Run, R, F, Machine.pool(), Graphs.context());
    L.Codes = retriedCodes(Machine, F, S, Run, R, C, P);
    L.IgnoresRetryAfter = ignoresRetryAfter(C, F, R, P, Apis);
    L.Drops = droppedProtection(Run, Drops);
    if (!L.Stopping.known())
      if (Fact<Cancellation> Code = cancelledCode(Machine, F, S, Run);
          Code.known())
        L.Stopping = Code;
    Request Sent = requestOf(C, F, ReadsHttp, P, Apis, Graphs.context());
    L.Method = Sent.Method;
    L.HasKey = Sent.HasKey;
    if (L.Key.Sure != Certainty::Unknown) {
      L.HasKey.Is = true;
      L.HasKey.Sure = Certainty::Known;
    }
    L.Idempotent = Sent.Idempotent;
    // A code may say that nothing was done: a deadlock, a full queue.
    if (readsLibraryCode(Run) && !answerMayBeLost(L.Codes))
      L.Idempotent.Sure = std::min(L.Idempotent.Sure, Certainty::Possible);
    L.Remote = remote(C, ReadsHttp);
    L.RunsIn = Where.of(&F, L.CycleAt, contextOf(C));
    L.ContextTold = contextOf(C) || Where.told(&F, L.CycleAt);
    if (L.Limit.Is.Constant)
      L.Limit.Is.Attempts = countAttempts(Machine, F, S, *R.Failing.front());
    L.Around = around(C, S.Loop, L.Limit.Is);
    Out.push_back(std::move(L));
    return true;
  }

  /// The loop around this one, if it goes on where this one has given up.
  std::optional<RetryLayer> around(const Candidate &C, const Stmt *Loop,
                                   const Bound &Inner) {
    const Stmt *Outer = Loop ? Graph->loopAround(*Loop) : nullptr;
    if (!Outer || !Inner.Attempts)
      return std::nullopt;
    Scenario Every;
    Every.Attempt = C.Attempt;
    Every.Top = C.Top;
    RunResult Run = Machine.run(F, Every);
    Recognition R = recognise(Run, C, Apis, Graphs.context());
    unsigned Most = 0;
    for (const Path *Failing : R.Failing)
      Most = std::max(Most, Failing->rounds());
    // Success that goes on with the next thing makes it an iteration.
    bool Iterates = R.Success && R.Success->End == Path::MovedOn;
    if (!Run.Complete || isDaemon(R) || Iterates || Most <= *Inner.Attempts)
      return std::nullopt;
    Fact<StuckBound> Stuck;
    Bound Total =
        boundOf(Run, R, Machine.pool(), Apis, Graphs.context(), Stuck).Is;
    RetryLayer Layer;
    if (Total.Attempts)
      Layer.Attempts = *Total.Attempts / *Inner.Attempts;
    Layer.Endless = Total.endless();
    Layer.Where = SourceRange(Outer->getBeginLoc());
    return Layer;
  }

  static bool isDaemon(const Recognition &R) {
    return R.Success && R.Success->rounds() > 1;
  }

  /// The way back is what has the callback called: a timer, else the attempt.
  void locate(RetryLoop &L, const Candidate &C, const Path &Failing) {
    L.Kind = CycleKind::Callback;
    L.Top = L.Attempt = C.Attempt;
    L.AttemptAt = C.Attempt->getSourceRange();
    // Not the handlers that it is given.
    if (const auto *Call = dyn_cast<CallExpr>(C.Attempt))
      L.AttemptAt.setEnd(Call->getCallee()->getEndLoc());
    L.CycleRange = F.getSourceRange();
    L.CycleAt = L.AttemptAt.getBegin();
    for (size_t I = Failing.Attempts[0].EventIndex;
         I < Failing.Attempts[1].EventIndex; ++I)
      if (Failing.Events[I].Kind == EventKind::Wait) {
        L.CycleAt = Failing.Events[I].Top->getBeginLoc();
        return;
      }
  }

  void locate(RetryLoop &L, const Candidate &C, const Stmt *Loop) {
    L.AttemptAt = C.Top->getSourceRange();
    L.Top = C.Top;
    L.Attempt = C.Attempt;
    if (Loop) {
      L.Kind = CycleKind::Loop;
      L.Cycle = Loop;
      L.CycleAt = Loop->getBeginLoc();
      L.CycleRange = Loop->getSourceRange();
      return;
    }
    L.CycleRange = F.getSourceRange();
    // The way back: a jump to a label, or the function itself.
    struct Back : ConstDynamicRecursiveASTVisitor {
      const FunctionDecl *Self = nullptr;
      const LabelStmt *Label = nullptr;
      const CallExpr *Recursion = nullptr;
      bool VisitLabelStmt(const LabelStmt *S) override {
        if (!Label)
          Label = S;
        return true;
      }
      bool VisitCallExpr(const CallExpr *Call) override {
        const FunctionDecl *Callee = Call->getDirectCallee();
        if (Callee && Callee->getCanonicalDecl() == Self)
          Recursion = Call;
        return true;
      }
    } Find;
    Find.Self = F.getCanonicalDecl();
    Find.TraverseStmt(F.getBody());
    if (Find.Recursion) {
      L.Kind = CycleKind::Recursion;
      L.CycleAt = Find.Recursion->getBeginLoc();
    } else {
      L.Kind = CycleKind::Goto;
      L.CycleAt = Find.Label ? Find.Label->getBeginLoc() : F.getBeginLoc();
    }
  }

  void describe(RetryLoop &L, const Candidate &C, const RunResult &Run,
                const Recognition &R) {
    L.Operation =
        operationName(L.Kind == CycleKind::Callback ? *C.Attempt : *C.Top);
    L.Daemon = isDaemon(R);
    const Path &Failing = *R.Failing.front();
    if (Failing.Attempts.front().Threw) {
      L.Failure = "throws";
      if (const Stmt *Handler = Failing.Attempts.front().Handler)
        L.FailureAt = SourceRange(Handler->getBeginLoc());
    } else {
      L.Failure = "fails";
      if (auto At = Run.ComparedAt.find(R.Part); At != Run.ComparedAt.end())
        L.FailureAt = At->second->getSourceRange();
    }
    if (R.Success && R.Success->EndAt && R.Success->rounds() == 1)
      L.SuccessAt = R.Success->EndAt->getSourceRange();
  }

  static std::optional<Context> contextOf(const Candidate &C) {
    return C.Model         ? C.Model->RunsIn
           : C.StatusModel ? C.StatusModel->RunsIn
                           : std::nullopt;
  }

  Fact<bool> remote(const Candidate &C, bool ReadsHttp) {
    Fact<bool> Is;
    Is.Where = C.Top->getSourceRange();
    if (C.Model) {
      Is.Is = C.Model->Sends->Remote;
      Is.Sure = Certainty::Known;
    } else if (C.StatusModel || ReadsHttp || C.SoundsRemote) {
      Is.Is = true;
      Is.Sure = Certainty::Known;
    } else {
      Is.Is = true;
      Is.Sure = Certainty::Possible;
    }
    return Is;
  }

  const FunctionDecl &F;
  FunctionGraphs &Graphs;
  ApiIndex &Apis;
  const Policy &P;
  Contexts &Where;
  UnitCalls &Calls;
  std::vector<std::string> Headers;
  Interpreter Machine;
  const FunctionGraph *Graph = nullptr;
  ProtectionWrites Drops;
  bool Incomplete = false; // a run of the last candidate met a limit
  bool Supposed = false;   // the machine knows what callers pass
};

/// What one loop attempts in several steps it classifies as a whole: whoever
/// looks at the error of one of them does not take every error alike.
void settleClassification(std::vector<RetryLoop> &Loops) {
  for (RetryLoop &L : Loops)
    if (L.Cycle && llvm::any_of(Loops, [&](const RetryLoop &Other) {
          return Other.Cycle == L.Cycle && Other.Function == L.Function &&
                 !Other.Alike.Is;
        }))
      L.Alike.Sure = std::min(L.Alike.Sure, Certainty::Possible);
}

/// Loops around functions that retry, inside out.
template <typename Analyse>
void addLoopsAround(llvm::ArrayRef<const FunctionDecl *> Functions,
                    std::vector<RetryLoop> &Loops, UnitCalls &Calls,
                    Analyse Start) {
  for (size_t Before = 0, Layers = 0;
       Loops.size() > Before && Layers < limits::RetryLayers; ++Layers) {
    Before = Loops.size();
    std::vector<RetryLoop> New;
    RetryFinder Find(Calls, Loops);
    for (const FunctionDecl *F : Functions)
      Start(*F).runAround(Find, New);
    for (RetryLoop &L : New)
      if (llvm::none_of(Loops, [&](const RetryLoop &Known) {
            // Another instance of a template is another layer.
            return Known.Top == L.Top ||
                   (Known.CycleAt == L.CycleAt && Known.Function == L.Function);
          }))
        Loops.push_back(std::move(L));
  }
}

void findCallbackCycles(llvm::ArrayRef<const FunctionDecl *> Functions,
                        FunctionGraphs &Graphs, ApiIndex &Apis, const Policy &P,
                        Contexts &Where, UnitCalls &Calls,
                        std::vector<RetryLoop> &Out) {
  CallbackGraph Callbacks(Functions, Apis);
  for (const CallbackGraph::Cycle &Cycle : Callbacks.cycles()) {
    size_t First = Out.size();
    SourceLocation Direct;
    for (const Candidate &C : findCandidates(Cycle, Graphs, Apis))
      for (const FunctionDecl *Begin : Callbacks.beginnings(*C.In))
        if (FunctionAnalysis(*Begin, Graphs, Apis, P, Where, Calls)
                .run(C, Callbacks, Cycle, Out))
          break;
    // A chain of operations that begins anew without a wait is one cycle.
    for (RetryLoop &L : llvm::drop_begin(Out, First)) {
      if (L.CycleAt != L.AttemptAt.getBegin())
        continue;
      if (Direct.isInvalid())
        Direct = L.CycleAt;
      L.CycleAt = Direct;
    }
  }
}

} // namespace

UnitFacts factsOf(ASTContext &Ctx, const Policy &P, const Past *Earlier) {
  const SourceManager &SM = Ctx.getSourceManager();
  FunctionCollector Collect(SM);
  Collect.TraverseAST(Ctx);
  FunctionGraphs Graphs(Ctx);
  ApiIndex Apis(P.Apis);
  UnitCalls Calls(Ctx);
  Contexts Where(Ctx, Calls, Apis, P);
  Repetition Again(Graphs, Calls);
  Pauses Waiting(Calls, Apis, Ctx);
  std::vector<RetryLoop> Loops;
  Novelty New(Ctx, Collect.All, Collect.Functions, Earlier);
  for (const FunctionDecl *F : Collect.Functions) {
    if (New.isQuiet(*F))
      continue;
    size_t Before = Loops.size();
    FunctionAnalysis(*F, Graphs, Apis, P, Where, Calls)
        .run(Again, Waiting, Loops);
    if (Loops.size() == Before)
      New.setQuiet(*F);
  }
  findCallbackCycles(Collect.All, Graphs, Apis, P, Where, Calls, Loops);
  addLoopsAround(Collect.Functions, Loops, Calls,
                 [&](const FunctionDecl &F) -> FunctionAnalysis {
                   return {F, Graphs, Apis, P, Where, Calls};
                 });
  UnitSettings Settings = findSettings(Ctx, Apis, Calls);
  for (LibrarySetting &S : Settings.Settings)
    S.RunsIn = Where.of(S.In, S.Where.getBegin(), S.RunsIn);
  nestLoops(Loops, Calls, Apis, Settings, Ctx);
  settleClassification(Loops);
  llvm::sort(Loops, [&](const RetryLoop &A, const RetryLoop &B) {
    return SM.isBeforeInTranslationUnit(A.AttemptAt.getBegin(),
                                        B.AttemptAt.getBegin());
  });
  return {std::move(Loops), std::move(Settings)};
}

} // namespace retrylint
