// The part of the interpreter that keeps functions as values. A callable is an
// object with hidden parts: its code, the object that it works on, who bound
// arguments to it, and these arguments. Captures are members of the lambda.
#include "analysis/CallParts.h"
#include "analysis/Interpreter.h"
#include "analysis/Operators.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

namespace {
enum HiddenPart : long { Code = -1, Self = -2, Binder = -3, FirstBound = -16 };
} // namespace

LocationId Interpreter::function(const FunctionDecl &F) {
  const FunctionDecl *D = F.getDefinition();
  return ThePool->location(
      {LocationKind::Variable, 0, D ? D : F.getCanonicalDecl(), nullptr, 0});
}

const FunctionDecl *Interpreter::codeAt(const State &S, LocationId L) const {
  if (!L)
    return nullptr;
  const Value *V = S.Mem.lookup(ThePool->element(L, Code));
  return V && V->isReference()
             ? dyn_cast_or_null<FunctionDecl>(ThePool->at(V->location()).Decl)
             : nullptr;
}

void Interpreter::makeClosure(State &S, LocationId At, const FunctionDecl &F,
                              LocationId This) {
  S.Mem.forget(At, *ThePool);
  S.Mem.store(ThePool->element(At, Code), Value::reference(function(F)),
              *ThePool);
  if (This)
    S.Mem.store(ThePool->element(At, Self), Value::reference(This), *ThePool);
}

Value Interpreter::lambda(State &S, const LambdaExpr &L) {
  LocationId At = temporary(S, &L);
  makeClosure(S, At, *bodyOf(L), S.top().This);
  for (auto [Capture, Init] : llvm::zip(L.captures(), L.capture_inits())) {
    if (!Capture.capturesVariable() || !Init)
      continue;
    const auto *V = cast<ValueDecl>(Capture.getCapturedVar());
    LocationId Part = ThePool->member(At, V);
    if (Capture.getCaptureKind() == LCK_ByRef)
      S.Mem.store(Part, Value::reference(place(S, Init, valueOf(S, Init))),
                  *ThePool);
    else
      initialize(S, Part, V->getType().getNonReferenceType(), Init);
  }
  S.Lambdas[&L] = At;
  return Value::reference(At);
}

LocationId Interpreter::selfOf(State &S, LocationId Closure) {
  const Value *V = S.Mem.lookup(ThePool->element(Closure, Self));
  return V && V->isReference() ? V->location() : S.top().This;
}

/// What the body of a lambda calls by the name of a captured variable.
void Interpreter::bindCaptures(State &S, LocationId Closure) {
  const auto *M = dyn_cast<CXXMethodDecl>(S.top().Function);
  if (!M || !M->getParent()->isLambda())
    return;
  for (const LambdaCapture &C : M->getParent()->captures()) {
    if (!C.capturesVariable())
      continue;
    const ValueDecl *V = C.getCapturedVar();
    LocationId Part = ThePool->member(Closure, V);
    if (C.getCaptureKind() != LCK_ByRef)
      S.top().References[V] = Part;
    else if (const Value *To = S.Mem.lookup(Part); To && To->isReference())
      S.top().References[V] = To->location();
  }
}

/// A pointer, or what a smart pointer holds.
static std::optional<LocationId> target(const State &S, const Value &V) {
  if (!V.isReference())
    return std::nullopt;
  if (const Value *Held = S.Mem.lookup(V.location());
      Held && Held->isReference())
    return Held->location();
  return V.location();
}

LocationId Interpreter::callable(State &S, const Expr *E, const Value &V) {
  if (!V.isReference())
    return 0;
  LocationId L = V.location();
  if (codeAt(S, L))
    return L;
  if (const Value *Held = S.Mem.lookup(L); Held && Held->isReference()) {
    if (codeAt(S, Held->location())) // std::ref, a shared function
      return Held->location();
    if (isa_and_nonnull<FunctionDecl>(ThePool->at(Held->location()).Decl))
      L = Held->location(); // a variable that holds a pointer
  }
  if (const auto *F = dyn_cast_or_null<FunctionDecl>(ThePool->at(L).Decl)) {
    LocationId At = temporary(S, E);
    makeClosure(S, At, *F, S.top().This);
    return At;
  }
  // An object of this program that can be called.
  const CXXRecordDecl *R =
      E->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (R && R->hasDefinition())
    for (const CXXMethodDecl *M : operatorsOf(*R, OO_Call))
      if (!M->getDescribedFunctionTemplate() && M->getDefinition() &&
          !Ctx.getSourceManager().isInSystemHeader(M->getLocation())) {
        LocationId At = ThePool->location(
            {LocationKind::Temporary, 0, nullptr, M, static_cast<long>(L)});
        makeClosure(S, At, *M, L);
        return At;
      }
  return 0;
}

static const ApiFunction *
modelOf(const FunctionDecl *F, ApiIndex &Apis,
        llvm::function_ref<bool(const ApiFunction &)> Says) {
  if (F)
    for (const ApiFunction *A : Apis.functions(*F))
      if (Says(*A))
        return A;
  return nullptr;
}

std::optional<Value> Interpreter::makesCallback(State &S, const Expr *E,
                                                const CallParts &C) {
  // A lambda becomes a pointer to a function.
  if (const auto *To = dyn_cast_or_null<CXXConversionDecl>(C.Callee);
      To && To->getParent()->isLambda())
    if (const FunctionDecl *F = codeAt(S, C.Object))
      return Value::reference(function(*F));
  if (!modelOf(C.Callee, Apis,
               [](const ApiFunction &A) { return A.MakesCallback; }))
    return std::nullopt;
  bool Assigns = isa<CXXOperatorCallExpr>(E);
  bool Constructs = isa<CXXConstructExpr>(E);
  LocationId At = Assigns ? C.Object : temporary(S, E);
  for (unsigned I = 0; I < C.Args.size(); ++I) {
    LocationId From = callable(S, C.Args[I], C.Values[I]);
    if (!From)
      continue;
    if (From != At)
      S.Mem.copy(At, From, *ThePool);
    if (Assigns || Constructs)
      return Value::reference(At);
    unsigned First = I + 1;
    const auto *M = dyn_cast<CXXMethodDecl>(codeAt(S, At));
    if (M && M->isInstance() && !M->getParent()->isLambda() &&
        M->getOverloadedOperator() != OO_Call && First < C.Args.size()) {
      if (std::optional<LocationId> Object = target(S, C.Values[First]))
        S.Mem.store(ThePool->element(At, Self), Value::reference(*Object),
                    *ThePool);
      ++First;
    }
    if (First >= C.Args.size() || isa<CXXDefaultArgExpr>(C.Args[First]))
      return Value::reference(At);
    Binders.push_back(E);
    S.Mem.store(ThePool->element(At, Binder),
                Value::number(Binders.size() * 32 + First), *ThePool);
    for (unsigned J = First; J < C.Args.size(); ++J) {
      LocationId Part = ThePool->element(At, FirstBound - long(J));
      const Value &V = C.Values[J];
      QualType T = C.Args[J]->getType().getNonReferenceType();
      if (V.isReference() && T->isRecordType())
        copyObject(S, Part, V.location(), T);
      else
        S.Mem.store(Part,
                    V.isReference() && !T->isPointerType()
                        ? load(S, V.location(), T)
                    : V.isUnknown() ? unknown(T, V.taints())
                                    : V,
                    *ThePool);
    }
    return Value::reference(At);
  }
  if (Constructs || Assigns)
    return std::nullopt;
  return opaque(S, E, C, true);
}

/// The number of a placeholder: _1, boost::arg<1>.
static unsigned placeholder(QualType T) {
  const auto *R = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  if (!R || R->getTemplateArgs().size() != 1 ||
      R->getTemplateArgs()[0].getKind() != TemplateArgument::Integral ||
      !(R->getName() == "_Placeholder" || R->getName() == "arg" ||
        R->getName() == "__ph"))
    return 0;
  return R->getTemplateArgs()[0].getAsIntegral().getZExtValue();
}

std::vector<Value> Interpreter::boundArguments(State &S, LocationId Closure,
                                               std::vector<Value> Given) {
  const Value *By = S.Mem.lookup(ThePool->element(Closure, Binder));
  if (!By || !By->isExact())
    return Given;
  unsigned Number = By->lo(), First = Number % 32;
  llvm::SmallVector<const Expr *, 4> Args =
      argumentsOf(*Binders[Number / 32 - 1]);
  std::vector<Value> All;
  std::set<unsigned> Used;
  for (unsigned J = First; J < Args.size() && !isa<CXXDefaultArgExpr>(Args[J]);
       ++J) {
    if (unsigned N = placeholder(Args[J]->getType())) {
      All.push_back(N <= Given.size() ? Given[N - 1] : Value());
      Used.insert(N - 1);
      continue;
    }
    LocationId Part = ThePool->element(Closure, FirstBound - long(J));
    const Value *V = S.Mem.lookup(Part);
    bool Object = Args[J]->getType().getNonReferenceType()->isRecordType();
    All.push_back(V && !Object ? *V : Value::reference(Part));
  }
  for (unsigned I = 0; I < Given.size(); ++I)
    if (!Used.count(I))
      All.push_back(Given[I]);
  return All;
}

/// Smart pointers to what is known: shared_from_this() and its copies.
std::optional<Value> Interpreter::pointer(State &S, const Expr *E,
                                          const CallParts &C) {
  if (!C.Callee)
    return std::nullopt;
  if (C.Object && modelOf(C.Callee, Apis, [](const ApiFunction &A) {
        return A.GivesReceiver;
      })) {
    LocationId At = temporary(S, E);
    S.Mem.store(At, Value::reference(C.Object), *ThePool);
    return Value::reference(At);
  }
  auto Holds = [&](LocationId L) {
    const Value *V = L ? S.Mem.lookup(L) : nullptr;
    return V && V->isReference() ? V : nullptr;
  };
  if (isa<CXXConstructExpr>(E)) {
    // shared_ptr to weak_ptr, or to a base class.
    if (C.Values.size() == 1 && C.Values[0].isReference() &&
        Holds(C.Values[0].location()) && !codeAt(S, C.Values[0].location()) &&
        Ctx.getSourceManager().isInSystemHeader(C.Callee->getLocation()) &&
        C.Args[0]->getType()->isRecordType())
      return C.Values[0];
    return std::nullopt;
  }
  if (!C.Receiver || !Holds(C.Object) ||
      C.Receiver->getType()->isPointerType() ||
      !Ctx.getSourceManager().isInSystemHeader(C.Callee->getLocation()))
    return std::nullopt;
  OverloadedOperatorKind Op = C.Callee->getOverloadedOperator();
  if (Op == OO_Arrow || Op == OO_Star)
    return *Holds(C.Object);
  if (isa<CXXConversionDecl>(C.Callee))
    return Value::number(1);
  if (!C.Callee->getIdentifier())
    return std::nullopt;
  if (C.Callee->getName() == "get")
    return *Holds(C.Object);
  if (C.Callee->getName() == "lock")
    return Value::reference(C.Object);
  return std::nullopt;
}

/// Calls what a variable holds.
bool Interpreter::callThrough(State &S, const Expr *E, const CallParts &C) {
  LocationId Closure = 0;
  if (C.Through)
    Closure = callable(S, C.Through, valueOf(S, C.Through));
  else if (C.Callee && C.Callee->getOverloadedOperator() == OO_Call && C.Object)
    Closure = codeAt(S, C.Object) ? C.Object : 0;
  const FunctionDecl *F = codeAt(S, Closure);
  if (!F || S.Frames.size() > limits::CallDepth ||
      Ctx.getSourceManager().isInSystemHeader(F->getLocation()) ||
      F->isVariadic() || llvm::any_of(S.Frames, [&](const Frame &Active) {
        return Active.Function == F && !What->Callbacks;
      }))
    return false;
  CallParts Direct = C;
  Direct.Callee = F;
  Direct.Object = 0;
  std::vector<Value> Args = boundArguments(
      S, Closure, std::vector<Value>(C.Values.begin(), C.Values.end()));
  if (Args.size() != C.Values.size())
    return false;
  Direct.Values.assign(Args.begin(), Args.end());
  LocationId This = selfOf(S, Closure);
  if (!follow(S, E, Direct))
    return false;
  S.top().This = This;
  bindCaptures(S, Closure);
  return true;
}

} // namespace retrylint
