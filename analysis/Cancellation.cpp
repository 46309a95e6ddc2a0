#include "analysis/Cancellation.h"
#include "analysis/Codes.h"
#include "analysis/Compatibility.h"
#include "analysis/Names.h"
#include "llvm/ADT/STLExtras.h"
#include <cerrno>

namespace retrylint {

using namespace clang;

namespace {

bool asksStop(const FunctionDecl &F, ApiIndex &Apis) {
  return llvm::any_of(Apis.functions(F),
                      [](const ApiFunction *A) { return A->AsksStop; });
}

/// A class that one can ask whether to stop: std::stop_token.
bool isToken(QualType T, ApiIndex &Apis) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && R->hasDefinition() &&
         llvm::any_of(R->methods(), [&](const CXXMethodDecl *M) {
           return asksStop(*M, Apis);
         });
}

/// How a variable is used: asked whether to stop, or in some other way.
struct Uses : ConstDynamicRecursiveASTVisitor {
  Uses(const ValueDecl &D, ApiIndex &Apis) : D(D), Apis(Apis) {}
  const ValueDecl &D;
  ApiIndex &Apis;
  unsigned All = 0, Asked = 0;
  bool VisitDeclRefExpr(const DeclRefExpr *R) override {
    All += R->getDecl() == &D;
    return true;
  }
  bool VisitCXXMemberCallExpr(const CXXMemberCallExpr *C) override {
    const auto *Ref = dyn_cast<DeclRefExpr>(
        C->getImplicitObjectArgument()->IgnoreParenImpCasts());
    const FunctionDecl *F = C->getDirectCallee();
    Asked += Ref && Ref->getDecl() == &D && F && asksStop(*F, Apis);
    return true;
  }
};

/// The flag or token behind a condition; null: it asks something else.
const NamedDecl *stopBehind(const Choice &C, const Pool &Symbols,
                            ApiIndex &Apis) {
  if (!C.Subject.isSymbolic())
    return nullptr;
  bool Flag = false;
  for (SymbolId S = C.Subject.symbol(); S; S = Symbols.info(S).Parent) {
    const SymbolInfo &I = Symbols.info(S);
    if (I.Taints & TaintAttempt)
      return nullptr;
    Flag |= I.Flag;
    const auto *D = dyn_cast_or_null<NamedDecl>(I.Source);
    if (const auto *F = dyn_cast_or_null<FunctionDecl>(D);
        F && asksStop(*F, Apis))
      return F;
    if (D && isa<VarDecl, FieldDecl>(D))
      return Flag && speaksOfStopping(D->getName()) ? D : nullptr;
    if (const auto *F = dyn_cast_or_null<FunctionDecl>(D);
        F && Flag && F->getIdentifier() && speaksOfStopping(F->getName()))
      return F;
  }
  return nullptr;
}

/// Nothing could end a wait for it, however it is written.
bool isPolled(const NamedDecl &D, ApiIndex &Apis) {
  const auto *F = dyn_cast<FunctionDecl>(&D);
  return F && llvm::any_of(Apis.functions(*F), [](const ApiFunction *A) {
           return A->StopIsPolled;
         });
}

/// Set by a signal handler, so that the signal ends a sleep.
bool isSetBySignal(const NamedDecl &D) {
  const auto *V = dyn_cast<ValueDecl>(&D);
  return V && V->getType().isVolatileQualified();
}

struct LongWait {
  double Seconds = 0;
  const Expr *At = nullptr;
};

/// The longest wait of the path that only its time ends.
LongWait longestWait(const Path &P, bool BySignal) {
  LongWait Longest;
  for (const Event &E : P.Events) {
    if (E.Kind != EventKind::Wait || !E.Callee || !E.Amount.isNumber() ||
        !E.UnitKnown)
      continue;
    const WaitEffect *How = E.Model ? &*E.Model->Waits : nullptr;
    if (How && !How->WakesEarly && !(BySignal && How->EndsOnSignal) &&
        E.Amount.hi() > Longest.Seconds)
      Longest = {E.Amount.hi(), E.Top};
  }
  return Longest;
}

} // namespace

Fact<Cancellation> cancellation(const Recognition &R, const FunctionDecl &F,
                                const Stmt *Loop, const Pool &Symbols,
                                ApiIndex &Apis, const Policy &P) {
  Fact<Cancellation> Result;
  double Limit = P.Limits.UninterruptibleWait;
  for (const Path *Failing : R.Failing) {
    const NamedDecl *Stop = nullptr;
    for (const Choice &C : Failing->Choices)
      if (!Stop && Failing->AskedAgain.count(C.Where))
        Stop = stopBehind(C, Symbols, Apis);
    if (!Stop)
      continue;
    LongWait W = longestWait(*Failing, isSetBySignal(*Stop));
    if (!W.At || W.Seconds < Limit)
      continue;
    Result.Is = {Cancellation::SleepsOn, Stop->getNameAsString(), W.Seconds};
    Result.Where = W.At->getSourceRange();
    Result.Sure =
        isPolled(*Stop, Apis) ? Certainty::Possible : Certainty::Known;
    if (Result.known())
      return Result;
  }
  for (const ParmVarDecl *Param : F.parameters()) {
    if (!Param->getIdentifier())
      continue;
    Uses InLoop(*Param, Apis), Everywhere(*Param, Apis);
    InLoop.TraverseStmt(Loop ? Loop : F.getBody());
    Everywhere.TraverseStmt(F.getBody());
    // What is handed on may be asked where we do not look.
    if (InLoop.All || Everywhere.All != Everywhere.Asked)
      continue;
    LongWait Longest;
    for (const Path *Failing : R.Failing)
      if (LongWait W = longestWait(*Failing, false);
          W.Seconds > Longest.Seconds)
        Longest = W;
    // Last, for it looks at every member of the class.
    if (!Longest.At || Longest.Seconds < Limit ||
        !isToken(Param->getType(), Apis))
      continue;
    Result.Is = {Cancellation::NotAsked, Param->getNameAsString(),
                 Longest.Seconds};
    Result.Where = Longest.At->getSourceRange();
    Result.Sure = Certainty::Known;
    return Result;
  }
  return Result;
}

Fact<Cancellation> cancelledCode(Interpreter &Machine, const FunctionDecl &F,
                                 const Scenario &Base, const RunResult &Run) {
  Fact<Cancellation> Result;
  for (const auto &[Key, Constants] : Run.Compared) {
    auto Domain = Run.Domains.find(Key);
    if (Domain == Run.Domains.end())
      continue;
    constexpr int GrpcCancelled = 1, CurlAborted = 42;
    int Code = Domain->second == StatusDomain::Grpc       ? GrpcCancelled
               : Domain->second == StatusDomain::CurlCode ? CurlAborted
               : Domain->second == StatusDomain::Errno    ? ECANCELED
                                                          : 0;
    // Success and failure alone are no codes. Most calls that set errno are
    // never cancelled, and most transfers have no callback that aborts them.
    bool Reads = llvm::any_of(Constants, [](double C) { return C != 0; });
    bool Named = llvm::is_contained(Constants, Code);
    if (!Code || !Reads || (!Named && Domain->second != StatusDomain::Grpc))
      continue;
    Scenario Answer = Base;
    bool Thrown = llvm::StringRef(Key).starts_with("thrown");
    Answer.Throws = Thrown ? Throwing::Always : Throwing::Never;
    Answer.Rounds = 2;
    Answer.Bindings[Key] = Value::number(Code);
    if (goesRound(Machine.run(F, Answer)) != Certainty::Known)
      continue;
    Result.Is = {Cancellation::CodeRetried,
                 Code == GrpcCancelled ? "CANCELLED"
                 : Code == CurlAborted ? "CURLE_ABORTED_BY_CALLBACK"
                                       : "ECANCELED",
                 0};
    if (auto At = Run.ComparedAt.find(Key); At != Run.ComparedAt.end())
      Result.Where = At->second->getSourceRange();
    Result.Sure = Certainty::Known;
    return Result;
  }
  return Result;
}

} // namespace retrylint
