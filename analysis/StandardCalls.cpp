// What the standard library computes: time, minimum and maximum, randomness.
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/Interpreter.h"
#include "analysis/Names.h"
#include "analysis/Operators.h"
#include "analysis/TimeTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include <cmath>

namespace retrylint {

using namespace clang;

static constexpr std::pair<OverloadedOperatorKind, Relation> Relations[] = {
    {OO_Less, Relation::Less},        {OO_LessEqual, Relation::LessEqual},
    {OO_Greater, Relation::Greater},  {OO_GreaterEqual, Relation::GreaterEqual},
    {OO_EqualEqual, Relation::Equal}, {OO_ExclaimEqual, Relation::NotEqual}};

/// Written in this program: its body says what it does.
static bool follows(const CXXMethodDecl &M, const ASTContext &Ctx) {
  return M.isUserProvided() && M.hasBody() &&
         !Ctx.getSourceManager().isInSystemHeader(M.getLocation());
}

/// Whether the class draws from a range that its constructor is given.
static bool keepsRange(const CXXRecordDecl *R, ApiIndex &Apis) {
  for (const CXXMethodDecl *M : operatorsOf(*R, OO_Call))
    for (const ApiFunction *A : Apis.functions(*M))
      return A->Random && A->Random->OfReceiver;
  return false;
}

/// What every object of the class makes the member of; null: it is not known.
static const Expr *initialiserOf(const FieldDecl &F) {
  const auto *R = dyn_cast<CXXRecordDecl>(F.getParent());
  if (!R || F.getAccess() == AS_public)
    return nullptr; // anybody may change it
  const Expr *Common = nullptr;
  bool Agree = true;
  auto Meet = [&](const Expr *E) {
    Agree &= E && (!Common || Common == E);
    Common = E;
  };
  for (const CXXConstructorDecl *Ctor : R->ctors()) {
    if (Ctor->isCopyOrMoveConstructor() || Ctor->isDeleted() ||
        Ctor->isDelegatingConstructor())
      continue;
    const FunctionDecl *Body = nullptr;
    if (Ctor->isUserProvided() && !Ctor->hasBody(Body))
      return nullptr;
    const Expr *Written = nullptr;
    if (Body)
      for (const CXXCtorInitializer *I :
           cast<CXXConstructorDecl>(Body)->inits())
        if (I->isWritten() && I->getMember() == &F)
          Written = I->getInit();
    Meet(Written ? Written : F.getInClassInitializer());
  }
  if (!Common && Agree) // an aggregate, or nobody asked for its constructor
    Common = F.getInClassInitializer();
  return Agree ? Common : nullptr;
}

/// The number that a distribution has for an end that it was not given.
static double defaultBound(const CXXRecordDecl &Distribution, unsigned Arg) {
  return Arg == 0                                  ? 0
         : Distribution.getName().contains("real") ? 1
                                                   : 2147483647.0;
}

Value Interpreter::declaredBound(const State &S, LocationId Object,
                                 unsigned Arg) {
  const auto *F = dyn_cast_or_null<FieldDecl>(ThePool->at(Object).Decl);
  const Expr *Init = F && !S.Mem.lookup(Object) ? initialiserOf(*F) : nullptr;
  if (const auto *Clean = dyn_cast_or_null<ExprWithCleanups>(Init))
    Init = Clean->getSubExpr();
  const auto *Make = dyn_cast_or_null<CXXConstructExpr>(
      Init ? Init->IgnoreImplicit() : nullptr);
  if (!Make || Make->getConstructor()->isCopyOrMoveConstructor())
    return Value();
  bool Given =
      Arg < Make->getNumArgs() && !isa<CXXDefaultArgExpr>(Make->getArg(Arg));
  if (!Given)
    return Value::number(
        defaultBound(*Make->getConstructor()->getParent(), Arg));
  return constant(Make->getArg(Arg)).value_or(Value());
}

std::optional<Value> Interpreter::construct(State &S, const CXXConstructExpr &E,
                                            const CallParts &C) {
  const CXXConstructorDecl *Ctor = E.getConstructor();
  auto Rvalue = [&](unsigned I) {
    const Value &V = C.Values[I];
    return V.isReference() && !C.Args[I]->getType()->isRecordType()
               ? load(S, V.location(), C.Args[I]->getType())
               : V;
  };
  if (std::optional<double> Tick = tickOf(E.getType())) {
    if (C.Args.empty())
      return Value::number(0);
    Value V = C.Values[0].isReference()
                  ? load(S, C.Values[0].location(), C.Args[0]->getType())
                  : C.Values[0];
    return tickOf(C.Args[0]->getType()) ? V : V.scaled(*Tick);
  }
  if (Ctor->isCopyOrMoveConstructor() && C.Args.size() == 1)
    return C.Values[0];
  if (keepsRange(Ctor->getParent(), Apis)) {
    S.Mem.forget(C.Object, *ThePool);
    for (unsigned I : {0, 1})
      S.Mem.store(ThePool->element(C.Object, I),
                  I < C.Args.size()
                      ? Rvalue(I)
                      : Value::number(defaultBound(*Ctor->getParent(), I)),
                  *ThePool);
    return Value::reference(C.Object);
  }
  // A container made of a list: {1s, 5s, 30s}.
  if (C.Args.size() >= 1)
    if (const auto *List =
            dyn_cast<CXXStdInitializerListExpr>(C.Args[0]->IgnoreImplicit())) {
      Value From = valueOf(S, List->getSubExpr());
      if (From.isReference()) {
        S.Mem.copy(C.Object, From.location(), *ThePool);
        return Value::reference(C.Object);
      }
    }
  return std::nullopt;
}

/// Whether the type counts whole ticks: not duration<double>.
static bool wholeTicks(QualType T) {
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  return S && S->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
         S->getTemplateArgs()[0].getAsType()->isIntegerType();
}

static Value inWholeTicks(const Value &V, QualType T) {
  double Tick = tickOf(T).value_or(0);
  if (!V.isNumber() || Tick == 0 || !wholeTicks(T))
    return V;
  auto Whole = [&](double S) { return std::trunc(S / Tick + 1e-9) * Tick; };
  return Value::interval(Whole(V.lo()), Whole(V.hi()), V.taints());
}

std::optional<Value> Interpreter::timeArithmetic(State &S, const Expr *E,
                                                 const CallParts &C) {
  auto Rvalue = [&](const Expr *A, const Value &V) {
    return V.isReference()
               ? load(S, V.location(), A->getType().getNonReferenceType())
               : V;
  };
  llvm::SmallVector<const Expr *, 4> Exprs;
  llvm::SmallVector<Value, 4> Values;
  if (C.Receiver) {
    Exprs.push_back(C.Receiver);
    Values.push_back(Value::reference(C.Object));
  }
  Exprs.append(C.Args.begin(), C.Args.end());
  Values.append(C.Values.begin(), C.Values.end());
  bool Time = false;
  for (const Expr *A : Exprs)
    Time |= tickOf(A->getType()).has_value();
  if (!Time && !tickOf(E->getType()))
    return std::nullopt;
  if (isa<UserDefinedLiteral>(E))
    return constant(E);
  auto Arg = [&](unsigned I) { return Rvalue(Exprs[I], Values[I]); };
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E)) {
    OverloadedOperatorKind K = Op->getOperator();
    if (K == OO_Equal && Values.size() == 2) {
      if (Values[0].isReference())
        S.Mem.store(Values[0].location(), Arg(1), *ThePool);
      return Values[0];
    }
    if ((K == OO_PlusPlus || K == OO_MinusMinus) && Values[0].isReference()) {
      double Tick = tickOf(Exprs[0]->getType()).value_or(1);
      S.Mem.store(Values[0].location(),
                  add(Arg(0), Value::number(K == OO_PlusPlus ? Tick : -Tick)),
                  *ThePool);
      return Values[0];
    }
    if (Values.size() != 2)
      return std::nullopt;
    static constexpr std::pair<OverloadedOperatorKind, BinaryOperatorKind>
        Kinds[] = {{OO_Plus, BO_Add},
                   {OO_Minus, BO_Sub},
                   {OO_Star, BO_Mul},
                   {OO_Slash, BO_Div},
                   {OO_Percent, BO_Rem},
                   {OO_PlusEqual, BO_AddAssign},
                   {OO_MinusEqual, BO_SubAssign},
                   {OO_StarEqual, BO_MulAssign},
                   {OO_SlashEqual, BO_DivAssign}};
    for (auto [Overloaded, Plain] : Kinds)
      if (K == Overloaded) {
        Value R = arithmetic(S, Plain, Arg(0), Arg(1), false, E->getType());
        if (K == OO_Slash || K == OO_SlashEqual)
          R = inWholeTicks(R, E->getType().getNonReferenceType());
        if (!Op->isAssignmentOp())
          return R;
        if (Values[0].isReference())
          S.Mem.store(Values[0].location(), R, *ThePool);
        return Values[0];
      }
    for (auto [Overloaded, R] : Relations)
      if (K == Overloaded)
        return compare(S, E, R, Arg(0), Arg(1));
    if (K == OO_Spaceship)
      return subtract(Arg(0), Arg(1));
    return std::nullopt;
  }
  if (!C.Callee)
    return std::nullopt;
  llvm::StringRef Name = C.Callee->getIdentifier() ? C.Callee->getName() : "";
  if (Name == "count" && C.Receiver)
    return Arg(0).scaled(1 /
                         tickOf(C.Receiver->getType()->isPointerType()
                                    ? C.Receiver->getType()->getPointeeType()
                                    : C.Receiver->getType())
                             .value_or(1));
  if (Name == "duration_cast" || Name == "time_point_cast" || Name == "floor")
    return inWholeTicks(Arg(0), E->getType());
  if (Name == "ceil" || Name == "round" || Name == "time_since_epoch" ||
      Name == "abs")
    return Arg(0);
  if (Name == "zero")
    return Value::number(0);
  return constant(E);
}

/// What is done with an iterator that stands at a known element.
std::optional<Value> Interpreter::iterate(State &S,
                                          const CXXOperatorCallExpr &E,
                                          const CallParts &C) {
  auto At = [&](const Value &Iterator) -> const Value * {
    const Value *V =
        Iterator.isReference() ? S.Mem.lookup(Iterator.location()) : nullptr;
    bool Stands = V && V->isReference() &&
                  ThePool->at(V->location()).Kind == LocationKind::Element;
    return Stands ? V : nullptr;
  };
  llvm::SmallVector<Value, 2> Operands;
  if (C.Receiver)
    Operands.push_back(Value::reference(C.Object));
  Operands.append(C.Values.begin(), C.Values.end());
  const Value *First = Operands.empty() ? nullptr : At(Operands[0]);
  if (!First || !E.getArg(0)->getType()->isRecordType())
    return std::nullopt;
  switch (E.getOperator()) {
  case OO_Star:
  case OO_Arrow:
    return *First;
  case OO_PlusPlus:
  case OO_MinusMinus: {
    const LocationInfo &Now = ThePool->at(First->location());
    long Step = E.getOperator() == OO_PlusPlus ? 1 : -1;
    Value Old = *First,
          Next =
              Value::reference(ThePool->element(Now.Parent, Now.Index + Step));
    S.Mem.store(Operands[0].location(), Next, *ThePool);
    if (Operands.size() == 1)
      return Operands[0];
    LocationId Before = temporary(S, &E);
    S.Mem.store(Before, Old, *ThePool);
    return Value::reference(Before);
  }
  case OO_EqualEqual:
  case OO_ExclaimEqual:
    if (const Value *Second = Operands.size() == 2 ? At(Operands[1]) : nullptr)
      return compare(S, &E,
                     E.getOperator() == OO_EqualEqual ? Relation::Equal
                                                      : Relation::NotEqual,
                     *First, *Second);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

/// a < b written as (a <=> b) < 0.
std::optional<Value> Interpreter::compareOrder(State &S,
                                               const CXXOperatorCallExpr &E) {
  const CXXRecordDecl *Left = E.getNumArgs() == 2
                                  ? E.getArg(0)->getType()->getAsCXXRecordDecl()
                                  : nullptr;
  const auto *Asked = llvm::find_if(
      Relations, [&](const auto &R) { return R.first == E.getOperator(); });
  if (!Left || !Left->getIdentifier() ||
      !Left->getName().ends_with("_ordering") || Asked == std::end(Relations))
    return std::nullopt;
  auto Rvalue = [&](const Expr *A, QualType T) {
    Value V = valueOf(S, A);
    return V.isReference() ? load(S, V.location(), T) : V;
  };
  // Of two times, what they are tells more than which is the later.
  const auto *Order =
      dyn_cast<CXXOperatorCallExpr>(E.getArg(0)->IgnoreImplicit());
  if (Order && Order->getOperator() == OO_Spaceship &&
      Order->getNumArgs() == 2 && tickOf(Order->getArg(0)->getType()) &&
      tickOf(Order->getArg(1)->getType()))
    return compare(S, &E, Asked->second,
                   Rvalue(Order->getArg(0), Order->getArg(0)->getType()),
                   Rvalue(Order->getArg(1), Order->getArg(1)->getType()));
  return compare(S, &E, Asked->second, Rvalue(E.getArg(0), Ctx.IntTy),
                 Value::number(0));
}

/// min(delay * 2, longest): nobody knows which is less, and one of them grows.
static bool mayMeet(const State &S, const Value &A, const Value &B) {
  unsigned Taints = A.taints() | B.taints();
  return !S.Trace.Attempts.empty() && A.isAffine() && B.isAffine() &&
         (A.isSymbolic() || B.isSymbolic()) && A.symbol() != B.symbol() &&
         !(Taints & (TaintRandom | TaintClock | TaintAttempt));
}

/// Two steady ways: one grows for as long as anybody watches, the other has met
/// its cap from the beginning.
Value Interpreter::untilItMeets(State &S, const Expr *E, const Value &Growing,
                                const Value &Cap) {
  auto Choose = [&](State &To, bool Grows) {
    To.Decisions[E] = Grows;
    To.Trace.Choices.push_back(
        {E, Grows, Growing, To.Trace.rounds(), To.Trace.Events.size()});
  };
  if (!S.Decisions.count(E)) {
    State Met = S;
    Choose(Met, false);
    Value Given = Cap;
    if (E->isGLValue()) {
      Given = Value::reference(temporary(Met, E));
      Met.Mem.store(Given.location(), Cap, *ThePool);
    }
    Met.top().Values[E] = Given;
    later(std::move(Met), false);
    Choose(S, true);
  }
  auto [Last, New] = S.LastOperands.try_emplace(E, Growing, Cap);
  if (!New &&
      !(Last->second.first.sameAs(Growing) && Last->second.second.sameAs(Cap)))
    S.Trace.Progress.try_emplace(E, false);
  Last->second = {Growing, Cap};
  return S.Decisions[E] ? Growing : Cap;
}

/// strcmp of two texts that are written down.
static std::optional<int> orderOfTexts(llvm::StringRef Name, const CallParts &C,
                                       const Pool &P) {
  bool Exact = Name == "strcmp";
  if ((!Exact && Name != "strcasecmp") || C.Values.size() != 2 ||
      !C.Values[0].isReference() || !C.Values[1].isReference())
    return std::nullopt;
  const StringLiteral *A = P.literal(C.Values[0].location()),
                      *B = P.literal(C.Values[1].location());
  if (!A || !B || A->getCharByteWidth() != 1 || B->getCharByteWidth() != 1)
    return std::nullopt;
  return Exact ? A->getString().compare(B->getString())
               : A->getString().compare_insensitive(B->getString());
}

std::optional<Value> Interpreter::standard(State &S, const Expr *E,
                                           const CallParts &C) {
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E)) {
    if (std::optional<Value> V = iterate(S, *Op, C))
      return V;
    if (std::optional<Value> V = compareOrder(S, *Op))
      return V;
    if (Op->getOperator() == OO_Subscript && C.Values.size() == 1) {
      Value Index = C.Values[0].isReference()
                        ? load(S, C.Values[0].location(), C.Args[0]->getType())
                        : C.Values[0];
      if (C.Args[0]->getType()->isIntegerType() ||
          C.Args[0]->getType().getNonReferenceType()->isIntegerType())
        return evalElement(Value::reference(C.Object), Index, E);
    }
  }
  if (std::optional<Value> V = timeArithmetic(S, E, C))
    return V;
  if (std::optional<Value> V = lookUp(S, E, C))
    return V;
  if (swap(S, E, C))
    return Value();
  // Assignment of a whole object.
  if (const auto *M = dyn_cast_or_null<CXXMethodDecl>(C.Callee);
      M && (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator()) &&
      C.Values.size() == 1 && !follows(*M, Ctx)) {
    const Value &V = C.Values[0];
    if (V.isReference())
      copyObject(S, C.Object, V.location(), C.Args[0]->getType());
    else
      S.Mem.store(C.Object, V.isUnknown() ? unknown({}, V.taints()) : V,
                  *ThePool);
    return Value::reference(C.Object);
  }
  if (!C.Callee || !C.Callee->getIdentifier())
    return std::nullopt;
  llvm::StringRef Name = C.Callee->getName();
  bool System =
      Ctx.getSourceManager().isInSystemHeader(C.Callee->getLocation());
  if (!C.Callee->isInStdNamespace() && !C.Callee->getBuiltinID() && !System)
    return std::nullopt;
  auto Arg = [&](unsigned I) {
    return C.Values[I].isReference() && I < C.Args.size()
               ? load(S, C.Values[I].location(), C.Args[I]->getType())
               : C.Values[I];
  };
  auto Home = [&](const Value &V) { // these return references
    if (!C.Callee->getReturnType()->isReferenceType())
      return V;
    LocationId L = temporary(S, E);
    S.Mem.store(L, V, *ThePool);
    return Value::reference(L);
  };
  if (Name == "exchange" && C.Values.size() == 2 && C.Values[0].isReference()) {
    Value Old = Arg(0);
    S.Mem.store(C.Values[0].location(), Arg(1), *ThePool);
    return Old;
  }
  enum {
    None,
    Min,
    Max,
    Clamp,
    Pow,
    Exp2,
    Ldexp,
    Same,
    Keep,
    Fabs,
    Floor,
    Ceil,
    Round
  };
  auto Kind =
      StringSwitch<int>(Name)
          .Cases({"min", "fmin", "qMin"}, Min)
          .Cases({"max", "fmax", "qMax"}, Max)
          .Case("clamp", Clamp)
          .Cases({"pow", "powf", "__builtin_pow"}, Pow)
          .Case("exp2", Exp2)
          .Cases({"ldexp", "scalbn"}, Ldexp)
          .Cases({"move", "forward", "as_const", "ref", "cref", "addressof",
                  "__builtin_addressof"},
                 Same)
          .Cases({"floor", "floorf", "trunc"}, Floor)
          .Cases({"ceil", "ceilf"}, Ceil)
          .Cases({"round", "lround", "llround", "rint", "lrint"}, Round)
          .Cases({"__builtin_expect", "__builtin_expect_with_probability"},
                 Keep)
          .Cases({"fabs", "abs", "labs"}, Fabs)
          .Case("at", Same + 100)
          .Default(None);
  if (std::optional<int> Order = orderOfTexts(Name, C, *ThePool))
    return Value::number(*Order);
  // std::size of an array: the compiler knows it.
  if (C.Callee->isConstexpr() && E->getType()->isIntegerType() && !C.Receiver)
    if (std::optional<Value> Known = constant(E))
      return *Known;
  // Lists whose elements are known: {1s, 2s, 4s}.
  auto Holds = [&](long I) {
    return isElement(S, ThePool->element(C.Object, I));
  };
  if (C.Receiver && C.Values.empty() && Holds(0)) {
    long Size = 1;
    while (Holds(Size))
      ++Size;
    auto Element = [&](long I) {
      Value At = Value::reference(ThePool->element(C.Object, I));
      if (!C.Callee->getReturnType()->isRecordType())
        return At;
      LocationId Iterator = temporary(S, E);
      S.Mem.store(Iterator, At, *ThePool);
      return Value::reference(Iterator);
    };
    if (Name == "begin" || Name == "cbegin" || Name == "data")
      return Element(0);
    if (Name == "end" || Name == "cend")
      return Element(Size);
    if (Name == "front" || Name == "back")
      return Value::reference(
          ThePool->element(C.Object, Name == "front" ? 0 : Size - 1));
    if (Name == "size")
      return Value::number(Size);
  }
  if (Kind == Same + 100 && C.Receiver && C.Values.size() == 1 &&
      C.Args[0]->getType()->isIntegerType())
    return evalElement(Value::reference(C.Object), Arg(0), E);
  if ((Kind == Min || Kind == Max) && C.Values.size() == 1 &&
      C.Values[0].isReference())
    return std::nullopt; // of an initializer list
  if (Kind == Min && C.Values.size() >= 2 && mayMeet(S, Arg(0), Arg(1)))
    return Home(untilItMeets(S, E, Arg(0), Arg(1)));
  auto Joined = [&](const Value &V, const Value &A, const Value &B) {
    // The lesser of a wait and of the time that is left: there is time enough.
    if (Kind == Min && V.isUnknown() && A.isNumber() != B.isNumber())
      if (const Value &Left = A.isNumber() ? B : A; Left.has(TaintClock))
        return (A.isNumber() ? A : B).tainted(Left.taints());
    // Unknown, but the same for the same operands; and bounded by a known one.
    return V.isUnknown() ? arithmetic(S, Kind == Min ? BO_Xor : BO_Or, A, B,
                                      true, E->getType())
                         : V;
  };
  switch (Kind) {
  case Min:
    if (C.Values.size() >= 2)
      return Home(Joined(minimum(Arg(0), Arg(1)), Arg(0), Arg(1)));
    break;
  case Max:
    if (C.Values.size() >= 2)
      return Home(Joined(maximum(Arg(0), Arg(1)), Arg(0), Arg(1)));
    break;
  case Clamp:
    if (C.Values.size() >= 3)
      return Home(maximum(Arg(1), minimum(Arg(0), Arg(2))));
    break;
  case Pow:
    if (C.Values.size() == 2)
      return power(Arg(0), Arg(1));
    break;
  case Exp2:
    if (C.Values.size() == 1)
      return power(Value::number(2), Arg(0));
    break;
  case Ldexp:
    if (C.Values.size() == 2)
      return multiply(Arg(0), power(Value::number(2), Arg(1)));
    break;
  case Same:
    if (!C.Values.empty())
      return C.Values[0];
    break;
  case Keep:
    if (!C.Values.empty())
      return Arg(0);
    break;
  case Floor:
  case Ceil:
  case Round:
    if (C.Values.size() == 1) {
      Value V = Arg(0);
      if (!V.isNumber())
        return V;
      auto Apply = [&](double N) {
        return Kind == Floor  ? std::floor(N)
               : Kind == Ceil ? std::ceil(N)
                              : std::round(N);
      };
      return Value::interval(Apply(V.lo()), Apply(V.hi()), V.taints());
    }
    break;
  case Fabs:
    if (C.Values.size() == 1 && Arg(0).isNumber())
      return maximum(Arg(0), Arg(0).scaled(-1));
    break;
  default:
    break;
  }
  return std::nullopt;
}

} // namespace retrylint
