#include "analysis/Keys.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/Limits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace retrylint {

using namespace clang;

namespace {

/// How two values differ that were set one round after the other, weakest
/// first.
enum class Difference { None, Unknown, Perhaps, Counted, Timed, New };

class KeyTrail {
public:
  KeyTrail(const RetryLoop &L, const Pool &Known, ApiIndex &Apis,
           llvm::StringRef Header)
      : L(L), Known(Known), Apis(Apis), Header(Header),
        SM(L.Function->getASTContext().getSourceManager()) {}

  Difference symbols(SymbolId A, SymbolId B, unsigned Depth = 0) const;
  /// Nothing in it differs from operation to operation.
  bool constant(SymbolId S, unsigned Depth = 0) const;
  /// At least so many characters.
  unsigned length(SymbolId S, unsigned Depth = 0) const;
  /// The variable of the loop that a key is made in, by its initialiser alone.
  const VarDecl *made(SymbolId S, unsigned Depth = 0) const;

private:
  Difference values(const Value &A, const Value &B, LocationId Place,
                    unsigned Depth) const;
  bool constant(const Value &V, LocationId Place, unsigned Depth) const;
  unsigned length(const Value &V, LocationId Place, unsigned Depth) const;
  unsigned formatted(llvm::StringRef Format) const;
  std::optional<bool> madeInLoop(LocationId Place) const;
  bool isOutput(const SymbolInfo &I, size_t Part) const {
    return I.Into && Part < I.Places.size() && I.Places[Part] == I.Into;
  }
  bool deterministic(const Decl *Source) const;
  bool makes(const FunctionDecl &F) const;
  bool isMadeKey(const VarDecl &V) const;

  const RetryLoop &L;
  const Pool &Known;
  ApiIndex &Apis;
  llvm::StringRef Header;
  const SourceManager &SM;
};

/// A number of the clock or a generator has no identity. Where it is kept
/// tells when it was taken.
std::optional<bool> KeyTrail::madeInLoop(LocationId Place) const {
  if (!Place)
    return true;
  const LocationInfo &Root = Known.at(Known.root(Place));
  if (Root.Kind == LocationKind::Temporary)
    return true;
  const auto *V = dyn_cast_or_null<VarDecl>(Root.Decl);
  if (!V || isa<ParmVarDecl>(V) || V->hasGlobalStorage())
    return std::nullopt;
  if (V->getDeclContext() != L.Function)
    return true;
  SourceLocation At = V->getLocation();
  return !SM.isBeforeInTranslationUnit(At, L.CycleRange.getBegin()) &&
         !SM.isBeforeInTranslationUnit(L.CycleRange.getEnd(), At);
}

bool KeyTrail::deterministic(const Decl *Source) const {
  const auto *F = dyn_cast_or_null<FunctionDecl>(Source);
  if (!F)
    return true;
  return isa<CXXConstructorDecl, CXXConversionDecl>(F) ||
         F->isInStdNamespace() ||
         llvm::any_of(Apis.functions(*F), [](const ApiFunction *A) {
           return A->Pure || A->Copies || A->InProcess;
         });
}

Difference KeyTrail::values(const Value &A, const Value &B, LocationId Place,
                            unsigned Depth) const {
  unsigned Taints = A.taints() | B.taints();
  bool Numbers = A.isNumber() && B.isNumber();
  if (Numbers && (Taints & (TaintRandom | TaintClock))) {
    std::optional<bool> Anew = madeInLoop(Place);
    if (!Anew)
      return Difference::Unknown;
    return !*Anew                ? Difference::None
           : Taints & TaintClock ? Difference::Timed
                                 : Difference::New;
  }
  if (A.sameAs(B))
    return Difference::None;
  if (Numbers)
    return Difference::Counted;
  if (A.isSymbolic() && B.isSymbolic()) {
    if (A.symbol() == B.symbol())
      return Difference::Counted; // counted in the object itself
    return symbols(A.symbol(), B.symbol(), Depth + 1);
  }
  return Difference::Unknown;
}

bool KeyTrail::makes(const FunctionDecl &F) const {
  return Apis.namesNewKey(F) ||
         llvm::any_of(Apis.functions(F),
                      [](const ApiFunction *M) { return M->MakesKey; });
}

bool KeyTrail::isMadeKey(const VarDecl &V) const {
  bool Makes = false, Only = true;
  auto Look = [&](auto &&Self, const Stmt *S) -> void {
    if (const auto *E = dyn_cast<Expr>(S); isa<CallExpr, CXXConstructExpr>(S)) {
      const FunctionDecl *F = calleeOf(*E);
      Makes |= F && makes(*F);
      Only &= F && (makes(*F) || deterministic(F));
    }
    for (const Stmt *Child : S->children())
      if (Child)
        Self(Self, Child);
  };
  if (V.getInit())
    Look(Look, V.getInit());
  return Makes && Only;
}

const VarDecl *KeyTrail::made(SymbolId S, unsigned Depth) const {
  if (!S || Depth > limits::Ancestry)
    return nullptr;
  const SymbolInfo &I = Known.info(S);
  for (LocationId Place : I.Places) {
    const auto *V = dyn_cast_or_null<VarDecl>(Known.at(Known.root(Place)).Decl);
    if (Place && V && V->getDeclContext() == L.Function && isMadeKey(*V) &&
        madeInLoop(Place).value_or(false))
      return V;
  }
  for (const Value &V : I.From)
    if (const VarDecl *Found =
            V.isSymbolic() ? made(V.symbol(), Depth + 1) : nullptr)
      return Found;
  const VarDecl *Found = made(I.Parent, Depth + 1);
  return Found ? Found : made(I.Before, Depth + 1);
}

Difference KeyTrail::symbols(SymbolId A, SymbolId B, unsigned Depth) const {
  if (A == B)
    return Difference::None;
  if (!A || !B || Depth > limits::Ancestry)
    return Difference::Unknown;
  const SymbolInfo &X = Known.info(A), &Y = Known.info(B);
  const auto *F = dyn_cast_or_null<FunctionDecl>(Y.Source);
  if (X.Source == Y.Source && F) {
    bool Makes = llvm::any_of(Apis.functions(*F),
                              [](const ApiFunction *M) { return M->MakesKey; });
    bool NothingGiven = true;
    for (size_t P = 0; P < Y.From.size(); ++P)
      NothingGiven &=
          isOutput(Y, P) || Y.From[P].isNumber() || Y.From[P].isReference();
    if (Makes || (NothingGiven && (Apis.namesNewKey(*F) ||
                                   ((X.Taints & Y.Taints) & TaintIterator))))
      return Difference::New;
  }
  if (X.Parent && Y.Parent && X.Suffix == Y.Suffix)
    return symbols(X.Parent, Y.Parent, Depth + 1);
  if (X.Source == Y.Source && X.From.size() == Y.From.size() &&
      (!X.From.empty() || X.Mutated)) {
    Difference Most =
        deterministic(Y.Source) ? Difference::None : Difference::Unknown;
    for (size_t I = 0; I < X.From.size(); ++I)
      if (!isOutput(X, I) || !isOutput(Y, I))
        Most = std::max(Most, values(X.From[I], Y.From[I], Y.Places[I], Depth));
    if (X.Before || Y.Before)
      Most = std::max(Most, symbols(X.Before, Y.Before, Depth + 1));
    // What an unknown function makes of a counter is not known.
    return deterministic(Y.Source) || Most < Difference::Perhaps
               ? Most
               : Difference::Perhaps;
  }
  if ((X.Taints & Y.Taints) & TaintRandom)
    return Difference::New;
  if ((X.Taints & Y.Taints) & TaintClock)
    return Difference::Timed;
  return Difference::Unknown;
}

/// static const char *Key = "..."; and nobody in the file writes to it.
static bool keepsLiteral(const VarDecl &V) {
  const Expr *Init = V.getAnyInitializer();
  if (!Init || V.isExternallyVisible() ||
      !isa<StringLiteral>(Init->IgnoreParenImpCasts()))
    return false;
  struct Finder : ConstDynamicRecursiveASTVisitor {
    explicit Finder(const VarDecl &V) : V(V) {}
    const VarDecl &V;
    bool Found = false;
    bool is(const Expr *E) const {
      const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
      return Ref && Ref->getDecl()->getCanonicalDecl() == V.getCanonicalDecl();
    }
    bool VisitBinaryOperator(const BinaryOperator *B) override {
      Found |= B->isAssignmentOp() && is(B->getLHS());
      return !Found;
    }
    bool VisitUnaryOperator(const UnaryOperator *U) override {
      Found |= (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf) &&
               is(U->getSubExpr());
      return !Found;
    }
  } Find(V);
  ASTContext &Ctx = V.getASTContext();
  for (const Decl *D : Ctx.getTranslationUnitDecl()->decls())
    if (!Ctx.getSourceManager().isInSystemHeader(D->getLocation()))
      Find.TraverseDecl(D);
  return !Find.Found;
}

bool KeyTrail::constant(const Value &V, LocationId Place,
                        unsigned Depth) const {
  if (Place) {
    const LocationInfo &Root = Known.at(Known.root(Place));
    if (const auto *D = dyn_cast_or_null<VarDecl>(Root.Decl);
        D && D->hasGlobalStorage() && D->getTLSKind() == VarDecl::TLS_None &&
        (D->getType().isConstQualified() || keepsLiteral(*D)))
      return true;
  }
  if (V.isReference())
    return Known.literal(V.location()) != nullptr;
  if (V.isExact())
    return !(V.taints() & (TaintClock | TaintAttempt | TaintIterator));
  return V.isSymbolic() && constant(V.symbol(), Depth + 1);
}

bool KeyTrail::constant(SymbolId S, unsigned Depth) const {
  const SymbolInfo &I = Known.info(S);
  if (Depth > limits::Ancestry || (Depth && !I.Source) ||
      !deterministic(I.Source) || isa_and_nonnull<VarDecl, FieldDecl>(I.Source))
    return false;
  const auto *F = dyn_cast_or_null<FunctionDecl>(I.Source);
  if (F && !isa<CXXConstructorDecl, CXXConversionDecl>(F) &&
      !Apis.copiesText(*F))
    return false;
  bool Any = false;
  for (size_t P = 0; P < I.From.size(); ++P) {
    LocationId Place = P < I.Places.size() ? I.Places[P] : 0;
    const LocationInfo &At = Known.at(Place);
    if (isOutput(I, P) ||
        (Place && At.Kind == LocationKind::Temporary && At.Node &&
         isa<CXXDefaultArgExpr>(static_cast<const Stmt *>(At.Node))))
      continue;
    if (!constant(I.From[P], Place, Depth))
      return false;
    Any = true;
  }
  if (I.Parent) {
    LocationId Place = I.Places.empty() ? 0 : I.Places[0];
    if (!constant(Value::symbol(I.Parent, 0), Place, Depth))
      return false;
    Any = true;
  }
  return Any && (!I.Before || constant(I.Before, Depth + 1));
}

/// The characters of a format that stand for themselves.
unsigned KeyTrail::formatted(llvm::StringRef Format) const {
  unsigned Plain = 0;
  for (size_t I = 0; I < Format.size(); ++I) {
    if (Format[I] == '%') {
      size_t End = Format.find_first_of("diouxXeEfgGscpn%", I + 1);
      if (End == llvm::StringRef::npos)
        return Plain;
      I = End;
    } else if (Format[I] == '{') {
      size_t End = Format.find('}', I);
      if (End == llvm::StringRef::npos)
        return Plain;
      I = End;
    } else {
      ++Plain;
    }
  }
  return Plain;
}

unsigned KeyTrail::length(const Value &V, LocationId Place,
                          unsigned Depth) const {
  LocationId At = V.isReference() ? V.location() : Place;
  if (const StringLiteral *Text = At ? Known.literal(At) : nullptr) {
    llvm::StringRef Plain = Text->getBytes();
    // The name of the header is no part of the key.
    if (Plain.starts_with_insensitive(Header))
      Plain = Plain.drop_front(Header.size()).ltrim(": ");
    return formatted(Plain);
  }
  return V.isSymbolic() ? length(V.symbol(), Depth + 1) : 0;
}

unsigned KeyTrail::length(SymbolId S, unsigned Depth) const {
  const SymbolInfo &I = Known.info(S);
  if (Depth > limits::Ancestry)
    return 0;
  const auto *F = dyn_cast_or_null<FunctionDecl>(I.Source);
  if (F)
    for (const ApiFunction *A : Apis.functions(*F))
      if (A->TextLength)
        return A->TextLength;
  if (Depth && (!F || !(Apis.copiesText(*F) || isa<CXXConversionDecl>(F))))
    return 0;
  unsigned Sum = I.Before ? length(I.Before, Depth + 1) : 0;
  // A part of a text may be short; a limit cuts it.
  bool Cuts = false;
  double Limit = 1e9;
  for (size_t P = 0; P < I.From.size(); ++P) {
    if (isOutput(I, P))
      continue;
    if (I.From[P].isNumber()) {
      Cuts = true;
      Limit = std::min(Limit, I.From[P].hi());
    }
    Sum += length(I.From[P], P < I.Places.size() ? I.Places[P] : 0, Depth);
  }
  if (I.Parent)
    Sum += length(I.Parent, Depth + 1);
  return Cuts ? std::min<double>(Sum, std::max(Limit - 1, 0.0)) : Sum;
}

/// The last header of this name before the attempt.
const Event *keyBefore(const Path &P, size_t Attempt, llvm::StringRef Name) {
  for (size_t I = P.Attempts[Attempt].EventIndex; I-- > 0;)
    if (P.Events[I].Kind == EventKind::Header && P.Events[I].Name == Name)
      return &P.Events[I];
  return nullptr;
}

} // namespace

void findKey(RetryLoop &L, const Recognition &R, const Pool &Known,
             ApiIndex &Apis, const Policy &P) {
  KeyTrail Trail(L, Known, Apis, P.Idempotency.Header);
  std::string Name = llvm::StringRef(P.Idempotency.Header).lower();
  Fact<KeyUse> &Fact = L.Key;
  bool KeptSomewhere = false;
  for (const Path *Failing : R.Failing) {
    const Event *First = keyBefore(*Failing, 0, Name),
                *Second = keyBefore(*Failing, 1, Name);
    if (!First || !Second)
      continue;
    auto Give = [&](KeyUse Use, Certainty Sure, const Event &At) {
      if (Fact.Sure < Sure) {
        Fact.Is = Use;
        Fact.Sure = Sure;
        Fact.Where = At.At->getSourceRange();
      }
    };
    switch (First == Second ? Difference::None
                            : Trail.symbols(First->Given, Second->Given)) {
    case Difference::New:
      Give(KeyUse::New, Certainty::Known, *Second);
      L.MadeKey = Trail.made(Second->Given);
      break;
    case Difference::Timed:
      Give(KeyUse::Timed, Certainty::Known, *Second);
      break;
    case Difference::Counted:
      Give(KeyUse::Counted, Certainty::Known, *Second);
      break;
    case Difference::Perhaps:
      Give(KeyUse::Counted, Certainty::Possible, *Second);
      break;
    case Difference::None:
      KeptSomewhere = true;
      break;
    case Difference::Unknown:
      break;
    }
    if (Trail.constant(First->Given))
      Give(KeyUse::Constant, Certainty::Known, *First);
    else if (Trail.length(First->Given) > P.Idempotency.MaxKeyLength)
      Give(KeyUse::TooLong, Certainty::Known, *First);
  }
  // Made when there is none yet: whether there is one was not decided.
  bool Changes = Fact.Is == KeyUse::New || Fact.Is == KeyUse::Timed ||
                 Fact.Is == KeyUse::Counted;
  if (Changes && KeptSomewhere)
    Fact.Sure = Certainty::Possible;
}

} // namespace retrylint
