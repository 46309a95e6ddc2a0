// The part of the interpreter that knows calls: the attempt, modelled
// functions, bodies that are followed, and the rest.
#include "analysis/CallParts.h"
#include "analysis/Interpreter.h"
#include "analysis/Names.h"
#include "analysis/Sameness.h"
#include "analysis/TimeTypes.h"
#include "clang/Basic/SourceManager.h"

namespace retrylint {

using namespace clang;

static bool isSystem(const FunctionDecl &F, const ASTContext &Ctx) {
  return Ctx.getSourceManager().isInSystemHeader(F.getLocation());
}

CallParts Interpreter::partsOf(State &S, const Expr *E) {
  CallParts C;
  C.Callee = calleeOf(*E);
  C.Args = argumentsOf(*E);
  C.Receiver = receiverOf(*E);
  for (const Expr *A : C.Args)
    C.Values.push_back(valueOf(S, A));
  if (C.Receiver) {
    Value V = valueOf(S, C.Receiver);
    C.Object = C.Receiver->getType()->isPointerType() ? pointee(V, C.Receiver)
                                                      : place(S, C.Receiver, V);
  } else if (isa<CXXConstructExpr>(E)) {
    C.Object = temporary(S, E);
  }
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && !C.Callee)
    C.Through = Call->getCallee();
  return C;
}

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

void Interpreter::call(State &S, const Expr *E) {
  CallParts C = partsOf(S, E);
  auto Give = [&](const Value &V) {
    if (!Ended)
      S.top().Values[E] = V;
  };
  if (isAttempt(E)) {
    attempt(S, E, C);
    return;
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    if (std::optional<Value> V = construct(S, *Construct, C))
      return Give(*V);
  if (std::optional<Value> V = statusQuery(S, E, C))
    return Give(*V);
  if (std::optional<Value> V = modelled(S, E, C))
    return Give(*V);
  if (Ended)
    return;
  if (std::optional<Value> V = standard(S, E, C))
    return Give(*V);
  if (follow(S, E, C))
    return;
  Give(opaque(S, E, C));
}

void Interpreter::event(State &S, EventKind K, const Expr *E,
                        const FunctionDecl *Callee) {
  const Expr *Top = S.Frames.size() > 1 ? S.Frames[1].CallSite : E;
  S.Trace.Events.push_back({K, E, Top, {}, Callee});
}

void Interpreter::wait(State &S, const Expr *E, const CallParts &C,
                       Value Amount, unsigned Arg, bool UnitKnown) {
  event(S, EventKind::Wait, E, C.Callee);
  Event &Wait = S.Trace.Events.back();
  Wait.Amount = Amount.isUnknown() ? unknown(E, {}, Amount.taints()) : Amount;
  Wait.Written = Arg < C.Args.size() ? C.Args[Arg] : nullptr;
  Wait.UnitKnown = UnitKnown;
  if (Amount.isNumber())
    S.Clock += std::max(0.0, Amount.hi());
}

Operands Interpreter::operandsOf(State &S, const CallParts &C) {
  Operands O;
  O.Values.assign(C.Values.begin(), C.Values.end());
  if (C.Receiver)
    O.Values.push_back(Value::reference(C.Object));
  if (!C.Callee && C.Through)
    O.Values.push_back(valueOf(S, C.Through));
  for (size_t I = 0; I < O.Values.size(); ++I) {
    const Value &V = O.Values[I];
    if (!V.isReference() && !V.isPlainSymbol())
      continue;
    LocationId Object = pointee(V, nullptr);
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
    return Value::number(It->second, TaintAttempt);
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
  if (!S.Trace.Attempts.empty())
    S.Trace.Attempts.back().Outcome.push_back(Id);
  return Value::symbol(Id, TaintAttempt);
}

static bool mayThrow(const FunctionDecl *F) {
  if (!F)
    return true;
  if (const auto *T = F->getType()->getAs<FunctionProtoType>();
      T && T->isNothrow())
    return false;
  return !F->isExternC();
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

bool Interpreter::attempt(State &S, const Expr *E, const CallParts &C) {
  Operands In = operandsOf(S, C);
  Path &P = S.Trace;
  bool Again = !P.Attempts.empty();
  bool NewRound = !Again || !What->Loop || S.NewPass;
  if (Again && NewRound) {
    if (S.StopAtAttempt || P.rounds() >= What->Rounds ||
        S.Frames.size() > limits::RecursionDepth) {
      finish(S, Path::RoundLimit, E);
      return false;
    }
    Likeness L = compareOperands(P.Attempts.back().In, In, *ThePool);
    bool Waited = false;
    for (size_t I = P.Attempts.back().EventIndex; I < P.Events.size(); ++I)
      Waited |= P.Events[I].Kind == EventKind::Wait;
    bool Counts = Waited && startsLikeCounter(P.Attempts.front().In, In);
    if (S.Left || L == Likeness::Different ||
        (L == Likeness::OtherNumber && !Counts)) {
      finish(S, Path::MovedOn, E);
      return false;
    }
  }
  // Many ways may lead to the first attempt; a few of them are enough.
  if (!Again && Beginnings++ >= limits::Beginnings) {
    finish(S, Path::Abandoned, E);
    return false;
  }
  if (NewRound) {
    P.Attempts.push_back({P.Events.size(), std::move(In), false, nullptr, {}});
    event(S, EventKind::Attempt, E, C.Callee);
    S.NewPass = false;
    if (!What->Loop)
      S.Repeats.clear();
  }
  AttemptRecord &Record = P.Attempts.back();
  Record.Threw = false;
  Record.Handler = nullptr;

  bool Guarded = false;
  const Stmt *At = E;
  for (auto F = S.Frames.rbegin(); F != S.Frames.rend() && !Guarded; ++F) {
    Guarded = F->Graph->dispatch(*At) != nullptr;
    At = F->CallSite;
  }
  if (What->Throws != Throwing::Never && Guarded && mayThrow(C.Callee)) {
    if (What->Throws == Throwing::Always)
      S.Decisions[E] = 1;
    auto Earlier = S.Decisions.find(E);
    if (Earlier == S.Decisions.end()) {
      State Other = S;
      Other.Decisions[E] = 1;
      Other.Trace.Attempts.back().Threw = true;
      if (raise(Other, E, {}))
        later(std::move(Other), true);
      Ended = false;
      S.Decisions[E] = 0;
    } else if (Earlier->second) {
      Record.Threw = true;
      Ended = !raise(S, E, {});
      return false;
    }
  }

  StatusDomain ReturnDomain = StatusDomain::None;
  if (C.Callee)
    for (const ApiFunction *A : Apis.functions(*C.Callee))
      for (const StatusEffect &Y : A->Yields) {
        if (Y.From.Where == Place::Return)
          ReturnDomain = Y.Domain;
        if (Y.From.Where == Place::Errno)
          S.Mem.store(
              ThePool->location({LocationKind::Errno, 0, nullptr, nullptr, 0}),
              outcome(S, "errno", Ctx.IntTy, nullptr, StatusDomain::Errno),
              *ThePool);
      }
  for (unsigned I = 0; I < C.Args.size(); ++I)
    if (C.mayChange(I) &&
        (C.Values[I].isReference() || C.Values[I].isPlainSymbol())) {
      QualType Written = C.Args[I]->getType();
      if (Written->isPointerType())
        Written = Written->getPointeeType();
      S.Mem.store(pointee(C.Values[I], C.Args[I]),
                  outcome(S, "arg" + std::to_string(I), Written,
                          C.Callee && I < C.Callee->getNumParams()
                              ? C.Callee->getParamDecl(I)
                              : nullptr,
                          StatusDomain::None),
                  *ThePool);
    }
  if (C.Receiver && !C.isConstMethod() &&
      ThePool->at(C.Object).Kind != LocationKind::This)
    S.Mem.store(C.Object, outcome(S, "self", {}, nullptr, StatusDomain::None),
                *ThePool);

  QualType T = C.Callee && !isa<CXXConstructorDecl>(C.Callee)
                   ? C.Callee->getReturnType()
                   : E->getType();
  if (T->isVoidType()) {
    S.top().Values[E] = Value();
    return true;
  }
  Value Ret =
      outcome(S, "ret", T.getNonReferenceType(), C.Callee, ReturnDomain);
  if (T->isReferenceType())
    Ret = Value::reference(pointee(Ret, E), TaintAttempt);
  S.top().Values[E] = Ret;
  return true;
}

bool Interpreter::applies(const ApiFunction &A, const CallParts &C) {
  return llvm::all_of(A.When, [&](const Guard &G) {
    if (G.Arg >= C.Args.size())
      return false;
    if (guardHolds(G, *C.Args[G.Arg], Ctx))
      return true;
    // A variable whose value is known here.
    std::optional<double> N = C.Values[G.Arg].exact();
    double Want = 0;
    bool Numeric = G.Is == "null" || !llvm::StringRef(G.Is).getAsDouble(Want);
    return N && Numeric && *N == Want;
  });
}

/// A point in time as a length: the clock has cancelled out.
static Value fromNow(const Value &When, double Now) {
  if (When.isNumber())
    return Value::interval(When.lo() - Now, When.hi() - Now,
                           When.taints() & ~unsigned(TaintClock));
  return subtract(When, Value::number(Now));
}

Value Interpreter::waitAmount(State &S, const WaitEffect &W,
                              const CallParts &C) {
  if (W.OfReceiver) {
    const Value *Set = S.Mem.lookup(ThePool->element(C.Object, 0));
    return Set ? *Set : Value();
  }
  unsigned Arg = W.Arg;
  // Overloads put a stop token or a lock before the time.
  if (W.Unit == WaitUnit::Duration || W.Unit == WaitUnit::TimePoint)
    while (Arg < C.Args.size() && !tickOf(C.Args[Arg]->getType()))
      ++Arg;
  if (Arg >= C.Args.size())
    Arg = W.Arg;
  if (Arg >= C.Values.size())
    return Value();
  const Value &V = C.Values[Arg];
  auto Amount = [&](const Value &Raw) {
    return Raw.isReference() ? load(S, Raw.location(), Ctx.LongTy) : Raw;
  };
  // struct timespec, whether it is a length or a point in time.
  bool Structure = V.isReference() && C.Args[Arg]->getType()->isPointerType();
  switch (Structure ? WaitUnit::Timespec : W.Unit) {
  case WaitUnit::Seconds:
    return Amount(V);
  case WaitUnit::Milliseconds:
    return Amount(V).scaled(1e-3);
  case WaitUnit::Microseconds:
    return Amount(V).scaled(1e-6);
  case WaitUnit::Nanoseconds:
    return Amount(V).scaled(1e-9);
  case WaitUnit::Duration:
    return Amount(V);
  case WaitUnit::TimePoint:
    return fromNow(Amount(V), S.Clock);
  case WaitUnit::Timespec:
  case WaitUnit::Timeval: {
    QualType T = C.Args[Arg]->getType();
    if (!T->isPointerType() || !V.isReference())
      return Value();
    const RecordDecl *R = T->getPointeeType()->getAsRecordDecl();
    Value Sum = Value::number(0);
    if (!R)
      return Value();
    for (const FieldDecl *F : R->fields()) {
      Value Part = load(S, ThePool->member(V.location(), F), F->getType());
      double Scale = F->getName() == "tv_nsec"   ? 1e-9
                     : F->getName() == "tv_usec" ? 1e-6
                                                 : 1;
      Sum = add(Sum, Part.scaled(Scale));
    }
    // An absolute time has the clock in it.
    return Sum.has(TaintClock) ? fromNow(Sum, S.Clock) : Sum;
  }
  }
  return Value();
}

Value Interpreter::randomIn(const Value &Low, const Value &High, QualType T) {
  if (Low.isNumber() && High.isNumber() && Low.lo() <= High.hi())
    return Low.isExact() && High.isExact() && Low.lo() == High.lo()
               ? Low
               : Value::interval(Low.lo(), High.hi(), TaintRandom);
  return unknown(nullptr, T, TaintRandom);
}

/// Tells of the attempt before: curl_easy_getinfo, errno.
static bool yieldsLater(const ApiFunction &A) {
  return !A.Sends && llvm::any_of(A.Yields, [](const StatusEffect &Y) {
    return Y.From.Where != Place::Errno;
  });
}

std::optional<Value> Interpreter::modelled(State &S, const Expr *E,
                                           const CallParts &C) {
  if (!C.Callee)
    return std::nullopt;
  QualType T = C.Callee->getReturnType();
  std::optional<Value> Given;
  for (const ApiFunction *A : Apis.functions(*C.Callee)) {
    if (Given)
      break; // for each meaning the first entry decides
    if (!applies(*A, C))
      continue;
    if (A->Exits) {
      finish(S, Path::Exited, E);
      return std::nullopt;
    }
    if (A->Waits && A->Waits->ForReadiness) {
      event(S, EventKind::PossibleWait, E, C.Callee);
      Given = opaque(S, E, C, true);
    } else if (A->Waits) {
      Value Amount = waitAmount(S, *A->Waits, C);
      wait(S, E, C, Amount, A->Waits->Arg, true);
      Given = A->Waits->WakesEarly ? unknown(E, T, 0) : Value::number(0);
    } else if (A->Random) {
      auto Bound = [&](std::optional<unsigned> Arg, std::optional<double> Fixed,
                       double Default) {
        if (Arg && A->Random->OfReceiver) {
          const Value *Set = S.Mem.lookup(ThePool->element(C.Object, *Arg));
          return Set ? *Set : Value();
        }
        if (Arg && *Arg < C.Values.size())
          return C.Values[*Arg].isReference()
                     ? load(S, C.Values[*Arg].location(),
                            C.Args[*Arg]->getType())
                     : C.Values[*Arg];
        return Value::number(Fixed.value_or(Default));
      };
      Given =
          randomIn(Bound(A->Random->LowArg, A->Random->Low, 0),
                   Bound(A->Random->HighArg, A->Random->High, 2147483647.0), T);
    } else if (A->MakesDuration && A->MakesDuration->Arg < C.Values.size()) {
      const Value &V = C.Values[A->MakesDuration->Arg];
      Given = (V.isReference() ? load(S, V.location(), Ctx.LongTy) : V)
                  .scaled(A->MakesDuration->Seconds);
    } else if (A->SetsWait) {
      S.Mem.store(ThePool->element(C.Object, 0), waitAmount(S, *A->SetsWait, C),
                  *ThePool);
      Given = isa<CXXConstructExpr>(E) ? Value::reference(C.Object)
                                       : Value::number(0);
    } else if (A->ReadsClock) {
      Given = Value::number(S.Clock, TaintClock);
      for (unsigned I = 0; I < C.Args.size(); ++I) {
        QualType Arg = C.Args[I]->getType();
        const RecordDecl *R = Arg->isPointerType()
                                  ? Arg->getPointeeType()->getAsRecordDecl()
                                  : nullptr;
        if (!R || !C.Values[I].isReference())
          continue;
        for (const FieldDecl *F : R->fields())
          S.Mem.store(
              ThePool->member(C.Values[I].location(), F),
              Value::number(F->getName() == "tv_sec" ? S.Clock : 0, TaintClock),
              *ThePool);
        Given = Value::number(0);
      }
    } else if (A->Logs) {
      event(S, EventKind::Log, E, C.Callee);
      Given = opaque(S, E, C, true);
    } else if (A->AsksStop) {
      SymbolInfo Info;
      Info.Origin = SymbolOrigin::Call;
      Info.Source = C.Callee;
      Info.Flag = true;
      Given = unknown(E, T, 0, Info);
    } else if (A->Creates || A->MakesKey) {
      SymbolInfo Info;
      Info.Created = A->Creates;
      Info.Origin = SymbolOrigin::Call;
      Info.Source = C.Callee;
      Info.Repeatable = true;
      Given = unknown(E, T, 0, Info);
    } else if (A->Receives) {
      Given = opaque(S, E, C, true);
    } else if (yieldsLater(*A)) {
      for (const StatusEffect &Y : A->Yields) {
        static constexpr const char *Keys[] = {"",     "http", "grpc", "errno",
                                               "curl", "gai",  "sql"};
        std::string Key = Keys[static_cast<int>(Y.Domain)];
        if (Y.From.Where == Place::Argument && Y.From.Index < C.Values.size() &&
            C.Values[Y.From.Index].isReference())
          S.Mem.store(C.Values[Y.From.Index].location(),
                      outcome(S, Key, Ctx.LongTy, C.Callee, Y.Domain),
                      *ThePool);
        else if (Y.From.Where == Place::Return &&
                 Y.Domain == StatusDomain::Errno && T->isPointerType())
          Given = Value::reference(
              ThePool->location({LocationKind::Errno, 0, nullptr, nullptr, 0}));
        else if (Y.From.Where == Place::Return)
          Given = outcome(S, Key, T, C.Callee, Y.Domain);
      }
      if (!Given)
        Given = Value::number(0);
    } else if (A->Pure || A->InProcess || !A->SetsMethod.empty() ||
               A->SetsMethodArg || A->SetsHeaderArg || A->ReadsHeaderArg ||
               A->ReportsError) {
      // Computed where the numbers are known, else a symbol.
      if (!A->Pure && !C.isConstMethod() && !isa<CXXConstructExpr>(E))
        event(S, EventKind::Adjust, E, C.Callee);
      Given = standard(S, E, C);
      if (!Given && !Ended)
        Given = opaque(S, E, C, true);
    }
  }
  return Given;
}

std::optional<Value> Interpreter::statusQuery(State &S, const Expr *E,
                                              const CallParts &C) {
  if (!C.Receiver || !C.Callee)
    return std::nullopt;
  QualType Object = C.Receiver->getType();
  if (Object->isPointerType())
    Object = Object->getPointeeType();
  const ApiStatusType *Status = Apis.statusType(Object);
  if (!Status)
    return std::nullopt;
  std::string Name = C.Callee->getNameAsString();
  if (isa<CXXConversionDecl>(C.Callee))
    Name = "operator bool";
  auto Lists = [&](const std::vector<std::string> &Names) {
    return llvm::is_contained(Names, Name);
  };
  bool AsksOk = Lists(Status->Ok), AsksError = Lists(Status->Error);
  // A part that tells more, and is a status itself, has the same code.
  if (Lists(Status->Inner) && Apis.statusType(C.Callee->getReturnType()))
    return Value::reference(C.Object);
  if (!AsksOk && !AsksError && !Lists(Status->Code))
    return std::nullopt;
  Value Whole = whole(S, C.Object, Object);
  if (Status->Code.empty() && Status->Inner.empty())
    return std::nullopt;
  if (Status->Domain == StatusDomain::Http ||
      Status->Domain == StatusDomain::None) {
    // Whether there is an answer at all, not what it says.
    Value Arrived = derive(S, Whole, ".operator bool()", Ctx.BoolTy, C.Callee);
    return compare(S, E, AsksOk ? Relation::NotEqual : Relation::Equal, Arrived,
                   Value::number(0));
  }
  Value Code = derive(S, Whole, ".code", Ctx.IntTy, C.Callee);
  if (Code.isSymbolic())
    if (const SymbolInfo &I = ThePool->info(Code.symbol()); !I.Key.empty())
      Result.Domains[I.Key] = Status->Domain;
  if (!AsksOk && !AsksError)
    return Code;
  return compare(S, E, AsksOk ? Relation::Equal : Relation::NotEqual, Code,
                 Value::number(0));
}

bool Interpreter::follow(State &S, const Expr *E, const CallParts &C) {
  const FunctionDecl *F = C.Callee ? C.Callee->getDefinition() : nullptr;
  if (!F || isSystem(*F, Ctx) || F->isVariadic())
    return false;
  bool Recursive = F == Analysed->getDefinition();
  if (S.Frames.size() >
      (Recursive ? limits::RecursionDepth : limits::CallDepth))
    return false;
  for (const Frame &Active : S.Frames)
    if (Active.Function == F && !Recursive)
      return false;
  const FunctionGraph *G =
      Graphs.get(F, Recursive ? limits::Blocks : limits::CalleeBlocks);
  if (!G || isa<CoroutineBodyStmt>(F->getBody()))
    return false;
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  bool Lambda = M && M->getParent()->isLambda();
  LocationId This = Lambda || !C.Object ? S.top().This : C.Object;
  pushFrame(S, *F, *G, E, This);
  for (unsigned I = 0; I < F->getNumParams() && I < C.Values.size(); ++I) {
    const ParmVarDecl *P = F->getParamDecl(I);
    const Value &V = C.Values[I];
    if (P->getType()->isReferenceType()) {
      S.top().References[P] = place(S, C.Args[I], V);
      continue;
    }
    LocationId L = variable(S, *P);
    S.Mem.forget(L, *ThePool);
    if (V.isReference() && P->getType()->isRecordType())
      S.Mem.copy(L, V.location(), *ThePool);
    else
      S.Mem.store(L, V.isUnknown() ? unknown(E, P->getType(), V.taints()) : V,
                  *ThePool);
  }
  return true;
}

/// What a call is given, and what it is given refers to.
std::vector<Value> Interpreter::inputs(State &S, const CallParts &C) {
  std::vector<Value> All;
  for (const Value &V : C.Values) {
    const Value *Content =
        V.isReference() ? S.Mem.lookup(V.location()) : nullptr;
    All.push_back(Content ? *Content : V);
  }
  return All;
}

/// A global of the program, or a variable whose address was given away.
bool Interpreter::mayBeSeen(const State &S, LocationId Root) const {
  const auto *V = dyn_cast_or_null<VarDecl>(ThePool->at(Root).Decl);
  return (V && V->hasGlobalStorage() && V->isExternallyVisible()) ||
         S.Escaped.count(Root);
}

void Interpreter::invalidate(State &S, const CallParts &C, const Expr *E,
                             bool Varies) {
  auto Changed = [&] {
    SymbolInfo Info;
    Info.Origin = SymbolOrigin::Call;
    Info.Source = C.Callee;
    Info.Repeatable = !Varies;
    Info.Mutated = true;
    Info.From = inputs(S, C);
    Info.Taints = Varies ? TaintIterator : TaintNone;
    for (const Value &V : Info.From)
      Info.Taints |= V.taints() & TaintAttempt;
    return unknown(E, {}, TaintOpaque, Info);
  };
  for (unsigned I = 0; I < C.Args.size(); ++I)
    if (C.mayChange(I) &&
        (C.Values[I].isReference() || C.Values[I].isPlainSymbol())) {
      LocationId L = pointee(C.Values[I], C.Args[I]);
      if (ThePool->at(L).Kind != LocationKind::This)
        S.Mem.store(L, Changed(), *ThePool);
    }
  // Somebody else's function may write to what others can see.
  bool Harmless = !C.Callee || C.isConstMethod() ||
                  !Apis.functions(*C.Callee).empty() ||
                  Apis.hint(*C.Callee) == ApiIndex::Hint::Log;
  for (auto &[L, V] : S.Mem.Stored)
    if (!Harmless && V.isNumber() && mayBeSeen(S, ThePool->root(L)))
      V = Changed();
  for (unsigned I = 0; I < C.Args.size(); ++I)
    if (!Harmless && C.mayChange(I) && C.Values[I].isReference())
      S.Escaped.insert(ThePool->root(C.Values[I].location()));
  if (!C.Object || isa<CXXConstructExpr>(E) || C.isConstMethod())
    return;
  if (ThePool->at(C.Object).Kind != LocationKind::This) {
    S.Mem.store(C.Object, Changed(), *ThePool);
    return;
  }
  // Another method of this object: numbers that were written may have changed.
  for (auto &[L, V] : S.Mem.Stored)
    if (ThePool->inside(L, C.Object))
      V = Changed();
}

Value Interpreter::opaque(State &S, const Expr *E, const CallParts &C,
                          bool Quiet) {
  QualType T = C.Callee ? C.Callee->getReturnType() : E->getType();
  bool Construct = isa<CXXConstructExpr>(E);
  if (Construct)
    T = E->getType();
  ApiIndex::Hint Hint = C.Callee ? Apis.hint(*C.Callee) : ApiIndex::Hint::None;
  bool Standard = C.Callee && C.Callee->isInStdNamespace();
  bool Operator = isa<CXXOperatorCallExpr>(E);
  unsigned Taints = TaintOpaque;
  bool Pointers = false;
  for (unsigned I = 0; I < C.Values.size(); ++I) {
    Taints |= C.Values[I].taints();
    if (C.Values[I].isReference())
      if (const Value *V = S.Mem.lookup(C.Values[I].location()))
        Taints |= V->taints();
    Pointers |= C.mayChange(I);
  }
  if (!Quiet && !Construct && !Standard && !Operator && !C.isConstMethod()) {
    std::optional<unsigned> Amount;
    if (Hint == ApiIndex::Hint::Wait)
      for (unsigned I = 0; I < C.Args.size(); ++I)
        if (C.Args[I]->getType()->isArithmeticType() ||
            tickOf(C.Args[I]->getType()))
          Amount = I;
    if (Amount) {
      const Value &V = C.Values[*Amount];
      QualType ArgType = C.Args[*Amount]->getType();
      wait(S, E, C, V.isReference() ? load(S, V.location(), ArgType) : V,
           *Amount, tickOf(ArgType).has_value());
    } else {
      event(S,
            Hint == ApiIndex::Hint::Log    ? EventKind::Log
            : Hint == ApiIndex::Hint::Wait ? EventKind::PossibleWait
                                           : EventKind::Work,
            E, C.Callee);
    }
  }
  bool Varies = Hint == ApiIndex::Hint::Iterator ||
                (Operator && C.Receiver && !C.isConstMethod());
  if (C.Callee)
    for (const ApiFunction *A : Apis.functions(*C.Callee))
      Varies |= A->Receives || (A->Sends && !A->Creates);

  // Arguments as text: the same call on the same things gives the same thing.
  std::string Text = C.Callee ? C.Callee->getNameAsString() : "call";
  Text += "(";
  for (const Value &V : inputs(S, C))
    Text += std::to_string(V.isReference() ? V.location() : V.symbol()) + "/" +
            std::to_string(V.lo()) + "/" + std::to_string(V.coef()) + ",";
  Text += ")";

  // Classifying an outcome is part of it; asking something that keeps a state,
  // or is given more than the outcome, is not.
  bool Pure = !C.Receiver || C.isConstMethod();
  for (unsigned I = 0; I < C.Values.size(); ++I) {
    const Value *Content = C.Values[I].isReference()
                               ? S.Mem.lookup(C.Values[I].location())
                               : nullptr;
    Pure &= C.Values[I].has(TaintAttempt) ||
            (Content && Content->has(TaintAttempt)) || constant(C.Args[I]) ||
            isa<StringLiteral>(C.Args[I]->IgnoreParenImpCasts());
  }
  bool OfAttempt = Taints & TaintAttempt;
  Value Given;
  if (C.isConstMethod() && C.Object && !(OfAttempt && Pure)) {
    QualType Object = C.Receiver->getType();
    Value Whole =
        whole(S, C.Object,
              Object->isPointerType() ? Object->getPointeeType() : Object);
    Given = derive(S, Whole, "." + Text, T.getNonReferenceType(), C.Callee);
  } else {
    const Value *FromAttempt = nullptr;
    for (const Value &V : C.Values)
      if (Pure && V.has(TaintAttempt) && V.isSymbolic())
        FromAttempt = &V;
    Value Stored;
    for (const Value &V : C.Values)
      if (Pure && !FromAttempt && V.isReference())
        if (const Value *Content = S.Mem.lookup(V.location());
            Content && Content->has(TaintAttempt) && Content->isSymbolic()) {
          Stored = *Content;
          FromAttempt = &Stored;
        }
    if (FromAttempt) {
      Given = derive(S, *FromAttempt, "." + Text, T.getNonReferenceType(),
                     C.Callee);
    } else {
      SymbolInfo Info;
      Info.Origin = SymbolOrigin::Call;
      Info.Source = C.Callee;
      bool Reader = !Pointers && !C.Receiver && !C.Values.empty() && !Varies;
      Info.Repeatable = !Varies;
      Info.From = inputs(S, C);
      Info.Flag = T->isBooleanType() && C.Values.empty() && !C.Receiver;
      if (Varies)
        Taints |= TaintIterator;
      Info.Taints = Taints;
      Info.Type = T;
      Given = Reader ? Value::symbol(ThePool->intern("f" + Text, Info), Taints)
                     : unknown(E, T, Taints, Info);
    }
  }
  invalidate(S, C, E, Varies);
  if (T->isVoidType())
    return Value();
  if (T->isReferenceType())
    return Value::reference(pointee(Given, E), Taints);
  return Given;
}

} // namespace retrylint
