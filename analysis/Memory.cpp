#include "analysis/Memory.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

namespace retrylint {

bool Constraint::allows(double N) const {
  return N >= Lo && N <= Hi && !llvm::is_contained(Not, N);
}

bool Constraint::disjoint(const Constraint &O) const {
  double L = std::max(Lo, O.Lo), H = std::min(Hi, O.Hi);
  if (L > H)
    return true;
  return L == H && (llvm::is_contained(Not, L) || llvm::is_contained(O.Not, L));
}

Pool::Pool() {
  Symbols.emplace_back();
  Locations.emplace_back();
}

SymbolId Pool::fresh(SymbolInfo Info) {
  Symbols.push_back(std::move(Info));
  return Symbols.size() - 1;
}

SymbolId Pool::intern(const std::string &Key, SymbolInfo Info) {
  auto [It, New] = BySymbolKey.try_emplace(Key, 0);
  if (New)
    It->second = fresh(std::move(Info));
  return It->second;
}

LocationId Pool::location(const LocationInfo &I) {
  auto Key =
      std::make_tuple(static_cast<int>(I.Kind), I.Parent,
                      static_cast<const void *>(I.Decl), I.Node, I.Index);
  auto [It, New] = ByLocationKey.try_emplace(Key, Locations.size());
  if (New) {
    Locations.push_back(I);
    Locations.back().HasParts = false;
    Locations[I.Parent].HasParts = true;
  }
  return It->second;
}

LocationId Pool::member(LocationId Parent, const clang::ValueDecl *Field) {
  return location({LocationKind::Member, Parent, Field, nullptr, 0});
}

LocationId Pool::element(LocationId Parent, long Index) {
  return location({LocationKind::Element, Parent, nullptr, nullptr, Index});
}

const clang::StringLiteral *Pool::literal(LocationId L) const {
  const LocationInfo &I = Locations[L];
  // &text[0] is the text, too.
  if (I.Kind == LocationKind::Element && I.Index == 0)
    return literal(I.Parent);
  if (I.Kind == LocationKind::Temporary)
    return llvm::dyn_cast_or_null<clang::StringLiteral>(
        static_cast<const clang::Stmt *>(I.Node));
  // constexpr char Prefix[] = "..."
  const auto *V = I.Kind == LocationKind::Variable
                      ? llvm::dyn_cast_or_null<clang::VarDecl>(I.Decl)
                      : nullptr;
  const clang::Expr *Init = V ? V->getAnyInitializer() : nullptr;
  bool Constant = Init && (V->getType()->isArrayType()
                               ? V->getASTContext()
                                     .getBaseElementType(V->getType())
                                     .isConstQualified()
                               : V->getType().isConstQualified() &&
                                     V->getType()->isPointerType());
  return Constant
             ? llvm::dyn_cast<clang::StringLiteral>(Init->IgnoreParenImpCasts())
             : nullptr;
}

bool Pool::inside(LocationId L, LocationId Ancestor) const {
  for (; L; L = Locations[L].Parent)
    if (L == Ancestor)
      return true;
  return false;
}

LocationId Pool::root(LocationId L) const {
  while (Locations[L].Parent)
    L = Locations[L].Parent;
  return L;
}

std::string Pool::pathFrom(LocationId Object, LocationId Part) const {
  std::string Path;
  for (; Part && Part != Object; Part = Locations[Part].Parent) {
    const LocationInfo &I = Locations[Part];
    Path = "/" +
           (I.Decl ? I.Decl->getNameAsString() : std::to_string(I.Index)) +
           Path;
  }
  return Path;
}

LocationId Pool::rebase(LocationId L, LocationId From, LocationId To) {
  if (L == From)
    return To;
  LocationInfo I = Locations[L];
  I.Parent = rebase(I.Parent, From, To);
  return location(I);
}

template <typename Vector> static auto position(Vector &Stored, LocationId L) {
  return llvm::lower_bound(
      Stored, L, [](const auto &E, LocationId At) { return E.first < At; });
}

const Value *Memory::lookup(LocationId L) const {
  auto It = position(Stored, L);
  return It == Stored.end() || It->first != L ? nullptr : &It->second;
}

void Memory::renew(LocationId L, const Pool &P) {
  llvm::erase_if(Touched, [&](const Touch &T) {
    return P.inside(T.Object, L) || P.inside(L, T.Object);
  });
}

void Memory::store(LocationId L, const Value &V, const Pool &P) {
  forget(L, P);
  Stored.insert(position(Stored, L), {L, V});
}

void Memory::forget(LocationId L, const Pool &P) {
  renew(L, P);
  if (P.hasParts(L)) {
    std::erase_if(Stored, [&](const auto &E) { return P.inside(E.first, L); });
    return;
  }
  auto It = position(Stored, L);
  if (It != Stored.end() && It->first == L)
    Stored.erase(It);
}

void Memory::copy(LocationId To, LocationId From, Pool &P) {
  if (To == From)
    return;
  auto Parts = partsOf(From, P);
  forget(To, P);
  for (const auto &[L, V] : Parts)
    store(P.rebase(L, From, To), V, P);
}

void Memory::add(LocationId To, LocationId From, Pool &P) {
  for (const auto &[L, V] : partsOf(From, P))
    store(P.rebase(L, From, To), V, P);
}

llvm::SmallVector<std::pair<LocationId, Value>, 8>
Memory::partsOf(LocationId Object, const Pool &P) const {
  llvm::SmallVector<std::pair<LocationId, Value>, 8> Parts;
  llvm::copy_if(Stored, std::back_inserter(Parts),
                [&](const auto &E) { return P.inside(E.first, Object); });
  return Parts;
}

bool Memory::assume(const Value &V, Relation R, double Bound) {
  if (!V.isSymbolic())
    return true;
  if (V.lo() != V.hi() || V.isShare())
    return true;
  double At = (Bound - V.lo()) / V.coef();
  if (V.coef() < 0)
    R = mirror(R);
  Constraint &C = Constraints[V.symbol()];
  // Symbols are whole numbers, flags and pointers; a strict bound moves by one.
  switch (R) {
  case Relation::Less:
    C.Hi = std::min(C.Hi, std::ceil(At) - 1);
    break;
  case Relation::LessEqual:
    C.Hi = std::min(C.Hi, std::floor(At));
    break;
  case Relation::Greater:
    C.Lo = std::max(C.Lo, std::floor(At) + 1);
    break;
  case Relation::GreaterEqual:
    C.Lo = std::max(C.Lo, std::ceil(At));
    break;
  case Relation::Equal:
    if (!C.allows(At))
      return false;
    C.Lo = C.Hi = At;
    break;
  case Relation::NotEqual:
    if (C.Lo == At)
      C.Lo = At + 1;
    else if (C.Hi == At)
      C.Hi = At - 1;
    else
      C.Not.push_back(At);
    break;
  }
  return C.Lo <= C.Hi && !(C.Lo == C.Hi && llvm::is_contained(C.Not, C.Lo));
}

std::optional<bool> Memory::decides(const Value &A, Relation R,
                                    const Value &B) const {
  if (std::optional<bool> Known = decide(A, R, B))
    return Known;
  if (R == Relation::NotEqual) {
    std::optional<bool> Equal = decides(A, Relation::Equal, B);
    return Equal ? std::optional<bool>(!*Equal) : std::nullopt;
  }
  Value D = subtract(A, B);
  if (!D.isSymbolic() || D.isShare())
    return std::nullopt;
  auto It = Constraints.find(D.symbol());
  if (It == Constraints.end())
    return std::nullopt;
  const Constraint &C = It->second;
  if (R == Relation::Equal && D.lo() == D.hi() && !C.allows(-D.lo() / D.coef()))
    return false;
  Value Range = Value::interval(C.Lo, C.Hi).scaled(D.coef());
  return decide(Range.plus(D.lo(), D.hi()), R, Value::number(0));
}

} // namespace retrylint
