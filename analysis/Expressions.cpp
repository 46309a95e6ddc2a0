// The part of the interpreter that evaluates expressions other than calls.
#include "analysis/Generators.h"
#include "analysis/Interpreter.h"
#include "analysis/TimeTypes.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace retrylint {

using namespace clang;

static Relation relationOf(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_LT:
    return Relation::Less;
  case BO_LE:
    return Relation::LessEqual;
  case BO_GT:
    return Relation::Greater;
  case BO_GE:
    return Relation::GreaterEqual;
  case BO_EQ:
    return Relation::Equal;
  default:
    return Relation::NotEqual;
  }
}

/// What a type cannot hold: unsigned numbers wrap, others are unknown. To wrap
/// below zero is a way of counting down, above the most it is an accident.
static Value fit(const Value &V, QualType T, const ASTContext &Ctx) {
  if (!V.isNumber() || !T->isIntegerType() || T->isBooleanType())
    return V;
  double Size = std::ldexp(1.0, Ctx.getIntWidth(T));
  bool Unsigned = T->isUnsignedIntegerType();
  double Low = Unsigned ? 0 : -Size / 2, High = Unsigned ? Size : Size / 2;
  unsigned Taints = V.taints() | (V.hi() >= High ? TaintOverflow : TaintNone);
  constexpr double Exact = 0x1p53; // beyond, neighbours are not told apart
  if (std::abs(V.lo()) > Exact || std::abs(V.hi()) > Exact)
    return Value().tainted(Taints);
  if (V.lo() >= Low && V.hi() < High)
    return V;
  if (!Unsigned || !V.isExact())
    return Value().tainted(Taints);
  // A step back below zero is followed by one forward: --I in for (...; ++I).
  if (Size > Exact && V.lo() < 0)
    return V;
  return Value::number(V.lo() - std::floor(V.lo() / Size) * Size, Taints);
}

void Interpreter::evaluate(State &S, const Stmt *St) {
  if (const auto *D = dyn_cast<DeclStmt>(St)) {
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each))
        declare(S, *V);
    return;
  }
  const auto *E = dyn_cast<Expr>(St);
  if (!E)
    return;
  if (auto It = What->Watch.find(E); It != What->Watch.end()) {
    const auto *B = dyn_cast<BinaryOperator>(E);
    Value Assigned = B ? valueOf(S, B->getRHS()) : Value();
    if (!It->second ||
        (Assigned.isExact() && (Assigned.lo() != 0) == *It->second))
      event(S, EventKind::Watched, E, nullptr);
  }
  if (isa<CallExpr, CXXConstructExpr>(E)) {
    call(S, E);
    return;
  }
  Value V = eval(S, E);
  if (!Ended)
    S.top().Values[E] = V;
}

void Interpreter::declare(State &S, const VarDecl &V) {
  if (V.hasGlobalStorage())
    return;
  if (V.getType()->isReferenceType()) {
    if (const Expr *Init = V.getInit())
      S.top().References[&V] = place(S, Init, valueOf(S, Init));
    return;
  }
  S.top().References.erase(&V);
  initialize(S, variable(S, V), V.getType(), V.getInit());
}

void Interpreter::initialize(State &S, LocationId L, QualType T,
                             const Expr *Init) {
  S.Mem.forget(L, *ThePool);
  fill(S, L, T, Init);
}

void Interpreter::fill(State &S, LocationId L, QualType T, const Expr *Init) {
  if (!Init) {
    // What was never written is no input.
    SymbolInfo Unset;
    Unset.Repeatable = true;
    if (!T->isRecordType())
      S.Mem.store(L, unknown(T, 0, Unset), *ThePool);
    return;
  }
  const Expr *Plain = Init->IgnoreImplicit();
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Init))
    Plain = Default->getExpr()->IgnoreImplicit();
  if (const auto *List = dyn_cast<InitListExpr>(Plain)) {
    if (!List->isSemanticForm() && List->getSemanticForm())
      List = List->getSemanticForm();
    const RecordDecl *R = T->getAsRecordDecl();
    // std::array holds its elements in its only field.
    if (R && R->isInStdNamespace() && R->getName() == "array" &&
        List->getNumInits() == 1 && !R->field_empty())
      return initialize(S, L, R->field_begin()->getType(), List->getInit(0));
    if (R && !R->isUnion()) {
      unsigned I = 0;
      if (const auto *C = dyn_cast<CXXRecordDecl>(R))
        for (const CXXBaseSpecifier &Base : C->bases())
          if (I < List->getNumInits())
            fillBase(S, L, Base.getType(), List->getInit(I++));
      for (const FieldDecl *F : R->fields())
        if (I < List->getNumInits())
          initialize(S, ThePool->member(L, F), F->getType(),
                     List->getInit(I++));
      return;
    }
    if (const ArrayType *A = Ctx.getAsArrayType(T)) {
      for (unsigned I = 0; I < List->getNumInits(); ++I)
        initialize(S, ThePool->element(L, I), A->getElementType(),
                   List->getInit(I));
      return;
    }
    if (T->isScalarType() && List->getNumInits() == 0) {
      S.Mem.store(L, Value::number(0), *ThePool);
      return;
    }
    // A union, a vector: what it holds is not known.
    if (T->isRecordType() || List->getNumInits() != 1)
      return;
    return initialize(S, L, T, List->getInit(0));
  }
  Value V = valueOf(S, Init);
  // The initialiser of a member is no element of the graph.
  if (V.isUnknown())
    V = constant(Init).value_or(V);
  if (V.isReference() && T->isRecordType())
    copyObject(S, L, V.location(), T);
  else if (!V.isUnknown())
    S.Mem.store(L, V, *ThePool);
  else if (!T->isRecordType() || V.taints())
    S.Mem.store(L, unknown(T, V.taints()), *ThePool);
}

void Interpreter::fillBase(State &S, LocationId L, QualType Base,
                           const Expr *Init) {
  if (isa<InitListExpr>(Init->IgnoreImplicit()))
    fill(S, L, Base, Init);
  else if (Value V = valueOf(S, Init); V.isReference())
    S.Mem.add(L, V.location(), *ThePool);
}

Value Interpreter::valueOf(State &S, const Expr *E) {
  E = E->IgnoreParens();
  auto &Values = S.top().Values;
  if (auto It = Values.find(E); It != Values.end())
    return It->second;
  // Not every subexpression is an element of its own.
  if (isa<CallExpr, CXXConstructExpr>(E))
    return Value();
  return eval(S, E);
}

std::optional<Value> Interpreter::constant(const Expr *E) {
  auto [It, New] = Constants.try_emplace(E);
  if (New)
    It->second = computeConstant(E);
  return It->second;
}

std::optional<Value> Interpreter::computeConstant(const Expr *E) const {
  if (E->isValueDependent() || E->isTypeDependent())
    return std::nullopt;
  QualType T = E->getType();
  if (!T->isArithmeticType() && !T->isEnumeralType() && !tickOf(T))
    return std::nullopt;
  Expr::EvalResult R;
  if (!E->EvaluateAsRValue(R, Ctx) || R.HasSideEffects)
    return std::nullopt;
  if (std::optional<double> N = numberOf(R.Val, T))
    return Value::number(*N);
  return std::nullopt;
}

Value Interpreter::eval(State &S, const Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::ConstantExprClass:
  case Stmt::TypeTraitExprClass:
    if (std::optional<Value> C = constant(E))
      return *C;
    break;
  case Stmt::GNUNullExprClass:
  case Stmt::CXXNullPtrLiteralExprClass:
    return Value::number(0);
  case Stmt::StringLiteralClass:
    return Value::reference(temporary(S, E));
  case Stmt::DeclRefExprClass: {
    const ValueDecl *D = cast<DeclRefExpr>(E)->getDecl();
    if (const auto *C = dyn_cast<EnumConstantDecl>(D))
      return Value::number(C->getInitVal().roundToDouble());
    if (const auto *V = dyn_cast<VarDecl>(D); V && V->hasGlobalStorage())
      recallTable(S, *V);
    if (isa<VarDecl, BindingDecl>(D))
      return Value::reference(variable(S, *D));
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      return Value::reference(function(*F));
    break;
  }
  case Stmt::CXXThisExprClass:
    return Value::reference(S.top().This);
  case Stmt::MemberExprClass:
    return evalMember(S, *cast<MemberExpr>(E));
  case Stmt::ArraySubscriptExprClass: {
    const auto *A = cast<ArraySubscriptExpr>(E);
    return evalElement(valueOf(S, A->getBase()), valueOf(S, A->getIdx()), E);
  }
  case Stmt::UnaryOperatorClass:
    return evalUnary(S, *cast<UnaryOperator>(E));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return evalBinary(S, *cast<BinaryOperator>(E));
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass: {
    const auto *C = cast<AbstractConditionalOperator>(E);
    std::optional<double> Condition = valueOf(S, C->getCond()).exact();
    if (Condition)
      return valueOf(S, *Condition != 0 ? C->getTrueExpr() : C->getFalseExpr());
    break;
  }
  case Stmt::MaterializeTemporaryExprClass: {
    const Expr *Sub = cast<MaterializeTemporaryExpr>(E)->getSubExpr();
    Value V = valueOf(S, Sub);
    if (V.isReference() &&
        (Sub->getType()->isRecordType() || Sub->getType()->isArrayType()))
      return V;
    LocationId L = temporary(S, E);
    S.Mem.store(L, V.isUnknown() ? unknown(E->getType(), V.taints()) : V,
                *ThePool);
    return Value::reference(L);
  }
  case Stmt::InitListExprClass: {
    const auto *List = cast<InitListExpr>(E);
    if (!E->getType()->isRecordType() && !E->getType()->isArrayType())
      return List->getNumInits() ? valueOf(S, List->getInit(0))
                                 : Value::number(0);
    LocationId L = temporary(S, E);
    initialize(S, L, E->getType(), E);
    return Value::reference(L);
  }
  case Stmt::CompoundLiteralExprClass: {
    LocationId L = temporary(S, E);
    initialize(S, L, E->getType(),
               cast<CompoundLiteralExpr>(E)->getInitializer());
    return Value::reference(L);
  }
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return Value::number(0);
  case Stmt::CXXNewExprClass: {
    SymbolInfo Info;
    Info.Repeatable = true;
    return unknown(E->getType(), 0, Info);
  }
  case Stmt::LambdaExprClass:
    return lambda(S, *cast<LambdaExpr>(E));
  case Stmt::CXXDefaultArgExprClass:
    if (std::optional<Value> C = constant(E))
      return *C;
    return Value::reference(temporary(S, E));
  case Stmt::CXXDefaultInitExprClass:
    return valueOf(S, cast<CXXDefaultInitExpr>(E)->getExpr());
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return valueOf(S, cast<CXXRewrittenBinaryOperator>(E)->getSemanticForm());
  case Stmt::CXXBindTemporaryExprClass:
    return valueOf(S, cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::ExprWithCleanupsClass:
    return valueOf(S, cast<ExprWithCleanups>(E)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return valueOf(S, cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::OpaqueValueExprClass:
    if (const Expr *Source = cast<OpaqueValueExpr>(E)->getSourceExpr())
      return valueOf(S, Source);
    break;
  case Stmt::AtomicExprClass:
    if (std::optional<Value> Known = evalAtomic(S, *cast<AtomicExpr>(E)))
      return *Known;
    break;
  case Stmt::CoawaitExprClass:
    return valueOf(S, cast<CoawaitExpr>(E)->getOperand());
  case Stmt::CXXStdInitializerListExprClass:
    return valueOf(S, cast<CXXStdInitializerListExpr>(E)->getSubExpr());
  case Stmt::StmtExprClass: {
    const CompoundStmt *Body = cast<StmtExpr>(E)->getSubStmt();
    if (!Body->body_empty())
      if (const auto *Last = dyn_cast<Expr>(Body->body_back()))
        return valueOf(S, Last);
    break;
  }
  default:
    if (const auto *C = dyn_cast<CastExpr>(E))
      return evalCast(S, *C);
    break;
  }
  if (std::optional<Value> C = constant(E))
    return *C;
  return Value();
}

/// As C derives: what is seen as a uv_handle_t here was declared as a uv_tcp_t,
/// which begins with the same fields.
static const ValueDecl *asDeclared(const FieldDecl &F,
                                   const LocationInfo &Object) {
  const RecordDecl *R =
      Object.Decl ? Object.Decl->getType()->getAsRecordDecl() : nullptr;
  R = R ? R->getDefinition() : nullptr;
  if (!R || R == F.getParent() || R->isUnion())
    return &F;
  auto Same = llvm::find_if(R->fields(), [&](const FieldDecl *Own) {
    return Own->getFieldIndex() == F.getFieldIndex();
  });
  return Same != R->field_end() && Same->getName() == F.getName() &&
                 F.getASTContext().hasSameType(Same->getType(), F.getType())
             ? *Same
             : &F;
}

Value Interpreter::evalMember(State &S, const MemberExpr &M) {
  const ValueDecl *D = M.getMemberDecl();
  if (const auto *C = dyn_cast<EnumConstantDecl>(D))
    return Value::number(C->getInitVal().roundToDouble());
  if (const auto *V = dyn_cast<VarDecl>(D))
    return Value::reference(variable(S, *V));
  const auto *F = dyn_cast<FieldDecl>(D);
  if (!F)
    return Value();
  Value Base = valueOf(S, M.getBase());
  LocationId Object =
      M.isArrow() ? pointee(Base, M.getBase()) : place(S, M.getBase(), Base);
  LocationId L = ThePool->member(Object, asDeclared(*F, ThePool->at(Object)));
  // What it refers to lies elsewhere. Of a copy that is passed on, nobody knows
  // where; but it stays the same.
  bool Copied = ThePool->at(ThePool->root(L)).Kind == LocationKind::Temporary;
  if (D->getType()->isReferenceType() && (!Copied || S.Mem.lookup(L)))
    L = pointee(
        whole(S, L, Ctx.getPointerType(D->getType().getNonReferenceType())),
        &M);
  return Value::reference(L);
}

Value Interpreter::evalElement(const Value &Base, const Value &Index,
                               const Expr *At) {
  LocationId Array = pointee(Base, At);
  if (Index.isExact())
    return Value::reference(ThePool->element(Array, std::lround(Index.lo())));
  // An element at an unknown place: the same one for the same index.
  SymbolInfo Info;
  Info.Taints = Index.taints() | Base.taints();
  Info.Type = At->getType();
  SymbolId Sym =
      Index.isSymbolic()
          ? ThePool->intern(
                "[" + std::to_string(Array) + "," + Index.key() + "]", Info)
          : ThePool->fresh(Info);
  if (At->getType()->isCharType())
    ThePool->TextOf.try_emplace(Sym, Array);
  return Value::reference(pointee(Value::symbol(Sym, Info.Taints), At));
}

Value Interpreter::evalCast(State &S, const CastExpr &C) {
  Value V = valueOf(S, C.getSubExpr());
  switch (C.getCastKind()) {
  case CK_LValueToRValue:
    return V.isReference() ? load(S, V.location(), C.getType()) : V;
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean:
  case CK_FloatingToBoolean:
  case CK_MemberPointerToBoolean:
    if (V.isExact() && Counts.at(C))
      noteProgress(S, &C, V, Relation::NotEqual, Value::number(0), V.lo() != 0);
    return Value::boolean(truth(S, &C, V), V.taints());
  case CK_FloatingToIntegral:
    if (V.isNumber())
      return fit(
          Value::interval(std::trunc(V.lo()), std::trunc(V.hi()), V.taints()),
          C.getType(), Ctx);
    return V;
  case CK_NullToPointer:
    return Value::number(0);
  case CK_ToVoid:
  case CK_BuiltinFnToFnPtr:
    return Value();
  default:
    return V;
  }
}

Value Interpreter::evalUnary(State &S, const UnaryOperator &U) {
  Value V = valueOf(S, U.getSubExpr());
  switch (U.getOpcode()) {
  case UO_LNot:
    return compare(S, &U, Relation::Equal, V, Value::number(0));
  case UO_Minus:
    return V.scaled(-1);
  case UO_AddrOf:
  case UO_Plus:
  case UO_Extension:
    return V;
  case UO_Deref:
    return Value::reference(pointee(V, U.getSubExpr()));
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    if (!V.isReference())
      return Value();
    Value Old = load(S, V.location(), U.getType());
    Value New = fit(add(Old, Value::number(U.isIncrementOp() ? 1 : -1)),
                    U.getType(), Ctx);
    if (Old.isReference()) { // a pointer into an array
      const LocationInfo &I = ThePool->at(Old.location());
      long Step = U.isIncrementOp() ? 1 : -1;
      New = Value::reference(I.Kind == LocationKind::Element
                                 ? ThePool->element(I.Parent, I.Index + Step)
                                 : ThePool->element(Old.location(), Step));
    }
    S.Mem.store(V.location(), New, *ThePool);
    noteWrite(S, V.location(), &U);
    if (U.isPostfix())
      return Old;
    return U.isGLValue() ? V : New;
  }
  default:
    if (std::optional<Value> C = constant(&U))
      return *C;
    return Value().tainted(V.taints());
  }
}

/// Read or written as any variable is; of the rest, only that it is written.
std::optional<Value> Interpreter::evalAtomic(State &S, const AtomicExpr &A) {
  LocationId L = pointee(valueOf(S, A.getPtr()), &A);
  switch (A.getOp()) {
  case AtomicExpr::AO__c11_atomic_load:
  case AtomicExpr::AO__atomic_load_n:
    return load(S, L, A.getType());
  case AtomicExpr::AO__c11_atomic_store:
  case AtomicExpr::AO__c11_atomic_init:
  case AtomicExpr::AO__atomic_store_n:
    noteWrite(S, L, &A);
    S.Mem.forget(L, *ThePool); // others write to it as well
    return Value();
  default:
    noteWrite(S, L, &A);
    return std::nullopt;
  }
}

/// Whatever number a generator gives.
Value Interpreter::anyOf(QualType T) {
  constexpr unsigned Wide = 32;
  unsigned Bits = Ctx.getIntWidth(T) - T->isSignedIntegerType();
  return Bits > Wide ? unknown(T, TaintRandom)
                     : Value::interval(0, std::exp2(Bits) - 1, TaintRandom);
}

Value Interpreter::evalBinary(State &S, const BinaryOperator &B) {
  if (B.isLogicalOp()) {
    // The left side has been branched on: what is left is the right side. In
    // a || b || c the first may have decided for all.
    for (const BinaryOperator *Part = &B;
         Part && Part->getOpcode() == B.getOpcode();
         Part = dyn_cast<BinaryOperator>(Part->getLHS()->IgnoreParenImpCasts()))
      if (auto It = S.top().Decided.find(Part); It != S.top().Decided.end()) {
        Value V = Value::boolean(It->second);
        S.top().Decided.erase(It);
        return V;
      }
    Value Right = valueOf(S, B.getRHS());
    return Value::boolean(truth(S, &B, Right), Right.taints());
  }
  if (B.getOpcode() == BO_Comma)
    return valueOf(S, B.getRHS());
  Value L = valueOf(S, B.getLHS()), R = valueOf(S, B.getRHS());
  bool Draws = B.isAssignmentOp() && stepsGenerator(B, Ctx);
  if (Draws && B.getOpcode() == BO_Assign)
    R = anyOf(B.getType());
  if (B.getOpcode() == BO_Assign) {
    if (L.isReference()) {
      noteWrite(S, L.location(), &B);
      noteKeyMember(S, B, R);
      // What points into itself is no more known to others than before.
      if (R.isReference() && B.getType()->isPointerType() &&
          outlives(L.location()) &&
          ThePool->root(R.location()) != ThePool->root(L.location()))
        S.Escaped.insert(ThePool->root(R.location()));
      if (R.isReference() && B.getType()->isRecordType())
        copyObject(S, L.location(), R.location(), B.getType());
      else
        S.Mem.store(L.location(),
                    R.isUnknown() ? unknown(B.getType(), R.taints()) : R,
                    *ThePool);
      // *slash = 0: the path is another one.
      if (isa<UnaryOperator>(B.getLHS()->IgnoreParens()))
        if (LocationId Text = textAround(L.location()); Text != L.location()) {
          SymbolInfo Changed;
          Changed.Edited = true;
          S.Mem.store(Text, unknown(B.getType(), R.taints(), Changed),
                      *ThePool);
        }
    }
    return B.isGLValue() ? L : R;
  }
  bool Integers = B.getLHS()->getType()->isIntegerType() &&
                  B.getRHS()->getType()->isIntegerType();
  if (B.isCompoundAssignmentOp()) {
    if (!L.isReference())
      return Value();
    Value Old = load(S, L.location(), B.getLHS()->getType());
    Value New =
        Draws ? anyOf(B.getType())
              : arithmetic(S, B.getOpcode(), Old, R, Integers, B.getType());
    if (B.getType()->isIntegerType() && New.isNumber())
      New = fit(Value::interval(std::trunc(New.lo()), std::trunc(New.hi()),
                                New.taints()),
                B.getType(), Ctx);
    // A pointer that is moved by what is not known walks over something.
    if (B.getType()->isPointerType() && New.isUnknown())
      New = unknown(B.getType(), TaintIterator);
    S.Mem.store(L.location(), New, *ThePool);
    noteWrite(S, L.location(), &B);
    return B.isGLValue() ? L : New;
  }
  if (B.isComparisonOp()) {
    if (B.getOpcode() == BO_Cmp)
      return Value().tainted(L.taints() | R.taints());
    return compare(S, &B, relationOf(B.getOpcode()), L, R);
  }
  // status / 100 == 4 speaks of 400.
  if (B.getOpcode() == BO_Div && R.isExact() && R.lo() == 100)
    noteComparison(L, Value::number(200), &B);
  if (B.isAdditiveOp() && L.isReference() && R.isExact()) {
    const LocationInfo &I = ThePool->at(L.location());
    long Offset = std::lround(B.getOpcode() == BO_Add ? R.lo() : -R.lo());
    if (Offset == 0)
      return L;
    return Value::reference(I.Kind == LocationKind::Element
                                ? ThePool->element(I.Parent, I.Index + Offset)
                                : ThePool->element(L.location(), Offset));
  }
  Value Result = fit(arithmetic(S, B.getOpcode(), L, R, Integers, B.getType()),
                     B.getType(), Ctx);
  // text + length
  if (B.isAdditiveOp() && B.getType()->isPointerType() &&
      B.getType()->getPointeeType()->isCharType() && Result.isPlainSymbol() &&
      (L.isReference() || L.isPlainSymbol()))
    ThePool->TextOf.try_emplace(Result.symbol(), pointee(L, B.getLHS()));
  return Result;
}

} // namespace retrylint
