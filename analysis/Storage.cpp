// The part of the interpreter that finds, reads and copies what is stored.
#include "analysis/Interpreter.h"
#include "analysis/TimeTypes.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace retrylint {

using namespace clang;

LocationId Interpreter::variable(State &S, const ValueDecl &D) {
  if (const auto *B = dyn_cast<BindingDecl>(&D)) {
    if (const auto *Whole = dyn_cast_or_null<VarDecl>(B->getDecomposedDecl()))
      return ThePool->member(variable(S, *Whole), B);
    return ThePool->location({LocationKind::Variable, 0, &D, nullptr, 0});
  }
  const auto &V = cast<VarDecl>(D);
  if (V.hasGlobalStorage())
    return ThePool->location(
        {LocationKind::Variable, 0, V.getCanonicalDecl(), nullptr, 0});
  // Captures are read from the frame that declares the variable.
  for (auto F = S.Frames.rbegin(); F != S.Frames.rend(); ++F) {
    if (auto It = F->References.find(&V); It != F->References.end())
      return It->second;
    if (V.getDeclContext() == F->Function)
      return ThePool->location(
          {LocationKind::Variable, 0, &V, nullptr, static_cast<long>(F->Id)});
  }
  return ThePool->location({LocationKind::Variable, 0, &V, nullptr, 0});
}

LocationId Interpreter::temporary(State &S, const Stmt *E) {
  return ThePool->location(
      {LocationKind::Temporary, 0, nullptr, E, static_cast<long>(S.top().Id)});
}

LocationId Interpreter::pointee(const Value &Pointer, const Expr *At) {
  if (Pointer.isReference())
    return Pointer.location();
  if (Pointer.isSymbolic()) {
    LocationId L =
        ThePool->location({LocationKind::Pointee, 0, nullptr, nullptr,
                           static_cast<long>(Pointer.symbol())});
    return Pointer.isPlainSymbol()
               ? L
               : ThePool->element(L, std::lround(Pointer.lo()));
  }
  return ThePool->location({LocationKind::Temporary, 0, nullptr, At, -1});
}

LocationId Interpreter::place(State &S, const Expr *E, const Value &V) {
  if (V.isReference())
    return V.location();
  // A prvalue: give it a home.
  LocationId L = temporary(S, E);
  if (V.isUnknown())
    S.Mem.forget(L, *ThePool);
  else
    S.Mem.store(L, V, *ThePool);
  return L;
}

Value Interpreter::unknown(QualType T, unsigned Taints, SymbolInfo Info) {
  Info.Type = T;
  Info.Taints |= Taints;
  return Value::symbol(ThePool->fresh(Info), Info.Taints);
}

static bool isFlagType(QualType T) {
  if (T.isNull())
    return false;
  QualType Plain = T.getNonReferenceType();
  if (Plain.isVolatileQualified() || Plain->isBooleanType() ||
      Plain->isAtomicType())
    return true;
  const CXXRecordDecl *R = Plain->getAsCXXRecordDecl();
  return R && R->getIdentifier() &&
         (R->getName() == "atomic" || R->getName() == "atomic_flag" ||
          R->getName() == "stop_token");
}

/// In a key: after things have moved, other things are in the same places.
static std::string since(SymbolId Moved) {
  return Moved ? "@" + std::to_string(Moved) : std::string();
}

Value Interpreter::derive(State &S, const Value &Parent, llvm::StringRef Suffix,
                          QualType T, const Decl *Source, LocationId Place,
                          SymbolId Since) {
  if (!Parent.isSymbolic())
    return unknown(T, Parent.taints());
  const SymbolInfo P = ThePool->info(Parent.symbol());
  SymbolInfo Info;
  Info.Origin = P.Key.empty() ? SymbolOrigin::Derived : SymbolOrigin::Attempt;
  if (P.Key.empty() && P.Origin != SymbolOrigin::Unknown)
    Info.Origin = P.Origin;
  Info.Type = T;
  Info.Source = Source;
  Info.Taints = P.Taints | Parent.taints();
  // A flag of an object that nobody has touched meanwhile.
  Info.Flag =
      P.Flag || (isFlagType(T) && !P.Repeatable && !(P.Taints & TaintOpaque));
  Info.Parent = Parent.symbol();
  Info.Suffix = Suffix.str();
  if (Place)
    Info.Places.push_back(Place);
  Info.Since = Since;
  if (!P.Key.empty()) {
    Info.Key = P.Key + Suffix.str();
    Result.Parts.try_emplace(Info.Key, Info);
    if (auto It = What->Bindings.find(Info.Key); It != What->Bindings.end())
      return It->second.tainted(Info.Taints);
  }
  bool Attempt = !Info.Key.empty();
  unsigned Taints = Info.Taints;
  SymbolId Id = ThePool->intern("." + std::to_string(Parent.symbol()) +
                                    Suffix.str() + since(Since),
                                std::move(Info));
  if (Attempt && !S.Trace.Attempts.empty())
    S.Trace.Attempts.back().Outcome.push_back(Id);
  return Value::symbol(Id, Taints);
}

static SymbolOrigin originOf(const Pool &P, LocationId L) {
  LocationId Root = P.root(L);
  const LocationInfo &I = P.at(Root);
  if (I.Kind == LocationKind::This)
    return SymbolOrigin::Field;
  if (const auto *V = dyn_cast_or_null<VarDecl>(I.Decl)) {
    if (isa<ParmVarDecl>(V))
      return SymbolOrigin::Parameter;
    if (V->hasGlobalStorage())
      return SymbolOrigin::Global;
  }
  return SymbolOrigin::Unknown;
}

void Interpreter::copyObject(State &S, LocationId To, LocationId From,
                             QualType T) {
  bool Parts = llvm::any_of(S.Mem.Stored, [&](const auto &E) {
    return ThePool->inside(E.first, From);
  });
  // Of an object that nothing is known of, it is known which one it was.
  if (!Parts)
    S.Mem.store(To, whole(S, From, T), *ThePool);
  else
    S.Mem.copy(To, From, *ThePool);
}

Value Interpreter::load(State &S, LocationId L, QualType T) {
  if (const Value *V = S.Mem.lookup(L))
    return *V;
  if ((T->isRecordType() && !tickOf(T)) || T->isArrayType())
    return Value::reference(L);
  return whole(S, L, T);
}

/// The value that the compiler knows for a constant, or a part of one.
const APValue *Interpreter::constantAt(LocationId L) {
  const LocationInfo &I = ThePool->at(L);
  if (I.Kind == LocationKind::Variable) {
    const auto *V = dyn_cast_or_null<VarDecl>(I.Decl);
    // A default argument is no constant: the caller may pass another.
    if (!V || isa<ParmVarDecl>(V) || V->getType()->isReferenceType())
      return nullptr;
    // A static member may be declared here and initialised elsewhere.
    const Expr *Init = V->getAnyInitializer(V);
    if (!Init || Init->isValueDependent() || V->isInvalidDecl())
      return nullptr;
    bool Constant = V->isConstexpr() || V->getType().isConstQualified() ||
                    Ctx.getBaseElementType(V->getType()).isConstQualified();
    return Constant ? V->evaluateValue() : nullptr;
  }
  if (I.Kind != LocationKind::Member && I.Kind != LocationKind::Element)
    return nullptr;
  const APValue *Whole = constantAt(I.Parent);
  if (!Whole)
    return nullptr;
  if (const auto *F = dyn_cast_or_null<FieldDecl>(I.Decl)) {
    bool Has =
        Whole->isStruct() && F->getFieldIndex() < Whole->getStructNumFields();
    return Has ? &Whole->getStructField(F->getFieldIndex()) : nullptr;
  }
  // std::array holds its elements in its only field.
  if (Whole->isStruct() && Whole->getStructNumFields() == 1)
    Whole = &Whole->getStructField(0);
  bool Has = Whole->isArray() && I.Index >= 0 &&
             I.Index < static_cast<long>(Whole->getArrayInitializedElts());
  return Has ? &Whole->getArrayInitializedElt(I.Index) : nullptr;
}

void Interpreter::storeConstant(State &S, LocationId L, QualType T,
                                const APValue &V) {
  if (std::optional<double> N = numberOf(V, T)) {
    S.Mem.store(L, Value::number(*N), *ThePool);
    return;
  }
  const RecordDecl *R = T->getAsRecordDecl();
  if (!R || !V.isStruct())
    return;
  for (const FieldDecl *F : R->fields())
    if (F->getFieldIndex() < V.getStructNumFields())
      storeConstant(S, ThePool->member(L, F), F->getType(),
                    V.getStructField(F->getFieldIndex()));
}

void Interpreter::recallTable(State &S, const VarDecl &V) {
  const Expr *Init = V.getAnyInitializer();
  if (!Init || !V.getType().isConstQualified() || !V.getType()->isRecordType())
    return;
  if (const auto *Clean = dyn_cast<ExprWithCleanups>(Init))
    Init = Clean->getSubExpr();
  const auto *Make = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
  const auto *From = Make && Make->getNumArgs()
                         ? dyn_cast<CXXStdInitializerListExpr>(
                               Make->getArg(0)->IgnoreImplicit())
                         : nullptr;
  const auto *List =
      From ? dyn_cast<InitListExpr>(From->getSubExpr()->IgnoreImplicit())
           : nullptr;
  LocationId Table = variable(S, V);
  for (unsigned I = 0; List && I < List->getNumInits(); ++I) {
    std::optional<Value> C = constant(List->getInit(I));
    if (!C || S.Mem.lookup(ThePool->element(Table, I)))
      return;
    S.Mem.store(ThePool->element(Table, I), *C, *ThePool);
  }
}

/// A character of a literal that is stored, or pointed to.
std::optional<Value> Interpreter::character(const State &S, LocationId L) {
  const LocationInfo &I = ThePool->at(L);
  if (I.Kind != LocationKind::Element || I.Index < 0)
    return std::nullopt;
  const Value *Stored = S.Mem.lookup(I.Parent);
  const StringLiteral *Text = ThePool->literal(
      Stored && Stored->isReference() ? Stored->location() : I.Parent);
  if (!Text || Text->getCharByteWidth() != 1)
    return std::nullopt;
  return Value::number(I.Index < static_cast<long>(Text->getLength())
                           ? Text->getCodeUnit(I.Index)
                           : 0);
}

/// A number that only this object counts with begins as its declaration says.
bool Interpreter::startsAsDeclared(const FieldDecl &F) const {
  return F.getAccess() == AS_private && !F.getType()->isBooleanType() &&
         Written.contains(&F);
}

Value Interpreter::whole(State &S, LocationId L, QualType T) {
  if (const Value *V = S.Mem.lookup(L))
    return *V;
  if (const LocationInfo &I = ThePool->at(L);
      I.Decl && I.Decl->getType()->isArrayType() && !T->isArrayType())
    return whole(S, ThePool->element(L, 0),
                 T); // through a pointer to its beginning
  const LocationInfo I = ThePool->at(L);
  if (const APValue *Known = constantAt(L))
    if (std::optional<double> N = numberOf(*Known, T))
      return Value::number(*N);
  if (const auto *F = dyn_cast_or_null<FieldDecl>(I.Decl);
      F && F->hasInClassInitializer() && F->getInClassInitializer() &&
      (F->getType().isConstQualified() || startsAsDeclared(*F)))
    if (std::optional<Value> C = constant(F->getInClassInitializer()))
      return *C;
  if (std::optional<Value> Known = character(S, L))
    return *Known;
  // A part of a whole that is known as a symbol.
  std::string Suffix;
  SymbolId Moved = 0;
  for (LocationId Part = L; Part; Part = ThePool->at(Part).Parent) {
    const LocationInfo &P = ThePool->at(Part);
    Moved = Moved ? Moved : lastOf(S.Moved, Part);
    if (const Value *Whole = S.Mem.lookup(Part)) {
      if (Whole->isSymbolic())
        return derive(S, *Whole, Suffix, T, I.Decl, 0, Moved);
      return unknown(T, Whole->taints());
    }
    if (P.Kind == LocationKind::Pointee)
      return derive(
          S, Value::symbol(P.Index, ThePool->info(SymbolId(P.Index)).Taints),
          "->" + Suffix, T, I.Decl, 0, Moved);
    std::string Name = P.Kind == LocationKind::Element
                           ? "[" + std::to_string(P.Index) + "]"
                       : P.Decl ? "." + P.Decl->getNameAsString()
                                : "";
    Suffix = Name + Suffix;
  }
  SymbolInfo Info;
  Info.Origin = originOf(*ThePool, L);
  Info.Type = T;
  Info.Source = I.Decl;
  Info.Flag = isFlagType(I.Decl ? I.Decl->getType() : T);
  Info.Since = Moved;
  return Value::symbol(
      ThePool->intern("L" + std::to_string(L) + since(Moved), Info), 0);
}

} // namespace retrylint
