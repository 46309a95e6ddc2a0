// The part of the interpreter that remembers what a round leaves behind: what
// was appended to, consumed, moved from or used up.
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/Interpreter.h"
#include "analysis/Names.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

void Interpreter::touch(State &S, LocationId Object, TouchKind How,
                        const Expr *At, bool ByAttempt) {
  unsigned Round = S.Trace.Attempts.size();
  for (Touch &Before : S.Mem.Touched) {
    if (Before.Object != Object || Before.At != At)
      continue;
    if (Before.Round < Round &&
        llvm::none_of(
            S.Trace.Stale, [&](const Touch &T) { return T.At == At; }))
      S.Trace.Stale.push_back(Before);
    Before.Round = Round;
    return;
  }
  const Expr *Top = S.Frames.size() > 1 ? S.Frames[1].CallSite : At;
  S.Mem.Touched.push_back({How, Object, At, Top, Round, ByAttempt});
}

LocationId Interpreter::placeOf(const Place &P, const CallParts &C) {
  if (P.Where == Place::Receiver)
    return C.Object;
  if (P.Where != Place::Argument || P.Index >= C.Values.size())
    return 0;
  const Value &V = C.Values[P.Index];
  return V.isReference() || V.isPlainSymbol() ? pointee(V, C.Args[P.Index]) : 0;
}

/// The function that an argument names: a function, or a lambda without
/// captures.
static const FunctionDecl *functionIn(const Expr *E) {
  struct Finder : ConstDynamicRecursiveASTVisitor {
    const FunctionDecl *Found = nullptr;
    bool TraverseLambdaExpr(const LambdaExpr *L) override {
      Found = L->getCallOperator();
      return true;
    }
    bool VisitDeclRefExpr(const DeclRefExpr *R) override {
      if (const auto *F = dyn_cast<FunctionDecl>(R->getDecl()))
        Found = F;
      return true;
    }
    bool VisitCallExpr(const CallExpr *C) override {
      return isa<CXXMemberCallExpr, CXXOperatorCallExpr>(C);
    }
  } Find;
  Find.TraverseStmt(E);
  return Find.Found ? Find.Found->getDefinition() : nullptr;
}

namespace {

/// The places where a callback appends to, or takes from, what it was given.
struct Appends : ConstDynamicRecursiveASTVisitor {
  Appends(ApiIndex &Apis, TouchKind How) : Apis(Apis), How(How) {}
  ApiIndex &Apis;
  TouchKind How;
  llvm::SmallVector<const Expr *, 2> Objects;

  bool VisitCallExpr(const CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    if (!F)
      return true;
    for (const ApiFunction *A : Apis.functions(*F)) {
      const std::optional<Place> &P =
          How == TouchKind::Appended ? A->AppendsTo : A->Consumes;
      llvm::SmallVector<const Expr *, 4> Args = argumentsOf(*C);
      const Expr *Object = !P                            ? nullptr
                           : P->Where == Place::Receiver ? receiverOf(*C)
                           : P->Index < Args.size()      ? Args[P->Index]
                                                         : nullptr;
      if (Object)
        Objects.push_back(Object);
    }
    return true;
  }
  // A length or position that moves on: `buffer->size += n`.
  bool VisitCompoundAssignOperator(const CompoundAssignOperator *B) override {
    if (isa<MemberExpr>(B->getLHS()->IgnoreParenCasts()))
      Objects.push_back(B->getLHS());
    return true;
  }
};

} // namespace

void Interpreter::lend(State &S, const ApiFunction &A, const CallParts &C) {
  if (C.Values.empty())
    return;
  LocationId Handle = C.Receiver ? C.Object : pointee(C.Values[0], C.Args[0]);
  for (auto [Arg, How] : {std::pair(A.LendsSink, TouchKind::Appended),
                          std::pair(A.LendsSource, TouchKind::Consumed)}) {
    if (!Arg || *Arg >= C.Values.size())
      continue;
    llvm::erase_if(S.Loans, [&](const Loan &L) {
      return L.Handle == Handle && L.How == How;
    });
    const Value &V = C.Values[*Arg];
    if (V.isReference() || V.isPlainSymbol())
      S.Loans.push_back({Handle, pointee(V, C.Args[*Arg]), How});
  }
  for (auto [Arg, How] : {std::pair(A.LendsWriter, TouchKind::Appended),
                          std::pair(A.LendsReader, TouchKind::Consumed)})
    if (Arg && *Arg < C.Args.size())
      Callbacks[{Handle, How}] = functionIn(C.Args[*Arg]);
}

/// A list of what went wrong is meant to grow.
static bool keepsErrors(const VarDecl &V) {
  return llvm::any_of(wordsOf(V.getName()), [](llvm::StringRef W) {
    return W.starts_with("err") || W.starts_with("fail") || W == "log" ||
           W == "logs" || W == "history" || W == "trace" || W == "attempts";
  });
}

namespace {

/// What a body assigns to or counts with.
struct Writes : ConstDynamicRecursiveASTVisitor {
  llvm::SmallVector<const VarDecl *, 2> Found;
  void add(const Expr *E) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
          V && Ref->refersToEnclosingVariableOrCapture())
        Found.push_back(V);
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
};

bool capturesByReference(const LambdaExpr &L, const VarDecl &V) {
  return llvm::any_of(L.captures(), [&](const LambdaCapture &C) {
    return C.capturesVariable() && C.getCapturedVar() == &V &&
           C.getCaptureKind() == LCK_ByRef;
  });
}

} // namespace

/// A lambda that a call is given may have run: what its body writes to is no
/// longer known, and what it appends to is longer if the call was the attempt.
void Interpreter::touchCaptured(State &S, const Expr *Callback,
                                const Expr *At) {
  const Expr *Plain = Callback->IgnoreUnlessSpelledInSource();
  // auto sink = [&](...) { ... }; send(sink)
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Plain))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && V->getInit())
      Plain = V->getInit()->IgnoreUnlessSpelledInSource();
  const auto *Lambda = dyn_cast<LambdaExpr>(Plain);
  if (!Lambda)
    return;
  Writes Written;
  Written.TraverseStmt(Lambda->getBody());
  for (const VarDecl *V : Written.Found)
    if (capturesByReference(*Lambda, *V) && V->getType()->isScalarType())
      S.Mem.store(variable(S, *V), unknown(V->getType(), TaintOpaque),
                  *ThePool);
  if (!isAttempt(At))
    return;
  Appends Find(Apis, TouchKind::Appended);
  Find.TraverseStmt(Lambda->getBody());
  for (const Expr *Object : Find.Objects) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Object->IgnoreParenImpCasts());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (V && !keepsErrors(*V) && capturesByReference(*Lambda, *V))
      touch(S, variable(S, *V), TouchKind::Appended, At, true);
  }
}

/// std::move(X), as it is written.
static const Expr *movedFrom(const Expr *E) {
  const auto *C = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
  return C && C->isCallToStdMove() ? C->getArg(0) : nullptr;
}

/// Taking by value, by construction or by assignment; a copy would have left it
/// alone.
void Interpreter::touchMoved(State &S, const Expr *E, const CallParts &C) {
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(C.Callee);
  if (!M || C.Args.size() != 1 || M->isTrivial() || !C.Values[0].isReference())
    return;
  const auto *Ctor = dyn_cast<CXXConstructorDecl>(M);
  if ((Ctor ? Ctor->isMoveConstructor() : M->isMoveAssignmentOperator()) &&
      movedFrom(C.Args[0]))
    touch(S, C.Values[0].location(), TouchKind::Moved, E, false);
}

void Interpreter::touches(State &S, const Expr *E, const CallParts &C,
                          bool ByAttempt) {
  for (const Expr *A : C.Args)
    touchCaptured(S, A, E);
  if (!C.Callee)
    return;
  for (const ApiFunction *A : Apis.functions(*C.Callee)) {
    if (!A->AppendsTo && !A->Consumes && !A->Resets && !A->LendsSink &&
        !A->LendsSource && !A->LendsWriter && !A->LendsReader && !A->Sends)
      continue;
    if (!applies(S, *A, C))
      continue;
    if (A->Resets && !C.isConstMethod()) // str() asks, str("") empties
      if (LocationId L = placeOf(*A->Resets, C))
        S.Mem.renew(L, *ThePool);
    for (const auto &[Where, How] :
         {std::pair(A->AppendsTo, TouchKind::Appended),
          std::pair(A->Consumes, TouchKind::Consumed)})
      if (LocationId L = Where ? placeOf(*Where, C) : 0) {
        // The call itself has written to it, and made nothing new.
        for (const Touch &T : C.TouchedBefore)
          if (T.Object == L &&
              llvm::none_of(S.Mem.Touched, [&](const Touch &Now) {
                return Now.Object == L && Now.At == T.At;
              }))
            S.Mem.Touched.push_back(T);
        touch(S, L, How, E, ByAttempt);
      }
    lend(S, *A, C);
    if (ByAttempt && A->Sends && A->Sends->Handle)
      if (LocationId Handle = placeOf(*A->Sends->Handle, C))
        for (const Loan &L : S.Loans) {
          if (L.Handle != Handle)
            continue;
          auto Callback = Callbacks.find({Handle, L.How});
          // Without a function of its own the library reads and writes files.
          bool Touches = Callback == Callbacks.end();
          if (!Touches && Callback->second) {
            Appends Find(Apis, L.How);
            Find.TraverseStmt(Callback->second->getBody());
            Touches = !Find.Objects.empty();
          }
          if (Touches)
            touch(S, L.Object, L.How, E, true);
        }
    break;
  }
  if (!ByAttempt)
    return;
  for (unsigned I = 0; I < C.Args.size(); ++I)
    if (Apis.isSingleUse(C.Args[I]->getType()))
      if (LocationId L = placeOf({Place::Argument, I}, C))
        touch(S, L, TouchKind::Used, E, true);
}

} // namespace retrylint
