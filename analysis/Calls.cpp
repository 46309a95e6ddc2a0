// The part of the interpreter that dispatches calls, follows bodies, and
// supposes what the rest may do.
#include "analysis/CallParts.h"
#include "analysis/Interpreter.h"
#include "analysis/Names.h"
#include "analysis/TimeTypes.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

static bool isSystem(const FunctionDecl &F, const ASTContext &Ctx) {
  return Ctx.getSourceManager().isInSystemHeader(F.getLocation());
}

/// The constructor of a base class, or another one of the same class.
static bool initializesThis(const CXXConstructExpr &E, const FunctionDecl &F) {
  const auto *Ctor = dyn_cast<CXXConstructorDecl>(&F);
  return Ctor && llvm::any_of(Ctor->inits(), [&](const CXXCtorInitializer *I) {
           return !I->isAnyMemberInitializer() && I->getInit() &&
                  I->getInit()->IgnoreImplicit() == &E;
         });
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
  } else if (const auto *Make = dyn_cast<CXXConstructExpr>(E)) {
    C.Object = initializesThis(*Make, *S.top().Function) ? S.top().This
                                                         : temporary(S, E);
  }
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && !C.Callee)
    C.Through = Call->getCallee();
  return C;
}

/// Keeps the state of a lock-free counter.
static bool isAtomic(QualType T) {
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && R->getIdentifier() && R->getName().contains("atomic");
}

void Interpreter::call(State &S, const Expr *E) {
  CallParts C = partsOf(S, E);
  C.TouchedBefore = S.Mem.Touched;
  touchMoved(S, E, C);
  auto Give = [&](const Value &V) {
    if (Ended)
      return;
    S.top().Values[E] = V;
    touches(S, E, C, false);
    noteKeyOutput(S, E, C);
  };
  noteHeader(S, E, C);
  if (const auto *M = dyn_cast_or_null<CXXMethodDecl>(C.Callee);
      M && C.Receiver && !M->isConst() &&
      (isAtomic(C.Receiver->getType()) || M->isCopyAssignmentOperator() ||
       M->isMoveAssignmentOperator()))
    noteWrite(S, C.Object, E);
  if (isAttempt(E)) {
    attempt(S, E, C);
    return;
  }
  if (std::optional<Value> V = makesCallback(S, E, C))
    return Give(*V);
  if (std::optional<Value> V = optional(S, E, C))
    return Give(*V);
  if (std::optional<Value> V = pointer(S, E, C))
    return Give(*V);
  if (std::optional<Value> V = owned(S, E, C))
    return Give(*V);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    if (std::optional<Value> V = construct(S, *Construct, C))
      return Give(*V);
  if (std::optional<Value> V = statusQuery(S, E, C))
    return Give(*V);
  if (std::optional<Value> V = codeComparison(S, E))
    return Give(*V);
  Raised = false;
  if (std::optional<Value> V = modelled(S, E, C))
    return Give(*V);
  if (Ended || Raised)
    return;
  if (std::optional<Value> V = standard(S, E, C))
    return Give(*V);
  if (S.Frames.size() == 1 && !What->Callbacks && C.Callee &&
      C.Callee->getCanonicalDecl() != Analysed->getCanonicalDecl())
    S.GivenToHelper = plainOperands(S, C).Values;
  if (follow(S, E, C) || callThrough(S, E, C))
    return;
  if (What->Callbacks && arrangeUnknown(S, E, C, continuesAttempt(S, C))) {
    // Whoever passes it through leaves it alone.
    if (std::optional<unsigned> Own = C.passedThrough())
      C.Values[*Own] = Value::number(0);
    return Give(opaque(S, E, C, true));
  }
  Give(opaque(S, E, C));
}

void Interpreter::event(State &S, EventKind K, const Expr *E,
                        const FunctionDecl *Callee) {
  // In a function that calls itself, the innermost round counts.
  size_t Own = S.Frames.size() - 1;
  while (Own > 0 && S.Frames[Own].Function != S.Frames[0].Function)
    --Own;
  const Expr *Top = Own + 1 < S.Frames.size() ? S.Frames[Own + 1].CallSite : E;
  S.Trace.Events.push_back({K, E, Top, {}, Callee});
}

void Interpreter::wait(State &S, const Expr *E, const CallParts &C,
                       Value Amount, unsigned Arg, bool UnitKnown,
                       const ApiFunction *Model) {
  event(S, EventKind::Wait, E, C.Callee);
  Event &Wait = S.Trace.Events.back();
  Wait.Model = Model;
  Wait.Amount = Amount.isUnknown() ? unknown({}, Amount.taints()) : Amount;
  Wait.Written = Arg < C.Args.size() ? C.Args[Arg] : nullptr;
  Wait.UnitKnown = UnitKnown;
  if (Amount.isNumber())
    S.Clock += std::max(0.0, Amount.hi());
}

void Interpreter::log(State &S, const Expr *E, const CallParts &C) {
  event(S, EventKind::Log, E, C.Callee);
  // What a stream was given before is not in this line.
  bool Stream = isa<CXXOperatorCallExpr>(E) && !C.Receiver;
  S.Trace.Events.back().Given = given(S, C, Stream ? 1 : 0);
}

void Interpreter::noteWrite(State &S, LocationId L, const Expr *E) {
  const LocationInfo &Root = ThePool->at(ThePool->root(L));
  const auto *V = dyn_cast_or_null<VarDecl>(Root.Decl);
  bool Local =
      Root.Kind == LocationKind::Temporary ||
      Root.Kind == LocationKind::Errno ||
      (V && !V->hasGlobalStorage() && !V->getType()->isReferenceType());
  if (!Local && !S.Trace.Attempts.empty())
    event(S, EventKind::Told, E, nullptr);
}

bool Interpreter::follow(State &S, const Expr *E, const CallParts &C) {
  const FunctionDecl *F = C.Callee ? C.Callee->getDefinition() : nullptr;
  if (!F || isSystem(*F, Ctx) || F->isVariadic())
    return false;
  bool Recursive = F == Analysed->getDefinition() || What->Callbacks;
  // Of a function that calls itself, each round begins anew.
  size_t Round = S.Frames.size() - 1;
  while (Round > 0 && S.Frames[Round].Function != Analysed->getDefinition())
    --Round;
  if (S.Frames.size() > limits::RecursionDepth + limits::CallDepth ||
      (Recursive ? S.Frames.size() > limits::RecursionDepth
                 : S.Frames.size() - Round > limits::CallDepth))
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
  bool Closure = Lambda && codeAt(S, C.Object);
  LocationId This = Closure               ? selfOf(S, C.Object)
                    : Lambda || !C.Object ? S.top().This
                                          : C.Object;
  pushFrame(S, *F, *G, E, This);
  if (Closure)
    bindCaptures(S, C.Object);
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
      S.Mem.store(L, V.isUnknown() ? unknown(P->getType(), V.taints()) : V,
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

/// Where a call found what it is given, read or not.
std::vector<LocationId> Interpreter::places(State &S, const CallParts &C) {
  std::vector<LocationId> All;
  for (unsigned I = 0; I < C.Values.size(); ++I) {
    Value V = C.Values[I];
    const Expr *Plain = C.Args[I]->IgnoreParenImpCasts();
    if (!V.isReference() && isa<DeclRefExpr, MemberExpr>(Plain) &&
        Plain->isGLValue())
      V = valueOf(S, Plain);
    All.push_back(V.isReference() ? V.location() : 0);
  }
  return All;
}

std::vector<std::pair<LocationId, Value>>
Interpreter::within(const State &S, const CallParts &C) const {
  std::vector<std::pair<LocationId, Value>> Found;
  for (const Value &V : C.Values)
    if (V.isReference() && ThePool->hasParts(V.location()))
      for (const auto &[L, Part] : S.Mem.Stored)
        if (L != V.location() && !Part.isNumber() &&
            ThePool->inside(L, V.location()))
          Found.emplace_back(L, Part);
  return Found;
}

SymbolId Interpreter::given(State &S, const CallParts &C, unsigned First) {
  SymbolInfo Info;
  Info.Origin = SymbolOrigin::Call;
  std::vector<Value> From = inputs(S, C);
  std::vector<LocationId> Places = places(S, C);
  for (unsigned I = First; I < From.size(); ++I)
    if (!isa<CXXDefaultArgExpr>(C.Args[I])) {
      Info.From.push_back(From[I]);
      Info.Places.push_back(Places[I]);
    }
  return ThePool->fresh(std::move(Info));
}

bool Interpreter::copiesText(const CallParts &C) {
  return C.Callee && Apis.copiesText(*C.Callee);
}

bool Interpreter::overwrites(const CallParts &C, LocationId L) {
  return llvm::any_of(Apis.functions(*C.Callee), [&](const ApiFunction *A) {
    return A->Resets && placeOf(*A->Resets, C) == L;
  });
}

/// What is written behind the beginning of an array makes its text longer.
LocationId Interpreter::textAround(LocationId L) const {
  const LocationInfo &I = ThePool->at(L);
  if (I.Kind == LocationKind::Pointee)
    if (auto It = ThePool->TextOf.find(I.Index); It != ThePool->TextOf.end())
      return It->second;
  const ValueDecl *Whole = ThePool->at(I.Parent).Decl;
  bool Behind = I.Kind == LocationKind::Element && I.Index > 0 && Whole &&
                Whole->getType()->isArrayType();
  return Behind ? I.Parent : L;
}

bool Interpreter::logsToStream(const Expr *E, const CallParts &C) {
  const auto *Op = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Op || Op->getOperator() != OO_LessLess)
    return false;
  LocationId Stream = C.Object;
  if (!C.Receiver && !C.Values.empty() && C.Values[0].isReference())
    Stream = C.Values[0].location();
  const ValueDecl *Named = Stream ? ThePool->at(Stream).Decl : nullptr;
  return Named && llvm::any_of(Apis.named(*Named),
                               [](const ApiFunction &A) { return A.Logs; });
}

/// A global of the program, or a variable whose address was given away.
bool Interpreter::mayBeSeen(const State &S, LocationId Root) const {
  const auto *V = dyn_cast_or_null<VarDecl>(ThePool->at(Root).Decl);
  return (V && V->hasGlobalStorage() && V->isExternallyVisible()) ||
         S.Escaped.count(Root);
}

void Interpreter::invalidate(State &S, const CallParts &C, const Expr *E,
                             bool Varies) {
  bool Sends =
      C.Callee && llvm::any_of(Apis.functions(*C.Callee),
                               [](const ApiFunction *A) { return A->Sends; });
  auto Changed = [&](LocationId L) {
    SymbolInfo Info;
    Info.Origin = SymbolOrigin::Call;
    Info.Source = C.Callee;
    Info.Repeatable = !Varies;
    Info.Mutated = true;
    Info.From = inputs(S, C);
    Info.Places = places(S, C);
    Info.Within = within(S, C);
    Info.Into = L;
    if (const Value *Old = S.Mem.lookup(L); Old && Old->isSymbolic())
      Info.Was = Old->symbol();
    if (copiesText(C) && !overwrites(C, L)) {
      const Value *Old = S.Mem.lookup(L);
      if (Old && Old->isSymbolic())
        Info.Before = Old->symbol();
      Info.From.push_back(Old ? *Old : Value());
      Info.Places.push_back(L);
    }
    Info.Taints = Varies ? TaintIterator : TaintNone;
    // A stream that is written to and read from stays the same stream.
    for (const Value &V : Info.From)
      if (!Sends)
        Info.Taints |= V.taints() & TaintAttempt;
    return unknown({}, TaintOpaque, Info);
  };
  for (unsigned I = 0; I < C.Args.size(); ++I)
    if (C.mayChange(I) &&
        (C.Values[I].isReference() || C.Values[I].isPlainSymbol())) {
      LocationId L = pointee(C.Values[I], C.Args[I]);
      if (copiesText(C)) {
        L = textAround(L);
        noteWrite(S, L, E);
      }
      if (ThePool->at(L).Kind != LocationKind::This)
        S.Mem.store(L, Changed(L), *ThePool);
    }
  // Somebody else's function may write to what others can see.
  bool Harmless = !C.Callee || C.isConstMethod() ||
                  !Apis.functions(*C.Callee).empty() ||
                  Apis.hint(*C.Callee) == ApiIndex::Hint::Log;
  for (auto &[L, V] : S.Mem.Stored)
    if (!Harmless && V.isNumber() && mayBeSeen(S, ThePool->root(L)))
      V = Changed(L);
  for (unsigned I = 0; I < C.Args.size(); ++I)
    if (!Harmless && C.mayChange(I) && C.Values[I].isReference())
      S.Escaped.insert(ThePool->root(C.Values[I].location()));
  if (!C.Object || isa<CXXConstructExpr>(E) || C.isConstMethod())
    return;
  if (ThePool->at(C.Object).Kind != LocationKind::This) {
    if (C.Callee &&
        llvm::any_of(Apis.functions(*C.Callee), [](const ApiFunction *A) {
          return A->AppendsTo.has_value();
        }))
      noteWrite(S, C.Object, E);
    S.Mem.store(C.Object, Changed(C.Object), *ThePool);
    return;
  }
  // Another method of this object: numbers that were written may have changed.
  for (auto &[L, V] : S.Mem.Stored)
    if (ThePool->inside(L, C.Object))
      V = Changed(L);
}

/// Operators that do not go on to something else.
static bool keepsItsPlace(const FunctionDecl &F) {
  OverloadedOperatorKind K = F.getOverloadedOperator();
  return K == OO_Subscript || K == OO_Equal || K == OO_PlusEqual ||
         K == OO_LessLess;
}

/// What an object holds that is made from one number; else it stands for it.
Value Interpreter::onlyNumberIn(State &S, const CallParts &C) {
  QualType T = C.Receiver->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const FieldDecl *Only = nullptr;
  if (const CXXRecordDecl *R = T->getAsCXXRecordDecl(); R && R->hasDefinition())
    for (const FieldDecl *F : R->fields())
      if (F->getType()->isArithmeticType()) {
        if (Only)
          return whole(S, C.Object, T);
        Only = F;
      }
  return Only ? load(S, ThePool->member(C.Object, Only), Only->getType())
              : whole(S, C.Object, T);
}

/// What the compiler calls for co_await does nothing of its own.
static bool isAwaiting(const FunctionDecl *F) {
  if (!F || !F->getIdentifier())
    return false;
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  llvm::StringRef Name = F->getName();
  return Name == "await_ready" || Name == "await_suspend" ||
         Name == "await_resume" || Name.starts_with("__builtin_coro_") ||
         (M && M->getParent()->getIdentifier() &&
          M->getParent()->getName() == "coroutine_handle");
}

/// co_await delay(250ms): what is awaited holds a length of time, or several,
/// of which nobody knows.
std::optional<Value> Interpreter::lengthAwaited(State &S, const CallParts &C) {
  if (!C.Receiver || C.Callee->getName() != "await_suspend")
    return std::nullopt;
  const CXXRecordDecl *R = C.Receiver->getType()->getAsCXXRecordDecl();
  const FieldDecl *Length = nullptr;
  for (const FieldDecl *F : R ? R->fields() : RecordDecl::field_range({}, {}))
    if (tickOf(F->getType())) {
      if (Length || isTimePoint(F->getType()))
        return Value();
      Length = F;
    }
  if (!Length)
    return std::nullopt;
  return load(S, ThePool->member(C.Object, Length), Length->getType());
}

/// A function of this program whose code is looked at: errno is its own then.
bool Interpreter::mayFail(State &S, const Expr *E, const CallParts &C) {
  if (!C.Callee || isa<CXXConstructorDecl>(C.Callee) || C.isConstMethod() ||
      !Apis.functions(*C.Callee).empty() ||
      Ctx.getSourceManager().isInSystemHeader(C.Callee->getLocation()))
    return false;
  QualType T = C.Callee->getReturnType();
  return T->isSignedIntegerType() && !T->isCharType() &&
         Apis.hint(*C.Callee) != ApiIndex::Hint::Log &&
         S.top().Graph->parents().isConsumedExpr(const_cast<Expr *>(E));
}

void Interpreter::forgetErrno(State &S) {
  S.Mem.store(ThePool->location({LocationKind::Errno, 0, nullptr, nullptr, 0}),
              unknown(Ctx.IntTy, 0), *ThePool);
}

/// Of a clock that no model describes; a number has to say what it counts.
Value Interpreter::timeFrom(State &S, const FunctionDecl &Clock) {
  QualType T = Clock.getReturnType();
  std::optional<double> Unit = tickOf(T) ? 1 : unitNamedBy(Clock, 0);
  return Unit ? Value::number(S.Clock / *Unit, TaintClock)
              : unknown(T, TaintOpaque | TaintClock);
}

/// debugf("%s: lost", name): whatever it is called, it writes a text.
static bool writesText(const CallParts &C) {
  return C.Callee && C.Callee->isVariadic() &&
         C.Callee->getReturnType()->isVoidType() &&
         llvm::any_of(C.Args, [](const Expr *A) {
           return isa<StringLiteral>(A->IgnoreUnlessSpelledInSource());
         });
}

Value Interpreter::opaque(State &S, const Expr *E, const CallParts &C,
                          bool Quiet) {
  if (isAwaiting(C.Callee)) {
    Quiet = true;
    if (std::optional<Value> Length = lengthAwaited(S, C))
      wait(S, E, C, *Length, 0, /*UnitKnown=*/true);
  }
  QualType T = C.Callee ? C.Callee->getReturnType() : E->getType();
  bool Construct = isa<CXXConstructExpr>(E);
  if (Construct)
    T = E->getType();
  // A pointer to a function, or a function object, has a name, too.
  const auto *Called = dyn_cast<CXXOperatorCallExpr>(E);
  bool Functor = Called && Called->getOperator() == OO_Call;
  const NamedDecl *Named = C.Callee && !Functor ? C.Callee : calledName(*E);
  ApiIndex::Hint Hint = Named ? Apis.hint(*Named) : ApiIndex::Hint::None;
  bool Tells = Hint == ApiIndex::Hint::Log || Hint == ApiIndex::Hint::Wait;
  bool Standard =
      C.Callee && C.Callee->isInStdNamespace() && !(Functor && Tells);
  bool Operator = Called && !(Functor && Tells);
  unsigned Taints = TaintOpaque;
  bool Pointers = false;
  for (unsigned I = 0; I < C.Values.size(); ++I) {
    Taints |= C.Values[I].taints();
    if (C.Values[I].isReference())
      if (const Value *V = S.Mem.lookup(C.Values[I].location()))
        Taints |= V->taints();
    Pointers |= C.mayChange(I);
  }
  bool Asks =
      C.isConstMethod() && !(Functor && Tells) && Hint != ApiIndex::Hint::Wait;
  if (!Quiet && !Construct && !Standard && !Operator && !Asks) {
    std::optional<unsigned> Amount;
    unsigned Amounts = 0;
    if (Hint == ApiIndex::Hint::Wait)
      for (unsigned I = 0; I < C.Args.size(); ++I)
        if (C.Args[I]->getType()->isArithmeticType() ||
            tickOf(C.Args[I]->getType())) {
          Amount = I;
          ++Amounts;
        }
    // ros::Duration(0.05).sleep()
    if (Hint == ApiIndex::Hint::Wait && C.Args.empty() && C.Receiver) {
      wait(S, E, C, onlyNumberIn(S, C), 0, /*UnitKnown=*/false);
    } else if (Amounts == 1) { // of several, nobody knows what each means
      const Value &V = C.Values[*Amount];
      QualType ArgType = C.Args[*Amount]->getType();
      Value Length = V.isReference() ? load(S, V.location(), ArgType) : V;
      bool UnitKnown = tickOf(ArgType).has_value();
      if (std::optional<double> Unit = !UnitKnown && Named
                                           ? unitNamedBy(*Named, *Amount)
                                           : std::nullopt) {
        Length = Length.scaled(*Unit);
        UnitKnown = true;
      }
      wait(S, E, C, Length, *Amount, UnitKnown);
    } else {
      event(S,
            Hint == ApiIndex::Hint::Wait ? EventKind::PossibleWait
            : Hint == ApiIndex::Hint::Log || writesText(C) ? EventKind::Log
                                                           : EventKind::Work,
            E, C.Callee);
    }
    S.Trace.Events.back().Given = given(S, C);
  }
  // A callback that somebody passed, other than one that waits.
  bool Callback = !Quiet && Hint != ApiIndex::Hint::Wait;
  if (Callback && (!C.Callee || Functor))
    event(S, EventKind::Told, E, C.Callee);
  if (Callback && Functor)
    event(S, EventKind::Callback, E, C.Callee);
  bool Varies = Hint == ApiIndex::Hint::Iterator ||
                (C.Callee && Apis.readsOn(*C.Callee)) ||
                (Operator && C.Receiver && !C.isConstMethod() &&
                 !keepsItsPlace(*C.Callee));
  // What another send gives is new each time; the handle it uses is the same.
  bool Sends = false;
  if (C.Callee)
    for (const ApiFunction *A : Apis.functions(*C.Callee)) {
      Varies |= A->Receives;
      Sends |= A->Sends && !A->Creates;
    }
  bool Moves = Varies;
  Varies |= Sends;

  // Arguments as text: the same call on the same things gives the same thing.
  // Parts of the outcome are called what they are called on every path.
  auto Text = [&](bool OfOutcome = false) {
    std::string All = C.Callee ? C.Callee->getNameAsString() : "call";
    All += "(";
    std::vector<Value> In = inputs(S, C);
    for (unsigned I = 0; I < In.size(); ++I) {
      std::string Key = OfOutcome && In[I].isPlainSymbol()
                            ? ThePool->info(In[I].symbol()).Key
                            : std::string();
      if (std::string Literal; constantText(C.Args[I], Literal))
        All += '"' + Literal + "\",";
      else
        All += (Key.empty() ? In[I].key() : Key) + ",";
    }
    return All + ")";
  };

  // Classifying an outcome is part of it; asking something that keeps a state,
  // or is given more than the outcome, is not.
  bool Classifies = T->isBooleanType() && (Taints & TaintAttempt) && C.Callee &&
                    C.Callee->getIdentifier() &&
                    speaksOfRetrying(C.Callee->getName());
  bool Pure = !C.Receiver || C.isConstMethod();
  for (unsigned I = 0; I < C.Values.size(); ++I) {
    const Value *Content = C.Values[I].isReference()
                               ? S.Mem.lookup(C.Values[I].location())
                               : nullptr;
    Pure &= C.Values[I].has(TaintAttempt) ||
            (Content && Content->has(TaintAttempt)) || constant(C.Args[I]) ||
            isa<StringLiteral>(C.Args[I]->IgnoreParenImpCasts());
  }
  Pure |= Classifies;
  bool OfAttempt = Taints & TaintAttempt;
  Value Given;
  if (C.isConstMethod() && C.Object && !(OfAttempt && Pure)) {
    QualType Object = C.Receiver->getType();
    std::string Asked = "." + Text(); // before `whole` reads the object
    Value Whole =
        whole(S, C.Object,
              Object->isPointerType() ? Object->getPointeeType() : Object);
    Given =
        derive(S, Whole, Asked, T.getNonReferenceType(), C.Callee, C.Object);
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
      Given = derive(S, *FromAttempt, "." + Text(/*OfOutcome=*/true),
                     T.getNonReferenceType(), C.Callee);
    } else {
      SymbolInfo Info;
      Info.Origin = SymbolOrigin::Call;
      Info.Source = C.Callee;
      // A number that was computed from others may have been drawn from them.
      bool Computes = T->isArithmeticType() && !T->isBooleanType() &&
                      llvm::any_of(C.Args, [&](const Expr *A) {
                        return A->getType()->isArithmeticType() && !constant(A);
                      });
      bool Reader = !Pointers && !C.Receiver && !C.Values.empty() && !Varies &&
                    !Computes && !(Taints & TaintRandom) &&
                    !(C.Callee && soundsLikeNewKey(*C.Callee, C));
      Info.Repeatable = !Varies;
      Info.From = inputs(S, C);
      Info.Places = places(S, C);
      Info.Flag = T->isBooleanType() && C.Values.empty() && !C.Receiver;
      if (Varies)
        Taints |= TaintIterator;
      Info.Taints = Taints;
      Info.Type = T;
      Given = Reader
                  ? Value::symbol(ThePool->intern("f" + Text(), Info), Taints)
                  : unknown(T, Taints, Info);
    }
  }
  if (C.Callee && (T->isArithmeticType() || tickOf(T)) && !T->isBooleanType()) {
    if (Apis.draws(*C.Callee))
      Given = drawn(S, C, T);
    else if (Apis.jitters(*C.Callee))
      Given = unknown(T, Taints | TaintRandom);
    else if (Apis.readsClock(*C.Callee))
      Given = timeFrom(S, *C.Callee);
  }
  invalidate(S, C, E, Moves);
  if (!Quiet && mayFail(S, E, C))
    forgetErrno(S);
  if (T->isVoidType())
    return Value();
  if (!T->isReferenceType())
    return Given;
  // `stream << text` and `text.append(more)` give back what they changed.
  auto IsResult = [&](const Expr *E) {
    return E && Ctx.hasSameUnqualifiedType(E->getType(), T->getPointeeType());
  };
  if (copiesText(C) && IsResult(C.Receiver))
    return Value::reference(C.Object, Taints);
  if (copiesText(C) && !C.Args.empty() && IsResult(C.Args[0]) &&
      C.Values[0].isReference())
    return C.Values[0].tainted(Taints);
  return Value::reference(pointee(Given, E), Taints);
}

} // namespace retrylint
