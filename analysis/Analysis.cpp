#include "analysis/Analysis.h"
#include "analysis/Bounds.h"
#include "analysis/CallParts.h"
#include "analysis/Cancellation.h"
#include "analysis/Candidates.h"
#include "analysis/Classification.h"
#include "analysis/Codes.h"
#include "analysis/Contexts.h"
#include "analysis/Deadlines.h"
#include "analysis/Exhaustion.h"
#include "analysis/Interpreter.h"
#include "analysis/Keys.h"
#include "analysis/Names.h"
#include "analysis/Protections.h"
#include "analysis/Recognition.h"
#include "analysis/Request.h"
#include "analysis/RetryAfter.h"
#include "analysis/Secrets.h"
#include "analysis/Telling.h"
#include "analysis/StaleState.h"
#include "analysis/Waits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
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
  std::vector<const FunctionDecl *> Functions;

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
    add(L->getCallOperator());
    return true;
  }

private:
  void add(const FunctionDecl *F) {
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext() &&
        !F->isDefaulted() && mayCycle(*F))
      Functions.push_back(F);
  }
  const SourceManager &SM;
};

std::string operationName(const Expr &Call) {
  const NamedDecl *D = calledName(Call);
  return D ? D->getNameAsString() : "the call";
}

class FunctionAnalysis {
public:
  FunctionAnalysis(const FunctionDecl &F, FunctionGraphs &Graphs,
                   ApiIndex &Apis, const Policy &P, Contexts &Where)
      : F(F), Graphs(Graphs), Apis(Apis), P(P), Where(Where),
        Headers(watchedHeaders(P)), Machine(Graphs, Apis, Headers) {}

  void run(std::vector<RetryLoop> &Out) {
    std::vector<Candidate> Candidates = findCandidates(F, Graphs, Apis);
    if (Candidates.empty())
      return;
    Graph = Graphs.get(&F, limits::Blocks);
    Drops = protectionWrites(F);
    for (const Candidate &C : Candidates) {
      if (Machine.totalSteps() > limits::FunctionSteps)
        return; // what is not looked at is not reported
      bool Found = false;
      for (const Stmt *Loop = Graph->loopAround(*C.Top); Loop && !Found;
           Loop = Graph->loopAround(*Loop))
        Found = tryCycle(C, Loop, Out);
      if (!Found && !Graph->loopAround(*C.Top))
        tryCycle(C, nullptr, Out);
    }
  }

private:
  bool tryCycle(const Candidate &C, const Stmt *Loop,
                std::vector<RetryLoop> &Out) {
    Scenario S;
    S.Attempt = C.Attempt;
    S.Loop = Loop;
    for (const auto &[Where, What] : Drops)
      S.Watch.insert(Where);
    RunResult Run = Machine.run(F, S);
    Recognition R = recognise(Run, C, Graphs.context());
    if (R.Failing.empty())
      return false;
    RetryLoop L;
    L.Function = &F;
    locate(L, C, Loop);
    describe(L, C, Run, R);
    L.Limit = boundOf(Run, R, Machine.pool(), Graphs.context(), L.Stuck);
    for (bool OfMessage : {false, true})
      (OfMessage ? L.MessageEnds : L.OnExhaustion) = givingUp(
          Run, R, F, Machine.pool(), Apis, Graphs.context(), OfMessage);
    L.Stale = staleState(R, C, Machine.pool(), Apis);
    L.Stopping = cancellation(R, F, Loop, Machine.pool(), Apis, P);
    for (const Path *Failing : R.Failing)
      L.Patterns.push_back(
          waitsOf(*Failing, Run, L.CycleRange, Graphs.context()));
    judgeDeadline(L, Run, R, Apis);
    L.Key = keyOf(L, R, Machine.pool(), Apis, P);
    L.Leak = leakOf(L, R, Machine.pool(), Apis, P);
    L.Silent = silenceOf(R, Machine.pool(), Apis);
    bool ReadsHttp = readsHttpStatus(Run);
    L.Alike = failuresAlike(Run, R, Machine.pool(), Graphs.context());
    L.Codes = retriedCodes(Machine, F, S, Run, R, C, P);
    L.IgnoresRetryAfter = ignoresRetryAfter(C, F, R, P, Apis);
    L.Drops = droppedProtection(Run, Drops);
    if (L.Stopping.Sure == Certainty::Unknown)
      L.Stopping = cancelledCode(Machine, F, S, Run);
    Request Sent = requestOf(C, F, ReadsHttp, P, Apis, Graphs.context());
    L.Method = Sent.Method;
    L.HasKey = Sent.HasKey;
    if (L.Key.Sure != Certainty::Unknown) {
      L.HasKey.Is = true;
      L.HasKey.Sure = Certainty::Known;
    }
    L.Remote = remote(C, ReadsHttp);
    L.RunsIn = Where.of(L, contextOf(C));
    // An exception may always be one that cannot pass; of a local call that
    // only says no, nobody knows.
    if (!R.Failing.front()->Attempts.front().Threw)
      L.Alike.Sure = std::min(L.Alike.Sure, L.Remote.Sure);
    Out.push_back(std::move(L));
    return true;
  }

  void locate(RetryLoop &L, const Candidate &C, const Stmt *Loop) {
    L.AttemptAt = C.Top->getSourceRange();
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
    L.Operation = operationName(*C.Top);
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
  std::vector<std::string> Headers;
  Interpreter Machine;
  const FunctionGraph *Graph = nullptr;
  ProtectionWrites Drops;
};

} // namespace

std::vector<RetryLoop> findRetryLoops(ASTContext &Ctx, const Policy &P) {
  const SourceManager &SM = Ctx.getSourceManager();
  FunctionCollector Collect(SM);
  Collect.TraverseAST(Ctx);
  FunctionGraphs Graphs(Ctx);
  ApiIndex Apis(P.Apis);
  UnitCalls Calls(Ctx);
  Contexts Where(Ctx, Calls, Apis, P);
  std::vector<RetryLoop> Loops;
  for (const FunctionDecl *F : Collect.Functions)
    FunctionAnalysis(*F, Graphs, Apis, P, Where).run(Loops);
  llvm::sort(Loops, [&](const RetryLoop &A, const RetryLoop &B) {
    return SM.isBeforeInTranslationUnit(A.AttemptAt.getBegin(),
                                        B.AttemptAt.getBegin());
  });
  return Loops;
}

} // namespace retrylint
