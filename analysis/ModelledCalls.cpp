// The part of the interpreter that applies the API models.
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/Interpreter.h"
#include "analysis/Names.h"
#include "analysis/TimeTypes.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace retrylint {

using namespace clang;

bool Interpreter::applies(const State &S, const ApiFunction &A,
                          const CallParts &C) {
  if (A.When.empty())
    return true;
  llvm::SmallVector<const Expr *, 8> Sites;
  for (const Frame &F : llvm::drop_begin(S.Frames))
    if (F.CallSite)
      Sites.push_back(F.CallSite);
  return llvm::all_of(A.When, [&](const Guard &G) {
    if (guardHolds(G, C.Args, C.Receiver, Ctx, Sites))
      return true;
    if (!G.Receiver.empty() || G.Arg >= C.Args.size())
      return false;
    // A variable whose value is known here.
    std::optional<double> N = C.Values[G.Arg].exact();
    double Want = G.Is == "true";
    bool Numeric = G.Is == "null" || G.Is == "true" || G.Is == "false" ||
                   !llvm::StringRef(G.Is).getAsDouble(Want);
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

/// Overloads put a stop token or a lock before the time.
static unsigned waitArgument(const WaitEffect &W, const CallParts &C) {
  unsigned Arg = W.Arg;
  if (W.Unit == WaitUnit::Duration || W.Unit == WaitUnit::TimePoint)
    while (Arg < C.Args.size() && !tickOf(C.Args[Arg]->getType()))
      ++Arg;
  return Arg < C.Args.size() ? Arg : W.Arg;
}

Value Interpreter::waitAmount(State &S, const WaitEffect &W,
                              const CallParts &C) {
  if (W.OfReceiver) {
    const Value *Set = S.Mem.lookup(ThePool->element(C.Object, 0));
    return Set ? *Set : Value();
  }
  unsigned Arg = waitArgument(W, C);
  if (Arg >= C.Values.size())
    return Value();
  const Value &V = C.Values[Arg];
  QualType Given = C.Args[Arg]->getType().getNonReferenceType();
  auto Amount = [&](const Value &Raw) {
    return Raw.isReference()
               ? load(S, Raw.location(), tickOf(Given) ? Given : Ctx.LongTy)
               : Raw;
  };
  // struct timespec, whether it is a length or a point in time.
  bool Structure = V.isReference() && C.Args[Arg]->getType()->isPointerType();
  // An overload that takes std::chrono.
  WaitUnit Unit = Structure ? WaitUnit::Timespec : W.Unit;
  if (Unit < WaitUnit::Duration && tickOf(C.Args[Arg]->getType()))
    Unit = WaitUnit::Duration;
  switch (Unit) {
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
    Value Seconds, Fraction;
    if (!R)
      return Value();
    for (const FieldDecl *F : R->fields()) {
      Value Part = load(S, ThePool->member(V.location(), F), F->getType());
      if (F->getName() == "tv_nsec")
        Fraction = Part.scaled(1e-9);
      else if (F->getName() == "tv_usec")
        Fraction = Part.scaled(1e-6);
      else
        Seconds = Part;
    }
    Value Sum = rejoin(Seconds, Fraction);
    // An absolute time has the clock in it.
    return Sum.has(TaintClock) ? fromNow(Sum, S.Clock) : Sum;
  }
  }
  return Value();
}

Value Interpreter::rejoin(const Value &Seconds, const Value &Fraction) const {
  Value Sum = add(Seconds, Fraction);
  if (Sum.isUnknown() && Seconds.isSymbolic() && Fraction.isSymbolic()) {
    SymbolInfo Info; // the same for the same parts
    Info.Origin = SymbolOrigin::Derived;
    Info.Taints = Sum.taints();
    Sum = Value::symbol(
        ThePool->intern("time(" + Seconds.key() + "," + Fraction.key() + ")",
                        Info),
        Info.Taints);
  }
  if (!Seconds.piece() || !Fraction.piece())
    return Sum;
  const Pool::Piece &Div = ThePool->Pieces[Seconds.piece() - 1],
                    &Rem = ThePool->Pieces[Fraction.piece() - 1];
  bool Fits = !Div.Of.Rest && Rem.Of.Rest && Div.Of.By == Rem.Of.By &&
              Div.Of.Whole.sameAs(Rem.Of.Whole) && Div.Result.sameAs(Seconds) &&
              Rem.Result.scaled(1 / Rem.Of.By).closeTo(Fraction);
  return Fits ? Div.Of.Whole.scaled(1 / Div.Of.By) : Sum;
}

Value Interpreter::randomIn(const Value &Low, const Value &High, QualType T) {
  Value Drawn = between(Low, High);
  return Drawn.isUnknown() ? unknown(T, Drawn.taints()) : Drawn;
}

Value Interpreter::drawn(State &S, const CallParts &C, QualType T) {
  std::vector<Value> Given;
  for (unsigned I = 0; I < C.Args.size(); ++I) {
    QualType Arg = C.Args[I]->getType().getNonReferenceType();
    if (Arg->isArithmeticType() || tickOf(Arg))
      Given.push_back(C.Values[I].isReference()
                          ? load(S, C.Values[I].location(), Arg)
                          : C.Values[I]);
  }
  if (Given.size() == 1)
    return randomIn(Value::number(0), Given[0], T);
  if (Given.size() == 2)
    return randomIn(Given[0], Given[1], T);
  return unknown(T, TaintRandom);
}

/// The condition of a wait: [&] { return token.stop_requested(); }
static bool asksStop(const Expr &Condition, ApiIndex &Apis) {
  struct Finder : ConstDynamicRecursiveASTVisitor {
    explicit Finder(ApiIndex &Apis) : Apis(Apis) {}
    ApiIndex &Apis;
    bool Found = false;
    bool VisitMemberExpr(const MemberExpr *M) override {
      // [&] { return stopping; }
      Found |= isa<FieldDecl>(M->getMemberDecl()) &&
               speaksOfStopping(M->getMemberDecl()->getName());
      return !Found;
    }
    bool VisitDeclRefExpr(const DeclRefExpr *R) override {
      Found |= isa<VarDecl>(R->getDecl()) &&
               speaksOfStopping(R->getDecl()->getName());
      return !Found;
    }
    bool VisitCallExpr(const CallExpr *Call) override {
      const FunctionDecl *F = Call->getDirectCallee();
      Found |= F && llvm::any_of(Apis.functions(*F), [](const ApiFunction *A) {
                 return A->AsksStop;
               });
      return !Found;
    }
  } Find(Apis);
  const auto *L = dyn_cast<LambdaExpr>(Condition.IgnoreImplicit());
  if (L)
    Find.TraverseStmt(L->getBody());
  return Find.Found;
}

/// request().then(next): what the attempt gave is what goes on.
bool Interpreter::continuesAttempt(State &S, const CallParts &C) {
  if (!C.Receiver || C.Receiver->getType()->isPointerType())
    return false;
  Value Task = whole(S, C.Object, C.Receiver->getType());
  return Task.isSymbolic() &&
         ThePool->info(Task.symbol()).Origin == SymbolOrigin::Attempt;
}

/// Whoever keeps something for a callback leaves it alone.
static CallParts withoutPassed(CallParts C, const ApiFunction &A) {
  if (A.BindsCallback)
    for (const Passed &Each : A.BindsCallback->With)
      if (Each.What == Passed::Argument && Each.Index < C.Values.size() &&
          C.Callee->getParamDecl(Each.Index)->getType()->isVoidPointerType())
        C.Values[Each.Index] = Value::number(0);
  return C;
}

std::optional<Value> Interpreter::modelled(State &S, const Expr *E,
                                           const CallParts &C) {
  if (const ApiFunction *Macro = Apis.macro(*E, Ctx)) {
    if (Macro->Logs)
      log(S, E, C);
    if (Macro->Logs || Macro->InProcess || Macro->Pure || Macro->ReportsError)
      return opaque(S, E, C, true);
  }
  if (!C.Callee)
    return std::nullopt;
  if (logsToStream(E, C))
    log(S, E, C);
  QualType T = C.Callee->getReturnType();
  std::optional<Value> Given;
  for (const ApiFunction *A : Apis.functions(*C.Callee)) {
    if (Given)
      break; // for each meaning the first entry decides
    if (!applies(S, *A, C))
      continue;
    if (A->Exits) {
      finish(S, Path::Exited, E);
      return std::nullopt;
    }
    // What errno said of the attempt is gone.
    if (A->Waits || A->Receives ||
        llvm::any_of(A->Yields, [](const StatusEffect &Y) {
          return Y.From.Where == Place::Errno;
        }))
      forgetErrno(S);
    if (A->Weakens != Protection::None || A->Restores != Protection::None) {
      event(S, EventKind::Adjust, E, C.Callee);
      S.Trace.Events.back().Model = A;
    }
    if (A->Cancels)
      cancel(S, objectAt(C, *A->Cancels));
    supersede(S, *A, C);
    Given = laterOutcome(S, E, C, *A);
    if (Given || Raised)
      return Given;
    if (A->CallsBack && What->Callbacks &&
        arrange(S, E, C, *A->CallsBack, A->Waits ? &*A->Waits : nullptr,
                continuesAttempt(S, C))) {
      Given =
          A->Success == SuccessWhen::Zero ? Value::number(0) : unknown(T, 0);
    } else if (A->CallsBack && (!A->Waits || callbackOf(S, C, *A->CallsBack))) {
      // Called later, and not followed; without a callback, a wait waits here.
      Given = opaque(S, E, C);
    } else if (A->Waits && A->Waits->ForReadiness) {
      // Whoever does not look at what is ready sleeps.
      if (!S.top().Graph->parents().isConsumedExpr(const_cast<Expr *>(E)))
        wait(S, E, C, waitAmount(S, *A->Waits, C), waitArgument(*A->Waits, C),
             true, A);
      else
        event(S, EventKind::PossibleWait, E, C.Callee);
      if (A->Receives)
        event(S, EventKind::Received, E, C.Callee);
      Given = opaque(S, E, C, true);
    } else if (A->Waits) {
      Value Amount = waitAmount(S, *A->Waits, C);
      // What a timer was told before stands elsewhere.
      unsigned Written =
          A->Waits->OfReceiver ? C.Args.size() : waitArgument(*A->Waits, C);
      wait(S, E, C, Amount, Written, true, A);
      SymbolInfo Woken;
      Woken.Flag = llvm::any_of(
          C.Args, [&](const Expr *Arg) { return asksStop(*Arg, Apis); });
      Given = A->Waits->WakesEarly ? unknown(T, 0, Woken) : Value::number(0);
    } else if (A->Random && A->Random->open() && !C.Args.empty()) {
      Given = drawn(S, C, T);
    } else if (A->Random) {
      auto Bound = [&](std::optional<unsigned> Arg, std::optional<double> Fixed,
                       double Default) {
        if (Arg && A->Random->OfReceiver) {
          const Value *Set = S.Mem.lookup(ThePool->element(C.Object, *Arg));
          // A second argument is another range, for this once.
          return Set                   ? *Set
                 : C.Values.size() > 1 ? Value()
                                       : declaredBound(S, C.Object, *Arg);
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
      log(S, E, C);
      Given = opaque(S, E, C, true);
    } else if (A->AsksStop) {
      SymbolInfo Info;
      Info.Origin = SymbolOrigin::Call;
      Info.Source = C.Callee;
      Info.Flag = true;
      Given = unknown(T, 0, Info);
    } else if (A->Creates || A->MakesKey) {
      SymbolInfo Info;
      Info.Created = A->Creates;
      Info.Origin = SymbolOrigin::Call;
      Info.Source = C.Callee;
      Info.Repeatable = true;
      // A connection to somebody else is another one. What a callback is given
      // may come back by a way that is not followed.
      if (A->Creates && !What->Callbacks) {
        Info.From = inputs(S, C);
        Info.Places = places(S, C);
      }
      if (A->Sends && A->Sends->Remote)
        event(S, EventKind::Adjust, E, C.Callee);
      Given = unknown(T, 0, Info);
      // uuid_generate(out)
      for (unsigned I = 0; A->MakesKey && I < C.Args.size(); ++I)
        if (C.mayChange(I) && C.Values[I].isReference())
          S.Mem.store(C.Values[I].location(), *Given, *ThePool);
    } else if (A->Receives) {
      event(S, EventKind::Received, E, C.Callee);
      Given = opaque(S, E, C, true);
    } else if (A->Pure || A->InProcess || !A->SetsMethod.empty() ||
               A->SetsMethodArg || A->Copies || A->SetsHeaderArg ||
               A->ReadsHeaderArg || A->ReportsError || A->Cancels ||
               A->BindsCallback) {
      // Computed where the numbers are known, else a symbol.
      if (!A->Pure && !C.isConstMethod() && !isa<CXXConstructExpr>(E))
        event(S, EventKind::Adjust, E, C.Callee);
      // waitpid() fails for reasons of its own.
      if (A->InProcess && A->Library == "posix" && T->isSignedIntegerType() &&
          isResultUsed(*E, *S.top().Graph))
        forgetErrno(S);
      if (A->SecretArg)
        S.Trace.Events.back().Given = given(S, C);
      if (A->BindsCallback)
        S.Told.push_back(E);
      Given = standard(S, E, C);
      if (!Given && !Ended)
        Given = opaque(S, E, withoutPassed(C, *A), true);
      // strrchr(path, '/') is somewhere in the path.
      if (A->Pure && T->isPointerType() && Given && Given->isPlainSymbol() &&
          !C.Args.empty() && C.Args[0]->getType()->isPointerType())
        ThePool->TextOf.try_emplace(Given->symbol(),
                                    pointee(C.Values[0], C.Args[0]));
      // A list or stream that gets longer is still the same.
      if (A->AppendsTo && T->isReferenceType())
        if (LocationId L = placeOf(*A->AppendsTo, C))
          Given = Value::reference(L);
      if (A->AppendsTo && A->AppendsTo->Where == Place::Argument &&
          A->AppendsTo->Index < C.Values.size() && T->isPointerType() &&
          C.Values[A->AppendsTo->Index].isPlainSymbol())
        Given = C.Values[A->AppendsTo->Index];
    }
  }
  return Given;
}

/// The constant that was turned into an error_code to be compared with one.
static const EnumConstantDecl *comparedConstant(const Expr *E) {
  while (true) {
    E = E->IgnoreUnlessSpelledInSource();
    const auto *Construct = dyn_cast<CXXConstructExpr>(E);
    if (!Construct || Construct->getNumArgs() == 0)
      break;
    E = Construct->getArg(0);
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<EnumConstantDecl>(Ref->getDecl()) : nullptr;
}

/// `ec == std::errc::timed_out`
std::optional<Value> Interpreter::codeComparison(State &S, const Expr *E) {
  const auto *Op = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Op || Op->getNumArgs() != 2 ||
      (Op->getOperator() != OO_EqualEqual &&
       Op->getOperator() != OO_ExclaimEqual))
    return std::nullopt;
  for (unsigned I : {0, 1}) {
    const Expr *Object = Op->getArg(I);
    const ApiStatusType *Status = Apis.statusType(Object->getType());
    const EnumConstantDecl *Constant = comparedConstant(Op->getArg(1 - I));
    if (!Status || Status->Domain != StatusDomain::Errno || !Constant)
      continue;
    Value Whole =
        whole(S, place(S, Object, valueOf(S, Object)), Object->getType());
    // Every category counts for itself; these are the numbers of the system.
    const auto *Category = cast<EnumDecl>(Constant->getDeclContext());
    bool System = Category->getName() == "errc" ||
                  Category->getName() == "errc_t" ||
                  Category->getName() == "basic_errors";
    Value Code =
        derive(S, Whole, System ? ".code" : ".code:" + qualifiedName(*Category),
               System ? Ctx.IntTy : Constant->getType(), Category);
    if (Code.isSymbolic() && System)
      if (const SymbolInfo &I = ThePool->info(Code.symbol()); !I.Key.empty())
        Result.Domains[I.Key] = StatusDomain::Errno;
    return compare(S, E,
                   Op->getOperator() == OO_EqualEqual ? Relation::Equal
                                                      : Relation::NotEqual,
                   Code, Value::number(Constant->getInitVal().getExtValue()));
  }
  return std::nullopt;
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

} // namespace retrylint
