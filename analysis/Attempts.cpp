// The part of the interpreter that knows the attempt: what goes in, what comes
// out.
#include "analysis/CallParts.h"
#include "analysis/Interpreter.h"
#include "analysis/Sameness.h"
#include "analysis/UserData.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

bool Interpreter::isAttempt(const Expr *E) {
  if (E == What->Attempt)
    return true;
  const FunctionDecl *F = calleeOf(*E);
  if (!F || F != calleeOf(*What->Attempt) ||
      E->getStmtClass() != What->Attempt->getStmtClass())
    return false;
  llvm::FoldingSetNodeID Shape;
  E->Profile(Shape, Ctx, true);
  return Shape == AttemptShape;
}

/// The callback is given the argument back: it is the program's own.
static bool passesOn(const ApiFunction &A, unsigned Arg) {
  return llvm::any_of(A.CallsBack->With, [&](const Passed &P) {
    return P.What == Passed::Argument && P.Index == Arg;
  });
}

/// The variable that an expression reaches something through: a in a->b.c.
static const ValueDecl *rootOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  while (const auto *M = dyn_cast<MemberExpr>(E))
    E = M->getBase()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? Ref->getDecl() : nullptr;
}

/// device->ops->send(device): it is the device that matters.
static bool isOwnMethod(const CallParts &C) {
  const ValueDecl *Of = rootOf(C.Through);
  return Of && !C.Args.empty() && rootOf(C.Args[0]) == Of;
}

/// By the model; else as C programs do.
static bool isForCallback(const CallParts &C, const ApiFunction *Model,
                          unsigned Arg) {
  return Model
             ? passesOn(*Model, Arg)
             : C.passedThrough() == Arg &&
                   llvm::any_of(C.Args, [](auto *A) { return isCallable(*A); });
}

/// What a completion token takes the error into, by argument:
/// redirect_error(use_awaitable, ec).
static std::vector<std::pair<unsigned, const Expr *>>
filledByToken(const Expr &Given, ApiIndex &Apis) {
  std::vector<std::pair<unsigned, const Expr *>> Filled;
  if (const auto *Token = dyn_cast<CallExpr>(Given.IgnoreImplicit()))
    for (unsigned I = 0; I < Token->getNumArgs(); ++I)
      if (const Expr *Arg = Token->getArg(I);
          Arg->isGLValue() && !Arg->getType().isConstQualified() &&
          Apis.statusType(Arg->getType()))
        Filled.emplace_back(I, Arg);
  return Filled;
}

Operands Interpreter::plainOperands(State &S, const CallParts &C) {
  Operands O;
  // What is done afterwards is no part of what is attempted.
  const ApiFunction *CallsBack = What->Callbacks ? callsBack(S, C) : nullptr;
  for (unsigned I = 0; I < C.Values.size(); ++I)
    if (filledByToken(*C.Args[I], Apis).empty() &&
        (!What->Callbacks ||
         (!isCallable(*C.Args[I]) && !isForCallback(C, CallsBack, I)))) {
      if (C.mayChange(I))
        O.Shared.insert(O.Values.size());
      O.Values.push_back(C.Values[I]);
    }
  if (C.Receiver)
    O.Values.push_back(Value::reference(C.Object));
  if (!C.Callee && C.Through && !isOwnMethod(C))
    O.Values.push_back(valueOf(S, C.Through));
  return O;
}

/// The call that gave the pointer to an object was made after that event.
bool Interpreter::isGivenSince(const State &S, const Value &Object,
                               size_t Since) const {
  const LocationInfo &At = ThePool->at(ThePool->root(Object.location()));
  const FunctionDecl *Giver =
      At.Kind == LocationKind::Pointee
          ? stepBehind(Value::symbol(At.Index, TaintNone))
          : nullptr;
  return Giver &&
         std::any_of(S.Trace.Events.begin() + Since, S.Trace.Events.end(),
                     [&](const Event &E) { return E.Callee == Giver; });
}

/// What a part is of, if that is another one each time: event.target.
const Value *Interpreter::elementAround(const State &S, LocationId Part) const {
  for (LocationId L = ThePool->at(Part).Parent; L; L = ThePool->at(L).Parent)
    if (const Value *Whole = S.Mem.lookup(L))
      return Whole->isSymbolic() && Whole->has(TaintIterator) ? Whole : nullptr;
  return nullptr;
}

Operands Interpreter::operandsOf(State &S, const CallParts &C) {
  Operands O = plainOperands(S, C);
  size_t Since =
      S.Trace.Attempts.empty() ? 0 : S.Trace.Attempts.back().EventIndex;
  for (size_t I = 0; I < O.Values.size(); ++I)
    if (O.Values[I].isReference() && isGivenSince(S, O.Values[I], Since))
      O.Reopened.insert(I);
  for (size_t I = 0; I < O.Values.size(); ++I) {
    const Value &V = O.Values[I];
    if (!V.isReference() && !V.isPlainSymbol())
      continue;
    LocationId Object = pointee(V, nullptr);
    if (const Value *Of = elementAround(S, Object))
      O.Contents[{I, "of"}] = *Of;
    for (const auto &[L, Stored] : S.Mem.Stored)
      if (ThePool->inside(L, Object))
        O.Contents[{I, ThePool->pathFrom(Object, L)}] = Stored;
  }
  return O;
}

Value Interpreter::outcome(State &S, const std::string &Key, QualType T,
                           const Decl *Source, StatusDomain Domain) {
  if (Domain != StatusDomain::None)
    Result.Domains[Key] = Domain;
  if (auto It = What->Bindings.find(Key); It != What->Bindings.end())
    return It->second.tainted(TaintAttempt);
  SymbolInfo Info;
  Info.Origin = SymbolOrigin::Attempt;
  Info.Type = T;
  Info.Source = Source;
  Info.Taints = TaintAttempt;
  Info.Key = Key;
  Result.Parts.try_emplace(Key, Info);
  SymbolId Id =
      ThePool->intern("A" + std::to_string(S.Trace.Attempts.size()) + ":" +
                          Key + ":" + std::to_string(S.Trace.Events.size()),
                      Info);
  if (S.Trace.Attempts.empty())
    return Value::symbol(Id, TaintAttempt);
  // It goes on failing as it did the first time.
  for (SymbolId First : S.Trace.Attempts.front().Outcome)
    if (auto Known = S.Mem.Constraints.find(First);
        ThePool->info(First).Key == Key && Known != S.Mem.Constraints.end())
      S.Mem.Constraints.try_emplace(Id, Constraint(Known->second));
  S.Trace.Attempts.back().Outcome.push_back(Id);
  return Value::symbol(Id, TaintAttempt);
}

/// Counters of attempts start at 0 or 1, or count down.
static bool startsLikeCounter(const Operands &First, const Operands &Now) {
  for (size_t I = 0; I < std::min(First.Values.size(), Now.Values.size());
       ++I) {
    const Value &A = First.Values[I], &B = Now.Values[I];
    if (A.isNumber() && B.isNumber() && B.lo() > A.lo() && A.lo() != 0 &&
        A.lo() != 1)
      return false;
  }
  return true;
}

const ApiFunction *Interpreter::callsBack(const State &S, const CallParts &C) {
  if (C.Callee)
    for (const ApiFunction *A : Apis.functions(*C.Callee))
      if (A->CallsBack && applies(S, *A, C))
        return A;
  return nullptr;
}

unsigned Interpreter::mostRounds(const State &S) const {
  if (What->Rounds != limits::Rounds)
    return What->Rounds;
  if (What->FromLoop)
    return limits::LongRounds;
  unsigned Each = (S.Walked - S.FirstAt) / S.Trace.rounds() + 1;
  return std::clamp(limits::PathSteps / Each, limits::LongRounds, What->Rounds);
}

/// Where the reason is in errno, -1 says that there is one.
static void boundResult(Memory &Mem, const Value &Ret, const ApiFunction &A) {
  if (llvm::none_of(A.Yields, [](const StatusEffect &Y) {
        return Y.Domain == StatusDomain::Errno && Y.From.Where == Place::Errno;
      }))
    return;
  if (A.Success == SuccessWhen::Zero || A.Success == SuccessWhen::NonNegative)
    Mem.assume(Ret, Relation::GreaterEqual, -1);
  if (A.Success == SuccessWhen::Zero)
    Mem.assume(Ret, Relation::LessEqual, 0);
}

bool Interpreter::attempt(State &S, const Expr *E, const CallParts &C) {
  if (OnlyToAttempt) {
    Ended = true;
    return false;
  }
  Operands In = operandsOf(S, C);
  // What a helper is told may say whom it talks to.
  if (S.Frames.size() > 1)
    In.Values.insert(In.Values.end(), S.GivenToHelper.begin(),
                     S.GivenToHelper.end());
  Path &P = S.Trace;
  bool Again = !P.Attempts.empty();
  bool Waited = false;
  for (size_t I = Again ? P.Attempts.back().EventIndex : P.Events.size();
       I < P.Events.size(); ++I)
    Waited |= P.Events[I].Kind == EventKind::Wait ||
              P.Events[I].Kind == EventKind::PossibleWait;
  // The loop may be followed by a last try that is written once more.
  bool After = S.Left && E != What->Attempt;
  bool Last = After && Waited && !S.StopAtAttempt;
  bool NewRound = !Again || !What->Loop || S.NewPass || Last;
  // Begun before the last one ended: not because of how that ended.
  if (llvm::any_of(S.Pending,
                   [](const PendingCall &P) { return P.OfAttempt; })) {
    finish(S, Path::MovedOn, E);
    return false;
  }
  if (Again && NewRound) {
    if ((S.StopAtAttempt && !S.Left) || P.rounds() >= mostRounds(S) ||
        S.Frames.size() > limits::RecursionDepth) {
      finish(S, Path::RoundLimit, E);
      return false;
    }
    Likeness L = compareOperands(*P.Attempts.back().In, In, *ThePool);
    // The same thing, asked for with less protection.
    for (size_t I = P.Attempts.back().EventIndex; I < P.Events.size(); ++I)
      if (const Event &E = P.Events[I];
          E.Kind == EventKind::Watched ||
          (E.Model && E.Model->Weakens != Protection::None))
        L = Likeness::Same;
    // What was asked before the loop had another option: the retry begins here.
    if (L == Likeness::OtherNumber && P.rounds() == 1 && E == What->Attempt &&
        What->Loop && S.Inside &&
        P.Events[P.Attempts.front().EventIndex].At != What->Attempt) {
      P.Attempts.clear();
      for (Choice &C : P.Choices)
        C.Round = 0;
      return attempt(S, E, C);
    }
    bool Counts = Waited && startsLikeCounter(*P.Attempts.front().In, In);
    if ((S.Left && !Last) || L == Likeness::Different ||
        (L == Likeness::OtherNumber && !Counts)) {
      ++Moves;
      finish(S, Path::MovedOn, E);
      return false;
    }
    Result.Repeats = true;
  }
  if (!Seen)
    Seen = Steps;
  // Many ways may lead to the first attempt; a few of them are enough.
  if (!Again && Beginnings++ >= limits::Beginnings) {
    finish(S, Path::Abandoned, E);
    return false;
  }
  // What was asked before said nothing about this.
  if (!Again) {
    S.OutcomeDecisions.clear();
    S.FirstAt = S.Walked;
  }
  if (NewRound) {
    P.Attempts.push_back({P.Events.size(),
                          std::make_shared<const Operands>(std::move(In)),
                          false,
                          nullptr,
                          {}});
    event(S, EventKind::Attempt, E, C.Callee);
    S.NewPass = false;
    S.Idle = 0;
    if (!What->Loop)
      S.Repeats.clear();
    S.Called.clear();
  } else {
    event(S, EventKind::Again, E, C.Callee);
  }
  S.Superseded = false;
  touches(S, E, C, true); // whether it throws or not
  AttemptRecord &Record = P.Attempts.back();
  Record.Threw = false;
  Record.Handler = nullptr;

  if (mayThrow(C.Callee) && !throwsOutcome(S, E))
    return false;

  StatusDomain ReturnDomain = StatusDomain::None;
  // Whoever is not known may leave its reason in errno, and so may all of C.
  bool SetsErrno =
      !C.Callee || Apis.functions(*C.Callee).empty() || C.Callee->isExternC();
  if (C.Callee)
    for (const ApiFunction *A : Apis.functions(*C.Callee))
      for (const StatusEffect &Y : A->Yields) {
        if (Y.From.Where == Place::Return)
          ReturnDomain = Y.Domain;
        SetsErrno |= Y.From.Where == Place::Errno;
      }
  if (SetsErrno)
    S.Mem.store(
        ThePool->location({LocationKind::Errno, 0, nullptr, nullptr, 0}),
        outcome(S, "errno", Ctx.IntTy, nullptr, StatusDomain::Errno), *ThePool);
  const ApiFunction *CallsBack = What->Callbacks ? callsBack(S, C) : nullptr;
  for (unsigned I = 0; I < C.Args.size(); ++I)
    if (C.mayChange(I) &&
        !(What->Callbacks && isForCallback(C, CallsBack, I)) &&
        (C.Values[I].isReference() || C.Values[I].isPlainSymbol())) {
      QualType Written = C.Args[I]->getType();
      if (Written->isPointerType())
        Written = Written->getPointeeType();
      LocationId At = pointee(C.Values[I], C.Args[I]);
      UserData Kept(S.Mem, At, C, *ThePool);
      S.Mem.store(At,
                  outcome(S, "arg" + std::to_string(I), Written,
                          C.Callee && I < C.Callee->getNumParams()
                              ? C.Callee->getParamDecl(I)
                              : nullptr,
                          StatusDomain::None),
                  *ThePool);
      Kept.putBack(S.Mem, *ThePool);
    }
  for (unsigned I = 0; I < C.Args.size(); ++I)
    for (auto [J, Arg] : filledByToken(*C.Args[I], Apis))
      S.Mem.store(place(S, Arg, valueOf(S, Arg)),
                  outcome(S,
                          "arg" + std::to_string(I) + "." + std::to_string(J),
                          Arg->getType(), nullptr, StatusDomain::None),
                  *ThePool);
  if (C.Receiver && !C.isConstMethod()) {
    Value Self = outcome(S, "self", {}, nullptr, StatusDomain::None);
    if (ThePool->at(C.Object).Kind == LocationKind::This)
      S.Own = Self; // its members are still what they were
    else
      S.Mem.store(C.Object, Self, *ThePool);
  }

  QualType T = C.Callee && !isa<CXXConstructorDecl>(C.Callee)
                   ? C.Callee->getReturnType()
                   : E->getType();
  touches(S, E, C, true);
  if (What->Callbacks) {
    bool Later = CallsBack
                     ? arrange(S, E, C, *CallsBack->CallsBack, nullptr, true)
                     : arrangeUnknown(S, E, C, true);
    bool Given = CallsBack && CallsBack->CallsBack->Of &&
                 CallsBack->CallsBack->Of->Where == Place::Return;
    if (Later && !Given) { // it has begun; the callback learns the rest
      bool Begun = CallsBack && CallsBack->Success == SuccessWhen::Zero;
      S.top().Values[E] = Begun ? Value::number(0) : unknown(T, 0);
      return true;
    }
  }
  if (T->isVoidType()) {
    S.top().Values[E] = Value();
    return true;
  }
  Value Ret =
      outcome(S, "ret", T.getNonReferenceType(), C.Callee, ReturnDomain);
  if (C.Callee && Ret.isSymbolic())
    for (const ApiFunction *A : Apis.functions(*C.Callee))
      boundResult(S.Mem, Ret, *A);
  if (T->isReferenceType())
    Ret = Value::reference(pointee(Ret, E), TaintAttempt);
  S.top().Values[E] = Ret;
  return true;
}

} // namespace retrylint
