// The part of the interpreter that dispatches calls, follows bodies, and
// knows what the rest may change.
#include "analysis/CallParts.h"
#include "analysis/Interpreter.h"
#include "analysis/Names.h"
#include "analysis/TimeTypes.h"
#include "analysis/UserData.h"
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
  if (!Stream)
    return false;
  const LocationInfo &At = ThePool->at(Stream);
  // What an object for one log line lends: LogMessage().stream() << text.
  if (At.Kind == LocationKind::Pointee)
    if (const auto *Lender =
            dyn_cast_or_null<CXXMethodDecl>(ThePool->info(At.Index).Source))
      return Apis.namesLog(*Lender->getParent());
  const ValueDecl *Named = At.Decl;
  return Named && llvm::any_of(Apis.named(*Named),
                               [](const ApiFunction &A) { return A.Logs; });
}

/// A global of the program, or a variable whose address was given away.
bool Interpreter::mayBeSeen(const State &S, LocationId Root) const {
  const auto *V = dyn_cast_or_null<VarDecl>(ThePool->at(Root).Decl);
  return (V && V->hasGlobalStorage() && V->isExternallyVisible()) ||
         S.Escaped.count(Root);
}

bool Interpreter::outlives(LocationId L) const {
  const LocationInfo &Root = ThePool->at(ThePool->root(L));
  const auto *V = dyn_cast_or_null<VarDecl>(Root.Decl);
  return Root.Kind == LocationKind::Pointee ||
         Root.Kind == LocationKind::This || (V && V->hasGlobalStorage());
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
      if (ThePool->at(L).Kind == LocationKind::This)
        continue;
      UserData Kept(S.Mem, L, C, *ThePool);
      S.Mem.store(L, Changed(L), *ThePool);
      Kept.putBack(S.Mem, *ThePool);
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

} // namespace retrylint
