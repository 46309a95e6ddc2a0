// The part of the interpreter that knows what is in a std::optional that this
// code has made: nothing, or a value.
#include "analysis/CallParts.h"
#include "analysis/Interpreter.h"
#include "analysis/TimeTypes.h"
#include "clang/AST/DeclCXX.h"

namespace retrylint {

using namespace clang;

static bool isStandard(QualType T, llvm::StringRef Name) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && R->isInStdNamespace() && R->getIdentifier() &&
         R->getName() == Name;
}

static bool isOptional(QualType T) { return isStandard(T, "optional"); }

/// Beside the value, which is the element 0.
static constexpr long Flag = -1;

void Interpreter::setOptional(State &S, LocationId Object, const Expr *Arg,
                              const Value &V) {
  S.Mem.forget(Object, *ThePool);
  S.Mem.store(ThePool->element(Object, Flag), Value::boolean(Arg), *ThePool);
  if (!Arg)
    return;
  LocationId Content = ThePool->element(Object, 0);
  QualType T = Arg->getType().getNonReferenceType();
  if (V.isReference() && T->isRecordType() && !tickOf(T))
    return copyObject(S, Content, V.location(), T);
  Value Number =
      V.isReference() && !Arg->isPRValue() ? load(S, V.location(), T) : V;
  S.Mem.store(Content,
              Number.isUnknown() ? unknown(T, Number.taints()) : Number,
              *ThePool);
}

/// optional(), optional(nullopt), optional(value), and the same assigned.
std::optional<Value> Interpreter::makeOptional(State &S, const CallParts &C) {
  if (C.Args.size() > 1)
    return std::nullopt;
  const Expr *Given = C.Args.empty() ? nullptr : C.Args[0];
  if (Given && (isOptional(Given->getType()) ||
                isStandard(Given->getType(), "in_place_t")))
    return std::nullopt;
  bool Empty = !Given || isStandard(Given->getType(), "nullopt_t");
  setOptional(S, C.Object, Empty ? nullptr : Given,
              Empty ? Value() : C.Values[0]);
  return Value::reference(C.Object);
}

std::optional<Value> Interpreter::optional(State &S, const Expr *E,
                                           const CallParts &C) {
  if (isa<CXXConstructExpr>(E))
    return isOptional(E->getType()) ? makeOptional(S, C) : std::nullopt;
  auto FlagOf = [&](LocationId Object) {
    const Value *V = S.Mem.lookup(ThePool->element(Object, Flag));
    return V ? V->exact() : std::nullopt;
  };
  OverloadedOperatorKind Op =
      C.Callee ? C.Callee->getOverloadedOperator() : OO_None;
  if (!C.Receiver) { // opt == nullopt
    if (Op != OO_EqualEqual || C.Values.size() != 2 ||
        !isOptional(C.Args[0]->getType()) || !C.Values[0].isReference() ||
        !isStandard(C.Args[1]->getType(), "nullopt_t"))
      return std::nullopt;
    std::optional<double> Has = FlagOf(C.Values[0].location());
    return Has ? std::optional(Value::boolean(*Has == 0)) : std::nullopt;
  }
  if (!C.Callee || !isOptional(C.Receiver->getType()))
    return std::nullopt;
  llvm::StringRef Name = C.Callee->getIdentifier() ? C.Callee->getName() : "";
  LocationId Content = ThePool->element(C.Object, 0);
  if (Op == OO_Equal || Name == "reset")
    return makeOptional(S, C);
  std::optional<double> Has = FlagOf(C.Object);
  if (!Has)
    return std::nullopt;
  if (isa<CXXConversionDecl>(C.Callee) || Name == "has_value")
    return Value::boolean(*Has != 0);
  if (*Has != 0 && (Op == OO_Star || Op == OO_Arrow || Name == "value"))
    return Value::reference(Content);
  if (Name == "value_or" && C.Values.size() == 1) {
    QualType T = C.Callee->getReturnType();
    LocationId From = *Has != 0 ? Content : place(S, C.Args[0], C.Values[0]);
    return load(S, From, T);
  }
  return std::nullopt;
}

} // namespace retrylint
