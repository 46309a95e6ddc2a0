// The part of the interpreter that knows functions which make a key, and that
// what they made is there.
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/Interpreter.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

/// generate_uuid(), random_hex(32): nothing that it is given names the
/// operation.
bool Interpreter::soundsLikeNewKey(const FunctionDecl &F, const CallParts &C) {
  return Apis.namesNewKey(F) && llvm::all_of(C.Args, [&](const Expr *A) {
           std::string Text;
           return isa<CXXDefaultArgExpr>(A) || constant(A) ||
                  constantText(A, Text);
         });
}

/// Whether a text, or what points to it, is a key that was made, or has one in
/// it.
bool Interpreter::holdsKey(SymbolId S, unsigned Depth) const {
  const SymbolInfo &I = ThePool->info(S);
  if (!S || !I.Key.empty() || Depth > limits::Ancestry)
    return false;
  const auto *F = dyn_cast_or_null<FunctionDecl>(I.Source);
  bool NothingGiven = true;
  for (size_t P = 0; P < I.From.size(); ++P)
    NothingGiven &= (I.Into && I.Places[P] == I.Into) || I.From[P].isNumber() ||
                    I.From[P].isReference();
  if (F && ((NothingGiven && Apis.namesNewKey(*F)) ||
            llvm::any_of(Apis.functions(*F),
                         [](const ApiFunction *A) { return A->MakesKey; })))
    return true;
  if (F && !isa<CXXConstructorDecl, CXXConversionDecl>(F) &&
      F->getOverloadedOperator() != OO_Equal && !Apis.copiesText(*F))
    return false;
  auto Holds = [&](SymbolId Part) { return holdsKey(Part, Depth + 1); };
  return Holds(I.Parent) || Holds(I.Before) ||
         llvm::any_of(I.From, [&](const Value &V) {
           return V.isSymbolic() && Holds(V.symbol());
         });
}

static bool isText(QualType T) {
  return !T.isNull() && T->isPointerType() && T->getPointeeType()->isCharType();
}

/// Whether the symbol is zero, if it says that there is a key, or none.
std::optional<bool> Interpreter::isZeroForKey(SymbolId S) const {
  const SymbolInfo &I = ThePool->info(S);
  if (!I.Key.empty())
    return std::nullopt;
  if (isText(I.Type) && holdsKey(S))
    return false;
  const auto *F = dyn_cast_or_null<FunctionDecl>(I.Source);
  if (I.Parent && !F && I.Suffix == "[0]" && holdsKey(I.Parent))
    return false;
  if (!F || (!F->getIdentifier() && !isa<CXXConversionDecl>(F)))
    return std::nullopt;
  enum {
    Neither,
    None,
    Some
  } Says = isa<CXXConversionDecl>(F)
               ? Some
               : StringSwitch<decltype(Neither)>(F->getName())
                     .Cases({"empty", "isEmpty", "isNull"}, None)
                     .Cases({"size", "length", "has_value", "strlen"}, Some)
                     .Default(Neither);
  SymbolId Asked = I.Parent;
  if (!Asked && I.From.size() == 1 && I.From[0].isSymbolic())
    Asked = I.From[0].symbol();
  if (Says == Neither || !holdsKey(Asked))
    return std::nullopt;
  return Says == None;
}

void Interpreter::supposeKey(State &S, const Value &V) const {
  if (!V.isSymbolic())
    return;
  if (std::optional<bool> Zero = isZeroForKey(V.symbol()))
    S.Mem.assume(Value::symbol(V.symbol(), 0),
                 *Zero ? Relation::Equal : Relation::NotEqual, 0);
}

} // namespace retrylint
