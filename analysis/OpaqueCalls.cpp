// The part of the interpreter that supposes what a call does that nobody looks
// into: whether it waits, logs or works, and what it gives.
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/Interpreter.h"
#include "analysis/Names.h"
#include "analysis/TimeTypes.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

/// What is seen of such a call.
struct OpaqueCall {
  QualType Type; // of what it gives
  const NamedDecl *Named = nullptr;
  ApiIndex::Hint Hint = ApiIndex::Hint::None;
  const CXXOperatorCallExpr *Operator = nullptr;
  /// A function object: called by its own name.
  bool Functor = false;
  unsigned Taints = TaintOpaque;
  /// It may change what it is given.
  bool Changes = false;
  /// Asked again it may answer something else.
  bool Varies = false;

  /// Its name says that it logs or waits, though it is an operator.
  bool tells() const {
    return Functor &&
           (Hint == ApiIndex::Hint::Log || Hint == ApiIndex::Hint::Wait);
  }
};

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

/// What it makes anew may be made for the same attempt.
static bool makesAnew(const FunctionDecl &F) {
  return F.getIdentifier() &&
         llvm::any_of(wordsOf(F.getName()), [](const std::string &W) {
           return W == "new" || W == "make" || W == "create" || W == "init" ||
                  W == "alloc" || W == "dup" || W == "clone" || W == "copy";
         });
}

/// `while (peer = list->candidate())`: it hands out one thing after the other,
/// for as long as there are any.
static bool handsOut(const Expr &E, const CallParts &C, const ParentMap &Up) {
  QualType T = E.getType();
  if (!C.Callee || !(T->isPointerType() || T->isRecordType()) ||
      (C.Args.empty() && !C.Receiver) || makesAnew(*C.Callee))
    return false;
  const Stmt *At = &E;
  for (const Stmt *Next = Up.getParent(At); Next; Next = Up.getParent(At)) {
    if (const auto *W = dyn_cast<WhileStmt>(Next))
      return W->getCond() == At || W->getConditionVariableDeclStmt() == At;
    if (const auto *F = dyn_cast<ForStmt>(Next))
      return F->getCond() == At;
    if (const auto *D = dyn_cast<DoStmt>(Next))
      return D->getCond() == At;
    const auto *Op = dyn_cast<BinaryOperator>(Next);
    bool Passes = Op ? Op->getOpcode() == BO_LAnd ||
                           (Op->getOpcode() == BO_Assign && Op->getRHS() == At)
                     : isa<ParenExpr, CastExpr, ExprWithCleanups, DeclStmt,
                           CXXBindTemporaryExpr>(Next);
    if (!Passes)
      return false;
    At = Next;
  }
  return false;
}

/// A line for somebody to read, and not a name or a command: the number in it
/// does not make another thing of what else the call is given.
static bool writesProse(const CallParts &C, const OpaqueCall &O) {
  bool Logs = O.Hint == ApiIndex::Hint::Log;
  return writesText(C) && llvm::any_of(C.Args, [&](const Expr *A) {
           const auto *Text =
               dyn_cast<StringLiteral>(A->IgnoreUnlessSpelledInSource());
           llvm::StringRef Line = Text && Text->getCharByteWidth() == 1
                                      ? Text->getString()
                                      : llvm::StringRef();
           return Line.contains(' ') &&
                  (Logs || (Line.ends_with("\n") && !Line.ends_with("\r\n")));
         });
}

OpaqueCall Interpreter::seenOf(const State &S, const Expr *E,
                               const CallParts &C) {
  OpaqueCall O;
  O.Type = C.Callee && !isa<CXXConstructExpr>(E) ? C.Callee->getReturnType()
                                                 : E->getType();
  // A pointer to a function, or a function object, has a name, too.
  O.Operator = dyn_cast<CXXOperatorCallExpr>(E);
  O.Functor = O.Operator && O.Operator->getOperator() == OO_Call;
  O.Named = C.Callee && !O.Functor ? C.Callee : calledName(*E);
  if (O.Named)
    O.Hint = Apis.hint(*O.Named);
  if (O.Hint == ApiIndex::Hint::Log && isResultUsed(*E, *S.Frames.back().Graph))
    O.Hint = ApiIndex::Hint::None;
  for (unsigned I = 0; I < C.Values.size(); ++I) {
    O.Taints |= C.Values[I].taints();
    if (C.Values[I].isReference())
      if (const Value *V = S.Mem.lookup(C.Values[I].location()))
        O.Taints |= V->taints();
    O.Changes |= C.mayChange(I);
  }
  bool HandsOut = O.Hint != ApiIndex::Hint::Verb && C.Callee &&
                  Apis.functions(*C.Callee).empty() &&
                  handsOut(*E, C, S.Frames.back().Graph->parents());
  O.Varies = O.Hint == ApiIndex::Hint::Iterator || HandsOut ||
             (C.Callee && Apis.readsOn(*C.Callee)) ||
             (O.Operator && !O.tells() && C.Receiver && !C.isConstMethod() &&
              !keepsItsPlace(*C.Callee));
  return O;
}

/// The one argument that may say how long; of several, nobody knows what each
/// means.
static std::optional<unsigned> onlyAmount(const CallParts &C) {
  std::optional<unsigned> Amount;
  for (unsigned I = 0; I < C.Args.size(); ++I)
    if (C.Args[I]->getType()->isArithmeticType() ||
        tickOf(C.Args[I]->getType())) {
      if (Amount)
        return std::nullopt;
      Amount = I;
    }
  return Amount;
}

/// emit connected(): a signal of Qt, whose body nobody writes. The word is an
/// empty macro, so that only the source has it.
static bool isEmitted(const Expr &E, const CallParts &C,
                      const SourceManager &SM) {
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(C.Callee);
  SourceLocation At = SM.getFileLoc(E.getBeginLoc());
  if (!M || !M->getReturnType()->isVoidType() || At.isInvalid())
    return false;
  auto [File, Offset] = SM.getDecomposedLoc(At);
  bool Invalid = false;
  llvm::StringRef Before =
      SM.getBufferData(File, &Invalid).take_front(Offset).rtrim();
  if (Invalid || !Before.consume_back("emit"))
    return !Invalid && Before.ends_with("Q_EMIT");
  return Before.empty() || isWhitespace(Before.back()) ||
         llvm::StringRef("{};:)").contains(Before.back());
}

/// It waits, logs, or does whatever it was called for.
void Interpreter::act(State &S, const Expr *E, const CallParts &C,
                      const OpaqueCall &O) {
  bool Waits = O.Hint == ApiIndex::Hint::Wait;
  if (Waits && C.Args.empty() && C.Receiver) { // ros::Duration(0.05).sleep()
    wait(S, E, C, onlyNumberIn(S, C), 0, /*UnitKnown=*/false);
  } else if (std::optional<unsigned> I = Waits ? onlyAmount(C) : std::nullopt) {
    const Value &V = C.Values[*I];
    QualType T = C.Args[*I]->getType();
    Value Length = V.isReference() ? load(S, V.location(), T) : V;
    bool UnitKnown = tickOf(T).has_value();
    if (std::optional<double> Unit =
            !UnitKnown && O.Named ? unitNamedBy(*O.Named, *I) : std::nullopt) {
      Length = Length.scaled(*Unit);
      UnitKnown = true;
    }
    wait(S, E, C, Length, *I, UnitKnown);
  } else {
    bool Logs = O.Hint == ApiIndex::Hint::Log || writesText(C);
    bool Asks = C.Callee && Apis.asksSomebody(*C.Callee);
    event(S,
          Waits  ? EventKind::PossibleWait
          : Logs ? EventKind::Log
          : Asks ? EventKind::Received
                 : EventKind::Work,
          E, C.Callee);
  }
  S.Trace.Events.back().Given = given(S, C);
}

/// The call as text: on the same things it gives the same thing. Parts of the
/// outcome are called what they are called on every path.
std::string Interpreter::textOf(State &S, const CallParts &C, bool OfOutcome) {
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
}

/// Classifying an outcome is part of it; asking something that keeps a state,
/// or is given more than the outcome, is not.
bool Interpreter::dependsOnOutcomeAlone(const State &S, const CallParts &C,
                                        const OpaqueCall &O) {
  if (O.Type->isBooleanType() && (O.Taints & TaintAttempt) && C.Callee &&
      C.Callee->getIdentifier() && speaksOfRetrying(C.Callee->getName()))
    return true;
  if (C.Receiver && !C.isConstMethod())
    return false;
  for (unsigned I = 0; I < C.Values.size(); ++I) {
    const Value *Content = C.Values[I].isReference()
                               ? S.Mem.lookup(C.Values[I].location())
                               : nullptr;
    if (!C.Values[I].has(TaintAttempt) &&
        !(Content && Content->has(TaintAttempt)) && !constant(C.Args[I]) &&
        !isa<StringLiteral>(C.Args[I]->IgnoreParenImpCasts()))
      return false;
  }
  return true;
}

/// The part of the attempt's outcome that the call is given.
static std::optional<Value> outcomeGiven(const Memory &Mem,
                                         const CallParts &C) {
  const Value *Last = nullptr;
  for (const Value &V : C.Values)
    if (V.has(TaintAttempt) && V.isSymbolic())
      Last = &V;
  if (Last)
    return *Last;
  for (const Value &V : C.Values)
    if (const Value *Content =
            V.isReference() ? Mem.lookup(V.location()) : nullptr;
        Content && Content->has(TaintAttempt) && Content->isSymbolic())
      return *Content;
  return std::nullopt;
}

/// What is given away belongs to nobody else: it is made anew.
static bool makesObject(QualType T) {
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && R->isInStdNamespace() && R->getIdentifier() &&
         R->getName() == "unique_ptr";
}

/// A function that only reads gives the same thing for the same arguments.
Value Interpreter::computed(State &S, const CallParts &C, OpaqueCall &O) {
  // A number that was computed from others may have been drawn from them.
  bool Computes = O.Type->isArithmeticType() && !O.Type->isBooleanType() &&
                  llvm::any_of(C.Args, [&](const Expr *A) {
                    return A->getType()->isArithmeticType() && !constant(A);
                  });
  bool Reader = !O.Changes && !C.Receiver && !C.Values.empty() && !O.Varies &&
                !Computes && !(O.Taints & TaintRandom) &&
                !makesObject(O.Type) &&
                !(C.Callee && soundsLikeNewKey(*C.Callee, C));
  if (O.Varies)
    O.Taints |= TaintIterator;
  SymbolInfo Info;
  Info.Origin = SymbolOrigin::Call;
  Info.Source = C.Callee;
  Info.Repeatable = !O.Varies;
  Info.From = inputs(S, C);
  Info.Places = places(S, C);
  Info.Since = movedFor(S, C);
  Info.ChosenBy = C.Object;
  Info.Told = lastOf(S.Informed, C.Object);
  Info.Flag = O.Type->isBooleanType() && C.Values.empty() && !C.Receiver;
  Info.Taints = O.Taints;
  Info.Type = O.Type;
  return Reader ? Value::symbol(ThePool->intern("f" + textOf(S, C), Info),
                                O.Taints)
                : unknown(O.Type, O.Taints, Info);
}

/// connected(): what an attempt of the same object may have come to.
static bool asksWhatCameOfIt(const CallParts &C, const OpaqueCall &O) {
  return C.Callee && C.Callee->getIdentifier() && C.Receiver &&
         C.Values.empty() && O.Type->isBooleanType() &&
         llvm::any_of(wordsOf(C.Callee->getName()), [](llvm::StringRef W) {
           return StringSwitch<bool>(W)
               .Cases({"connected", "established", "online", "ready", "open",
                       "opened"},
                      true)
               .Cases({"attached", "joined", "registered", "authenticated",
                       "initialized", "valid"},
                      true)
               .Default(false);
         });
}

/// killed(): not what came of an attempt of the same object.
static bool asksWhetherToStop(const CallParts &C, const OpaqueCall &O) {
  return C.Callee && C.Callee->getIdentifier() && C.Values.empty() &&
         O.Type->isBooleanType() && speaksOfStopping(C.Callee->getName());
}

Value Interpreter::answerOf(State &S, const CallParts &C, OpaqueCall &O) {
  bool Pure = dependsOnOutcomeAlone(S, C, O);
  QualType T = O.Type.getNonReferenceType();
  if (C.Object && asksWhatCameOfIt(C, O)) {
    bool OfThis = ThePool->at(C.Object).Kind == LocationKind::This;
    const Value *Came = OfThis ? &S.Own : S.Mem.lookup(C.Object);
    if (Came && Came->isSymbolic() && Came->has(TaintAttempt))
      return derive(S, *Came, "." + textOf(S, C), T, C.Callee);
  }
  if (C.isConstMethod() && C.Object && !((O.Taints & TaintAttempt) && Pure)) {
    QualType Object = C.Receiver->getType();
    std::string Asked = "." + textOf(S, C); // before `whole` reads the object
    Value Whole =
        whole(S, C.Object,
              Object->isPointerType() ? Object->getPointeeType() : Object);
    if (Whole.has(TaintAttempt) && asksWhetherToStop(C, O)) {
      SymbolInfo Flag;
      Flag.Origin = SymbolOrigin::Call;
      Flag.Source = C.Callee;
      Flag.Flag = Flag.Repeatable = true;
      Flag.Type = T;
      return unknown(T, TaintOpaque, Flag);
    }
    return derive(S, Whole, Asked, T, C.Callee, C.Object, movedFor(S, C));
  }
  if (std::optional<Value> Outcome =
          Pure ? outcomeGiven(S.Mem, C) : std::nullopt)
    return derive(S, *Outcome, "." + textOf(S, C, /*OfOutcome=*/true), T,
                  C.Callee);
  return computed(S, C, O);
}

/// What its name says that a number is: drawn, jittered, or the time.
std::optional<Value> Interpreter::numberFrom(State &S, const CallParts &C,
                                             const OpaqueCall &O) {
  if (!C.Callee || O.Type->isBooleanType() ||
      !(O.Type->isArithmeticType() || tickOf(O.Type)))
    return std::nullopt;
  if (Apis.draws(*C.Callee))
    return drawn(S, C, O.Type);
  if (Apis.jitters(*C.Callee))
    return unknown(O.Type, O.Taints | TaintRandom);
  if (Apis.readsClock(*C.Callee))
    return timeFrom(S, *C.Callee);
  return std::nullopt;
}

/// `stream << text` and `text.append(more)` give back what they changed.
Value Interpreter::referredTo(const Expr *E, const CallParts &C,
                              const OpaqueCall &O, const Value &Given) {
  auto IsResult = [&](const Expr *E) {
    return E &&
           Ctx.hasSameUnqualifiedType(E->getType(), O.Type->getPointeeType());
  };
  if (copiesText(C) && IsResult(C.Receiver))
    return Value::reference(C.Object, O.Taints);
  if (copiesText(C) && !C.Args.empty() && IsResult(C.Args[0]) &&
      C.Values[0].isReference())
    return C.Values[0].tainted(O.Taints);
  return Value::reference(pointee(Given, E), O.Taints);
}

Value Interpreter::opaque(State &S, const Expr *E, const CallParts &C,
                          bool Quiet) {
  if (isAwaiting(C.Callee)) {
    Quiet = true;
    if (std::optional<Value> Length = lengthAwaited(S, C))
      wait(S, E, C, *Length, 0, /*UnitKnown=*/true);
  }
  OpaqueCall O = seenOf(S, E, C);
  bool Waits = O.Hint == ApiIndex::Hint::Wait;
  bool Standard = C.Callee && C.Callee->isInStdNamespace();
  bool Asks = C.isConstMethod() && !Waits;
  if (!Quiet && !isa<CXXConstructExpr>(E) &&
      (O.tells() || !(Standard || O.Operator || Asks)))
    act(S, E, C, O);
  // A callback that somebody passed, other than one that waits.
  if (!Quiet && !Waits) {
    if (!C.Callee || O.Functor)
      event(S, EventKind::Told, E, C.Callee);
    if (O.Functor)
      event(S, EventKind::Callback, E, C.Callee);
  }
  // What another send gives is new each time; the handle it uses is the same.
  bool Sends = false;
  if (C.Callee)
    for (const ApiFunction *A : Apis.functions(*C.Callee)) {
      O.Varies |= A->Receives;
      Sends |= A->Sends && !A->Creates;
    }
  bool Moves = O.Varies;
  O.Varies |= Sends || takesOut(C);
  Value Given = answerOf(S, C, O);
  if (std::optional<Value> Number = numberFrom(S, C, O))
    Given = *Number;
  if (!isEmitted(*E, C, Ctx.getSourceManager()) && !writesProse(C, O))
    invalidate(S, C, E, Moves);
  noteMoves(S, C);
  if (!Quiet && mayFail(S, E, C))
    forgetErrno(S);
  if (O.Type->isVoidType())
    return Value();
  return O.Type->isReferenceType() ? referredTo(E, C, O, Given) : Given;
}

} // namespace retrylint
