// The part of the interpreter that computes and compares.
#include "analysis/Interpreter.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace retrylint {

using namespace clang;

/// X + 2: a counter whose beginning is not known.
static bool isMovedSymbol(const Value &V) {
  constexpr double Widest = 63;
  return V.isSymbolic() && V.coef() == 1 && V.leastCoef() == 1 &&
         V.lo() == V.hi() && std::abs(V.lo()) <= Widest;
}

/// (X + 1) % N, where it is settled what X % N is.
std::optional<double> Interpreter::residue(const State &S, const Value &A,
                                           double By) const {
  auto Offset = [&](const Value &V) -> std::optional<double> {
    bool Moves = V.isSymbolic() && V.coef() == 1 && V.leastCoef() == 1 &&
                 V.symbol() == A.symbol() && V.lo() == V.hi();
    return Moves ? std::optional(V.lo()) : std::nullopt;
  };
  for (const auto &[Id, Other] : ThePool->Splits) {
    auto Known = S.Mem.Constraints.find(Id);
    if (!Other.Rest || Other.By != By || !Offset(A) || !Offset(Other.Whole) ||
        Known == S.Mem.Constraints.end() ||
        Known->second.Lo != Known->second.Hi)
      continue;
    double Rest =
        std::fmod(Known->second.Lo + *Offset(A) - *Offset(Other.Whole), By);
    return Rest < 0 ? Rest + By : Rest;
  }
  return std::nullopt;
}

Value Interpreter::arithmetic(State &S, BinaryOperatorKind Op, const Value &A,
                              const Value &B, bool Integers, QualType T) {
  Value R = computed(S, Op, A, B, Integers, T);
  bool Rest = Op == BO_Rem || Op == BO_RemAssign;
  if (!Integers || !B.isExact() || A.isExact() || !A.isAffine() ||
      !(Rest || Op == BO_Div || Op == BO_DivAssign))
    return R;
  ThePool->Pieces.push_back({{A, B.lo(), Rest}, R});
  return R.asPiece(ThePool->Pieces.size());
}

Value Interpreter::computed(State &S, BinaryOperatorKind Op, const Value &A,
                            const Value &B, bool Integers, QualType T) {
  Value R;
  switch (Op) {
  case BO_Add:
  case BO_AddAssign:
    R = add(A, B);
    break;
  case BO_Sub:
  case BO_SubAssign:
    R = subtract(A, B);
    break;
  case BO_Mul:
  case BO_MulAssign:
    R = multiply(A, B);
    break;
  case BO_Div:
  case BO_DivAssign:
    R = divide(A, B, Integers);
    break;
  case BO_Rem:
  case BO_RemAssign:
    R = remainder(A, B);
    break;
  case BO_Shl:
  case BO_ShlAssign:
    R = shiftLeft(A, B);
    break;
  case BO_Shr:
  case BO_ShrAssign:
    R = B.isExact() ? divide(A, power(Value::number(2), B), true)
                    : Value().tainted(A.taints() | B.taints());
    break;
  case BO_And:
  case BO_Or:
  case BO_Xor:
  case BO_AndAssign:
  case BO_OrAssign:
  case BO_XorAssign:
    if (A.isExact() && B.isExact()) {
      long X = std::lround(A.lo()), Y = std::lround(B.lo());
      long Bits = Op == BO_And || Op == BO_AndAssign ? X & Y
                  : Op == BO_Or || Op == BO_OrAssign ? X | Y
                                                     : X ^ Y;
      R = Value::number(Bits);
    } else if (Op == BO_And || Op == BO_AndAssign) {
      // rand() & 3
      const Value &Mask = A.isExact() ? A : B, &Masked = A.isExact() ? B : A;
      if (Mask.isExact() && Mask.lo() >= 0 && Masked.has(TaintRandom))
        R = Value::interval(
            0,
            Masked.isNumber() ? std::min(Mask.lo(), std::max(Masked.hi(), 0.0))
                              : Mask.lo(),
            Masked.taints());
    }
    R = R.tainted(A.taints() | B.taints());
    break;
  default:
    break;
  }
  // Reduced to a range on purpose: a hash, a ring.
  bool Reduced = Op == BO_Rem || Op == BO_And;
  if (!R.isUnknown())
    return Reduced ? R.without(TaintOverflow) : R;
  // Unknown, but the same for the same operands.
  SymbolInfo Info;
  Info.Origin = SymbolOrigin::Derived;
  Info.Type = T;
  Info.Taints = A.taints() | B.taints();
  if (Reduced)
    Info.Taints &= ~unsigned(TaintOverflow);
  if (A.isPlainSymbol() && B.isExact() && (Op == BO_Div || Op == BO_And))
    if (const SymbolInfo &P = ThePool->info(A.symbol()); !P.Key.empty()) {
      std::string Suffix =
          (Op == BO_Div ? "/" : "&") + std::to_string(std::lround(B.lo()));
      return derive(S, A, Suffix, T, P.Source);
    }
  if (!A.isAffine() || !B.isAffine() || (Info.Taints & TaintRandom))
    return Value::symbol(ThePool->fresh(Info), Info.Taints);
  BinaryOperatorKind Bits = Op == BO_AndAssign  ? BO_And
                            : Op == BO_OrAssign ? BO_Or
                                                : Op;
  bool Masks = (Bits == BO_And || Bits == BO_Or) && B.isExact();
  if (auto It = A.isPlainSymbol() ? ThePool->Masked.find(A.symbol())
                                  : ThePool->Masked.end();
      Masks && It != ThePool->Masked.end() &&
      It->second == std::pair(Bits, B.lo()))
    return A;
  if ((Op == BO_Shl || Op == BO_ShlAssign) && isMovedSymbol(B)) {
    // One more in the exponent is twice as much, whatever it began with.
    SymbolId Least =
        ThePool->intern("op" + std::to_string(BO_Shl) + "(" + A.key() + "," +
                            Value::symbol(B.symbol(), 0).key() + ")",
                        Info);
    return Value::symbol(Least, Info.Taints).scaled(std::exp2(B.lo()));
  }
  if (Op == BO_Rem && B.isExact())
    if (std::optional<double> Known = residue(S, A, B.lo()))
      return Value::number(*Known, Info.Taints);
  SymbolId Id = ThePool->intern(
      "op" + std::to_string(Op) + "(" + A.key() + "," + B.key() + ")", Info);
  if ((Op == BO_Div || Op == BO_Rem) && B.isExact())
    ThePool->Splits.try_emplace(Id, Pool::Split{A, B.lo(), Op == BO_Rem});
  if (Masks)
    ThePool->Masked.try_emplace(Id, Bits, B.lo());
  return Value::symbol(Id, Info.Taints);
}

/// What fit() has left below zero.
static Value asUnsigned(const Value &V, const Expr *E, const ASTContext &Ctx) {
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || !V.isExact() || V.lo() >= 0 ||
      !Op->getLHS()->getType()->isUnsignedIntegerType())
    return V;
  return V.plus(std::ldexp(1.0, Ctx.getIntWidth(Op->getLHS()->getType())),
                std::ldexp(1.0, Ctx.getIntWidth(Op->getLHS()->getType())));
}

Value Interpreter::compare(State &S, const Expr *E, Relation R,
                           const Value &First, const Value &Second) {
  Value A = asUnsigned(First, E, Ctx), B = asUnsigned(Second, E, Ctx);
  unsigned Taints = A.taints() | B.taints();
  auto Known = [&](const Value &V) {
    return V.isUnknown() ? unknown({}, V.taints()) : V;
  };
  if (A.isReference() != B.isReference()) {
    // A known object is not null.
    const Value &Other = A.isReference() ? B : A;
    if (Other.isExact() && Other.lo() == 0)
      return Value::boolean(R == Relation::NotEqual, Taints);
  }
  if (A.isReference() && B.isReference()) {
    // Two places of the same array; the array itself is its first place.
    auto Place = [&](const Value &V) {
      const LocationInfo &I = ThePool->at(V.location());
      return I.Kind == LocationKind::Element ? std::pair(I.Parent, I.Index)
                                             : std::pair(V.location(), 0L);
    };
    auto [BaseA, IndexA] = Place(A);
    auto [BaseB, IndexB] = Place(B);
    if (BaseA == BaseB)
      return Value::boolean(
          *decide(Value::number(IndexA), R, Value::number(IndexB)), Taints);
  }
  if (A.isReference() || B.isReference()) {
    if (std::optional<bool> Same = decide(A, R, B))
      return Value::boolean(*Same, Taints);
    return Value::boolean(
        choose(S, E, unknown({}, Taints), Relation::NotEqual, Value::number(0)),
        Taints);
  }
  return Value::boolean(choose(S, E, Known(A), R, Known(B)), Taints);
}

} // namespace retrylint
