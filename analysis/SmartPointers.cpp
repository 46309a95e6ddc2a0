// The part of the interpreter that sees through smart pointers: what a call
// gave and a unique_ptr keeps is still what the call gave.
#include "analysis/CallParts.h"
#include "analysis/Interpreter.h"

namespace retrylint {

using namespace clang;

static bool isSmartPointer(const CXXRecordDecl *R) {
  if (!R || !R->getIdentifier())
    return false;
  llvm::StringRef Name = R->getName();
  return Name == "unique_ptr" || Name == "shared_ptr" ||
         Name == "__shared_ptr" || Name == "__shared_ptr_access" ||
         Name == "scoped_ptr" || Name == "ScopedPtr";
}

/// A pointer that nothing is known of, or the null pointer.
static bool isPointerValue(const Value &V, const Pool &P) {
  if (V.isExact())
    return V.lo() == 0;
  QualType T = V.isPlainSymbol() ? P.info(V.symbol()).Type : QualType();
  return !T.isNull() && T->isPointerType();
}

std::optional<Value> Interpreter::owned(State &S, const Expr *E,
                                        const CallParts &C) {
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(C.Callee);
  if (!M || !isSmartPointer(M->getParent()))
    return std::nullopt;
  auto Keep = [&](const Value &V) {
    S.Mem.forget(C.Object, *ThePool);
    S.Mem.store(C.Object, V, *ThePool);
    return Value::reference(C.Object);
  };
  bool Given = !C.Args.empty() && C.Args[0]->getType()->isPointerType() &&
               isPointerValue(C.Values[0], *ThePool);
  if (isa<CXXConstructExpr>(E))
    return Given ? std::optional(Keep(C.Values[0])) : std::nullopt;
  const Value *Held = C.Object ? S.Mem.lookup(C.Object) : nullptr;
  if (M->getIdentifier() && M->getName() == "reset" && Given)
    return Keep(C.Values[0]);
  if (!Held || !isPointerValue(*Held, *ThePool))
    return std::nullopt;
  if (isa<CXXConversionDecl>(M))
    return compare(S, E, Relation::NotEqual, *Held, Value::number(0));
  OverloadedOperatorKind Op = M->getOverloadedOperator();
  if (Op == OO_Arrow || (M->getIdentifier() && M->getName() == "get"))
    return *Held;
  if (Op == OO_Star && !Held->isExact())
    return Value::reference(pointee(*Held, E), Held->taints());
  return std::nullopt;
}

} // namespace retrylint
