// The part of the interpreter that plays the event loop: what was arranged is
// called when the function has returned. Everything but the attempt works.
#include "analysis/CallParts.h"
#include "analysis/Interpreter.h"
#include "analysis/TimeTypes.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace retrylint {

using namespace clang;

const Expr *Interpreter::objectIn(const CallParts &C, const Place &P) {
  if (P.Where == Place::Receiver)
    return C.Receiver;
  return P.Where == Place::Argument && P.Index < C.Args.size() ? C.Args[P.Index]
                                                               : nullptr;
}

LocationId Interpreter::objectAt(const CallParts &C, const Place &P) {
  if (P.Where == Place::Receiver)
    return C.Object;
  if (P.Where == Place::Argument && P.Index < C.Args.size())
    return pointee(C.Values[P.Index], C.Args[P.Index]);
  return 0;
}

std::optional<unsigned> Interpreter::callbackOf(State &S, const CallParts &C,
                                                const CallbackEffect &How) {
  for (unsigned I = How.Arg.value_or(0); I < C.Args.size(); ++I) {
    if (callable(S, C.Args[I], C.Values[I]))
      return I;
    if (How.Arg)
      break;
  }
  return std::nullopt;
}

void Interpreter::cancel(State &S, LocationId Object) {
  if (Object)
    llvm::erase_if(S.Pending,
                   [&](const PendingCall &P) { return P.Object == Object; });
  if (S.Running && S.Running->Object == Object)
    S.Running->How = nullptr; // does not repeat
}

bool Interpreter::arrange(State &S, const Expr *E, const CallParts &C,
                          const CallbackEffect &How, const WaitEffect *Wait,
                          bool OfAttempt) {
  PendingCall P;
  P.Site = E;
  P.OfAttempt = OfAttempt;
  P.How = &How;
  if (Wait) {
    P.Timer = true;
    P.Amount = waitAmount(S, *Wait, C);
    P.Due = S.Clock + (P.Amount.isNumber() ? P.Amount.hi() : 0);
    if (!Wait->OfReceiver && Wait->Arg < C.Args.size())
      P.Written = C.Args[Wait->Arg];
    P.Object = How.Of ? objectAt(C, *How.Of) : C.Object;
    for (const Passed &Each : How.With)
      if (!P.Object && Each.What == Passed::Argument)
        P.Object = objectAt(C, {Place::Argument, Each.Index});
  }
  auto Pass = [&](llvm::ArrayRef<Passed> With, const CallParts &Of) {
    P.TypesTell = With.empty();
    for (const Passed &Each : With) {
      Value V;
      if (Each.What == Passed::Argument && Each.Index < Of.Values.size())
        V = Of.Values[Each.Index];
      else if (Each.What == Passed::Receiver && Of.Object)
        V = Value::reference(Of.Object);
      P.With.emplace_back(Each, V);
    }
  };
  auto Keep = [&](LocationId Closure) {
    // A copy: the same lambda may be made again before it is called.
    P.Closure = ThePool->location({LocationKind::Temporary, 0, nullptr, E,
                                   1000 + static_cast<long>(S.Serial++)});
    S.Mem.copy(P.Closure, Closure, *ThePool);
    // A timer that is set again forgets what it was to do.
    if (P.Timer && P.Object)
      llvm::erase_if(S.Pending, [&](const PendingCall &Old) {
        return Old.Timer && Old.Object == P.Object && !Old.OfAttempt;
      });
    S.Pending.push_back(P);
  };
  if (!How.Of) {
    std::optional<unsigned> Callback = callbackOf(S, C, How);
    if (!Callback)
      return false;
    Pass(How.With, C);
    if (std::optional<unsigned> Own = C.passedThrough())
      P.Own = C.Values[*Own];
    Keep(callable(S, C.Args[*Callback], C.Values[*Callback]));
    return true;
  }
  auto Plain = [](const Expr *E) {
    QualType T = E->getType();
    return T->isPointerType() ? T->getPointeeType() : T;
  };
  const Expr *Object = objectIn(C, *How.Of);
  const ValueDecl *Named = Object ? objectNamed(Object) : nullptr;
  // A reply and the client that it comes from tell the same.
  if (How.Of->Where == Place::Return) {
    Named = What->Callbacks->resultOf(E);
    if (C.Receiver && What->Callbacks->boundTo(Named).empty())
      Named = objectNamed(C.Receiver);
  }
  if (!Named)
    return false;
  bool Any = false;
  llvm::ArrayRef<BoundCallback> Bound = What->Callbacks->boundTo(Named);
  // Objects of the same name may be told different things; the last counts.
  auto ToldAt = [&](const BoundCallback &B) {
    auto Last = llvm::find(llvm::reverse(S.Told), B.Call);
    return std::distance(Last, llvm::reverse(S.Told).end());
  };
  for (const BoundCallback &B : Bound) {
    if (llvm::any_of(Bound, [&](const BoundCallback &Other) {
          return Other.Event == B.Event && ToldAt(Other) > ToldAt(B);
        }))
      continue;
    bool Happens = How.Events.empty() ||
                   llvm::is_contained(How.Events, B.Event) ||
                   llvm::is_contained(How.FailureEvents, B.Event);
    const FunctionDecl *F = functionNamed(*B.Callback);
    if (!Happens || !F || !F->getDefinition())
      continue;
    P.Event = B.Event;
    P.With.clear();
    P.TypesTell = B.How->With.empty();
    llvm::SmallVector<const Expr *, 4> Args = argumentsOf(*B.Call);
    const Expr *BoundObject =
        B.How->To.Where == Place::Argument && B.How->To.Index < Args.size()
            ? Args[B.How->To.Index]
            : nullptr;
    const Expr *Owner = Object ? ownerOf(Object) : nullptr;
    for (const Passed &Each : B.How->With) {
      Value V;
      if (Each.What == Passed::Argument && Each.Index < Args.size()) {
        const Expr *Arg = Args[Each.Index]->IgnoreParenCasts();
        const auto *Ref = dyn_cast<DeclRefExpr>(Arg);
        const auto *Variable =
            Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
        if (BoundObject == Args[Each.Index])
          V = Value::reference(objectAt(C, *How.Of));
        else if (isa<CXXThisExpr>(Arg))
          V = Value::reference(S.top().This);
        // The object that the timer is a part of is the usual context.
        else if (Owner && Ctx.hasSameUnqualifiedType(Plain(Arg), Plain(Owner)))
          V = !Owner->getType()->isPointerType()
                  ? Value::reference(place(S, Owner, valueOf(S, Owner)))
              : Owner->isGLValue() ? load(S, place(S, Owner, valueOf(S, Owner)),
                                          Owner->getType())
                                   : valueOf(S, Owner);
        else if (Variable && Variable->hasGlobalStorage())
          V = load(S, variable(S, *Variable), Arg->getType());
      }
      P.With.emplace_back(Each, V);
    }
    const auto *L =
        dyn_cast<LambdaExpr>(B.Callback->IgnoreUnlessSpelledInSource());
    P.Lambda = L;
    LocationId Made = L ? S.Lambdas.lookup(L) : 0;
    if (!Made || !codeAt(S, Made)) {
      Made = ThePool->location(
          {LocationKind::Temporary, 0, nullptr, B.Callback, 999});
      makeClosure(S, Made, *F, S.top().This);
    }
    Keep(Made);
    Any = true;
  }
  return Any;
}

/// No model: a function that is given a time, or says that it calls later.
bool Interpreter::arrangeUnknown(State &S, const Expr *E, const CallParts &C,
                                 bool OfAttempt) {
  static const CallbackEffect Plain;
  if (!C.Callee || isa<CXXConstructExpr>(E) ||
      !Apis.functions(*C.Callee).empty() || C.Callee->isInStdNamespace() ||
      !callbackOf(S, C, Plain))
    return false;
  if (OfAttempt)
    return arrange(S, E, C, Plain, nullptr, true);
  ApiIndex::Hint Says = Apis.hint(*C.Callee);
  bool Schedules = Says == ApiIndex::Hint::Wait || Apis.schedules(*C.Callee);
  for (unsigned I = 0; I < C.Args.size(); ++I) {
    QualType T = C.Args[I]->getType().getNonReferenceType();
    bool Time = tickOf(T).has_value();
    if (!Time && !(Schedules && T->isArithmeticType() && !T->isBooleanType()))
      continue;
    WaitEffect Wait;
    Wait.Arg = I;
    Wait.Unit = Time ? WaitUnit::Duration : WaitUnit::Seconds;
    if (!arrange(S, E, C, Plain, &Wait, false))
      return false;
    S.Pending.back().UnitKnown = Time;
    S.Pending.back().Object = 0;
    return true;
  }
  return Schedules && arrange(S, E, C, Plain, nullptr, false);
}

bool Interpreter::nextCallback(State &S, const Value &Returned,
                               const Stmt *At) {
  if (S.Running && S.Running->How) {
    auto Again = S.Running->How->Again;
    if (Again == CallbackEffect::UntilStopped ||
        (Again == CallbackEffect::WhileTrue && Returned.isExact() &&
         Returned.lo() != 0)) {
      PendingCall Next = *S.Running;
      Next.Due = S.Clock + (Next.Amount.isNumber() ? Next.Amount.hi() : 0);
      S.Pending.push_back(std::move(Next));
    } else {
      S.Mem.forget(S.Running->Closure, *ThePool);
    }
    S.Running->How = nullptr;
  }
  while (!S.Pending.empty()) {
    // The attempt ends first, then what else was begun, then timers in their
    // order; of those whose time is not known, the last.
    auto Sooner = [](const PendingCall &A, const PendingCall &B) {
      if (A.OfAttempt != B.OfAttempt)
        return A.OfAttempt;
      if (A.Timer != B.Timer)
        return !A.Timer;
      return A.Timer && A.Due < B.Due;
    };
    auto Best = S.Pending.begin();
    for (auto It = S.Pending.begin(); It != S.Pending.end(); ++It)
      if (Sooner(*It, *Best))
        Best = It;
    if (!Best->Event.empty() || Best->How->SuccessValue) {
      // How the operation ends decides what is called, and with what.
      bool Ok = true;
      if (Best->OfAttempt) {
        const Expr *Site = Best->Site;
        size_t Index = Best - S.Pending.begin();
        Value Done =
            outcome(S, "done", Ctx.BoolTy, nullptr, StatusDomain::None);
        Ok = Done.isExact()
                 ? Done.lo() != 0
                 : choose(S, Site, Done, Relation::NotEqual, Value::number(0));
        Best = S.Pending.begin() + Index;
      }
      const CallbackEffect &How = *Best->How;
      bool Fails = llvm::is_contained(How.FailureEvents, Best->Event);
      if (Best->OfAttempt && !How.FailureEvents.empty() && Fails == Ok) {
        S.Pending.erase(Best);
        continue;
      }
      if (!Best->OfAttempt && Fails) {
        S.Pending.erase(Best);
        continue;
      }
      if (How.SuccessValue)
        for (auto &[What, V] : Best->With)
          if (What.What == Passed::Outcome)
            V = Value::number(Ok ? *How.SuccessValue
                                 : How.FailureValue.value_or(0),
                              TaintAttempt);
    }
    PendingCall Next = *Best;
    S.Pending.erase(Best);
    // Reads, heartbeats and polls go on for ever.
    if (++S.Called[Next.Site] > limits::Repeats)
      continue;
    if (start(S, std::move(Next)))
      return true;
  }
  finish(S, Path::Returned, At);
  return false;
}

/// A value of a type that says that all went well.
Value Interpreter::succeeded(State &S, QualType T, const Decl *Source) {
  SymbolInfo Info;
  Info.Repeatable = true;
  Info.Source = Source;
  if (const ApiStatusType *Status = Apis.statusType(T)) {
    Value Whole = unknown(T, 0, Info);
    if (Status->Domain != StatusDomain::Http &&
        Status->Domain != StatusDomain::None)
      S.Mem.assume(derive(S, Whole, ".code", Ctx.IntTy, Source),
                   Relation::Equal, 0);
    else
      S.Mem.assume(derive(S, Whole, ".operator bool()", Ctx.BoolTy, Source),
                   Relation::NotEqual, 0);
    return Whole;
  }
  return unknown(T, 0, Info);
}

bool Interpreter::start(State &S, PendingCall Next) {
  if (LocationId Made = S.Lambdas.lookup(Next.Lambda);
      Next.Lambda && codeAt(S, Made))
    Next.Closure = Made;
  const FunctionDecl *F = codeAt(S, Next.Closure);
  F = F ? F->getDefinition() : nullptr;
  if (!F || F->isVariadic() ||
      Ctx.getSourceManager().isInSystemHeader(F->getLocation()))
    return false;
  const FunctionGraph *G = Graphs.get(F, limits::CalleeBlocks);
  if (!G || isa<CoroutineBodyStmt>(F->getBody()))
    return false;
  LocationId This = selfOf(S, Next.Closure);
  if (Next.Timer) {
    S.Trace.Events.push_back(
        {EventKind::Wait, Next.Site, Next.Site, {}, calleeOf(*Next.Site)});
    Event &Wait = S.Trace.Events.back();
    Wait.Amount = Next.Amount.isUnknown() ? unknown({}, Next.Amount.taints())
                                          : Next.Amount;
    Wait.Written = Next.Written;
    Wait.UnitKnown = Next.UnitKnown;
    S.Clock = std::max(S.Clock, Next.Due);
  }
  S.Frames.clear();
  pushFrame(S, *F, *G, nullptr, This);
  bindCaptures(S, Next.Closure);
  // How many the event loop passes: what is bound comes from elsewhere.
  size_t Number = std::max<size_t>(Next.With.size(), F->getNumParams());
  std::vector<Value> Given(Number);
  auto ParamType = [&](unsigned I) {
    return I < F->getNumParams()
               ? F->getParamDecl(I)->getType().getNonReferenceType()
               : QualType();
  };
  for (unsigned I = 0; I < Next.With.size(); ++I) {
    const auto &[What, V] = Next.With[I];
    bool Outcome = What.What == Passed::Outcome;
    QualType T = ParamType(I);
    Given[I] = !V.isUnknown() ? V
               : T.isNull()   ? Value()
               : Outcome && Next.OfAttempt
                   ? outcome(S, "cb" + std::to_string(I), T, F->getParamDecl(I),
                             StatusDomain::None)
               : Outcome && T->isIntegerType() ? Value::number(0)
                                               : succeeded(S, T, nullptr);
  }
  // Arguments that were bound by the program are in front or have their places.
  if (Next.TypesTell)
    for (size_t I = 0; I < Number; ++I)
      Given[I] = Value::number(I, TaintIterator);
  std::vector<Value> All = boundArguments(S, Next.Closure, std::move(Given));
  for (unsigned I = 0; I < F->getNumParams(); ++I) {
    const ParmVarDecl *P = F->getParamDecl(I);
    QualType T = P->getType().getNonReferenceType();
    Value V = I < All.size() ? All[I] : Value();
    if (Next.TypesTell && T->isVoidPointerType() && !Next.Own.isUnknown())
      V = Next.Own;
    else if (Next.TypesTell && V.isExact() && V.has(TaintIterator)) {
      // Not bound: the event loop tells how it went.
      V = Next.OfAttempt
              ? outcome(S, "cb" + std::to_string(std::lround(V.lo())), T, P,
                        StatusDomain::None)
              : succeeded(S, T, P);
    }
    if (V.isUnknown())
      V = succeeded(S, T, P);
    if (P->getType()->isReferenceType()) {
      LocationId L =
          V.isReference()
              ? V.location()
              : ThePool->location({LocationKind::Temporary, 0, nullptr, nullptr,
                                   2000 + long(S.Serial++)});
      if (!V.isReference())
        S.Mem.store(L, V, *ThePool);
      S.top().References[P] = L;
      continue;
    }
    LocationId L = variable(S, *P);
    S.Mem.forget(L, *ThePool);
    if (V.isReference() && T->isRecordType())
      copyObject(S, L, V.location(), T);
    else
      S.Mem.store(L, V, *ThePool);
  }
  S.Running = std::move(Next);
  return true;
}

} // namespace retrylint
