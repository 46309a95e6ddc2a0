#include "analysis/Secrets.h"
#include "analysis/CallParts.h"
#include "analysis/Limits.h"
#include "analysis/Names.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace retrylint {

using namespace clang;

std::vector<std::string> watchedHeaders(const Policy &P) {
  return {llvm::StringRef(P.Idempotency.Header).lower(), "authorization",
          "proxy-authorization", "cookie", "x-api-key"};
}

namespace {

bool isCharacter(QualType T) {
  return T->isCharType() || T->isSpecificBuiltinType(BuiltinType::UChar) ||
         T->isStdByteType();
}

/// Text or bytes: a count, a time or a flag of a secret is none.
bool isText(QualType T) {
  if (T.isNull())
    return true;
  T = T.getNonReferenceType();
  if (const ArrayType *A = T->getAsArrayTypeUnsafe())
    return isCharacter(A->getElementType());
  if (T->isPointerType())
    T = T->getPointeeType();
  if (isCharacter(T) || T->isVoidType())
    return !T.isNull();
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  if (!R || !R->getIdentifier())
    return false;
  if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R);
      S && (S->getName() == "vector" || S->getName() == "span" ||
            S->getName() == "array" || S->getName() == "optional"))
    return S->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
           (isCharacter(S->getTemplateArgs()[0].getAsType()) ||
            (S->getName() == "optional" &&
             isText(S->getTemplateArgs()[0].getAsType())));
  for (const std::string &W : wordsOf(R->getName()))
    if (W == "string" || W == "view" || W == "piece" || W == "slice" ||
        W == "array" || W == "buffer" || W == "bytes" || W == "json" ||
        W == "text" || W == "secret" || W == "qstring" || W == "cord" ||
        W == "buf")
      return true;
  return false;
}

/// Words that follow a noun without changing what it is.
bool carries(llvm::StringRef W) {
  return W == "str" || W == "string" || W == "text" || W == "data" ||
         W == "buf" || W == "buffer" || W == "value" || W == "ptr" ||
         W == "view" || W == "sv" || W == "raw" || W == "json" || W == "xml" ||
         W == "header" || W == "bytes" || W == "contents" || W == "content" ||
         W == "in" || W == "out" || W == "copy";
}

/// Words that say that the value has been made harmless, or is not there.
bool harmless(llvm::StringRef W) {
  return W == "masked" || W == "mask" || W == "redacted" || W == "redact" ||
         W == "hashed" || W == "hash" || W == "sanitized" || W == "scrubbed" ||
         W == "safe" || W == "no" || W == "has" || W == "is" || W == "public" ||
         W == "encrypted" || W == "digest" || W == "log" || W == "next" ||
         W == "page" || W == "continuation" || W == "cancellation" ||
         W == "cancel" || W == "stop" || W == "fencing" || W == "sync";
}

class Search {
public:
  Search(const Pool &Known, ApiIndex &Apis, const Policy &P)
      : Known(Known), Apis(Apis) {
    for (const std::string &Name : P.Security.SecretNames) {
      auto Words = wordsOf(Name);
      Secrets.emplace_back(Words.begin(), Words.end());
    }
  }

  /// What is sent as a credential is one, whatever it is called.
  void learn(const Event &E, const ASTContext &Ctx) {
    const SymbolInfo &Given = Known.info(E.Given);
    if (E.Kind == EventKind::Header) {
      for (size_t I = 0; I < Given.From.size(); ++I)
        mark(Given.From[I], Given.Places[I], 0);
      return;
    }
    if (!E.Given || !E.Callee)
      return;
    for (const ApiFunction *A : Apis.functions(*E.Callee))
      if (A->SecretArg && guardsHold(*A, *E.At, Ctx) &&
          *A->SecretArg < Given.From.size())
        mark(Given.From[*A->SecretArg], Given.Places[*A->SecretArg], 0);
  }

  /// What the attempt is given for a parameter that its library calls one.
  void learn(const FunctionDecl &Attempt, const Operands &In) {
    if (Apis.functions(Attempt).empty())
      return;
    for (unsigned I = 0; I < Attempt.getNumParams(); ++I) {
      const ParmVarDecl &P = *Attempt.getParamDecl(I);
      if (I < In.Values.size() && P.getIdentifier() && isText(P.getType()) &&
          namesSecret(P.getNameAsString()))
        mark(In.Values[I],
             In.Values[I].isReference() ? In.Values[I].location() : 0, 0);
    }
  }

  /// What is secret in what a call was given; empty: nothing.
  std::string given(SymbolId S) const {
    const SymbolInfo &I = Known.info(S);
    for (size_t P = 0; P < I.From.size(); ++P)
      if (std::string What = in(I.From[P], I.Places[P], 0); !What.empty())
        return What;
    return {};
  }

private:
  void mark(const Value &V, LocationId Place, unsigned Depth) {
    if (Depth > limits::Ancestry || constant(V, Place))
      return;
    // A chain of copies leads to the credential itself.
    if (V.isSymbolic()) {
      const SymbolInfo &I = Known.info(V.symbol());
      const auto *F = dyn_cast_or_null<FunctionDecl>(I.Source);
      if (F && passes(*F)) {
        for (size_t P = 0; P < I.From.size(); ++P)
          mark(I.From[P], P < I.Places.size() ? I.Places[P] : 0, Depth + 1);
        if (I.Parent)
          mark(Value::symbol(I.Parent, 0), I.Places.empty() ? 0 : I.Places[0],
               Depth + 1);
      }
      if (!I.Type.isNull() && !isText(I.Type))
        return;
      Marked.insert(V.symbol());
    }
    if (Place && nameOf(Place) && isText(nameOf(Place)->getType()))
      MarkedPlaces.insert(Place);
  }

  /// The variable or member that a place is, or is an element of.
  const ValueDecl *nameOf(LocationId Place) const {
    while (Place && Known.at(Place).Kind == LocationKind::Element)
      Place = Known.at(Place).Parent;
    return Place ? Known.at(Place).Decl : nullptr;
  }

  bool passes(const FunctionDecl &F) const {
    return Apis.copiesText(F) || isa<CXXConversionDecl>(F);
  }

  bool constant(const Value &V, LocationId Place) const {
    return (V.isReference() && Known.literal(V.location())) ||
           (Place && Known.literal(Place)) || V.isNumber();
  }

  bool namesSecret(std::string Name) const {
    std::ranges::replace(Name, '-', '_'); // a header
    auto Words = wordsOf(Name);
    if (llvm::any_of(Words, harmless))
      return false;
    auto Ends = [&](const std::vector<std::string> &Secret) {
      return Words.size() >= Secret.size() &&
             std::equal(Secret.begin(), Secret.end(),
                        Words.end() - Secret.size());
    };
    while (llvm::none_of(Secrets, Ends)) {
      if (Words.size() <= 1 || !carries(Words.back()))
        return false;
      Words.pop_back();
    }
    return true;
  }

  std::string modelled(const NamedDecl &D) const {
    for (const ApiFunction &A : Apis.named(D))
      if (!A.Secret.empty())
        return A.Secret;
    return {};
  }
  std::string modelled(QualType T) const {
    const CXXRecordDecl *R =
        T.isNull() ? nullptr : T.getNonReferenceType()->getAsCXXRecordDecl();
    return R ? modelled(*R) : "";
  }

  /// What was there before, and is overwritten or kept in I.Before.
  static bool isOutput(const SymbolInfo &I, size_t Part) {
    return I.Into && Part < I.Places.size() && I.Places[Part] == I.Into;
  }

  /// Written over with a constant.
  bool isWiped(const Value &V) const {
    if (!V.isSymbolic())
      return false;
    const SymbolInfo &I = Known.info(V.symbol());
    const auto *F = dyn_cast_or_null<FunctionDecl>(I.Source);
    if (!I.Into || I.Before || !F || !passes(*F))
      return false;
    for (size_t P = 0; P < I.From.size(); ++P)
      if (!isOutput(I, P) &&
          !constant(I.From[P], P < I.Places.size() ? I.Places[P] : 0))
        return false;
    return true;
  }

  std::string in(const Value &V, LocationId Place, unsigned Depth) const {
    if (Depth > 2 * limits::Ancestry || constant(V, Place) || isWiped(V))
      return {};
    const ValueDecl *Named = Place ? nameOf(Place) : nullptr;
    if (Named) {
      if (std::string What = modelled(*Named); !What.empty())
        return What;
      if (std::string What = modelled(Named->getType()); !What.empty())
        return What;
      if (MarkedPlaces.contains(Place))
        return ("'" + Named->getName() + "', which is sent as a credential")
            .str();
    }
    bool Transformed = false;
    // A reference that a function gave leads to what it stands for.
    SymbolId From = V.isSymbolic() ? V.symbol() : 0;
    if (!From && Place && Known.at(Place).Kind == LocationKind::Pointee)
      From = Known.at(Place).Index;
    if (From)
      if (std::string What = symbol(From, Depth, Transformed); !What.empty())
        return What;
    if (Named && Named->getIdentifier() && !Transformed &&
        isText(Named->getType()) && namesSecret(Named->getNameAsString()))
      return ("'" + Named->getName() + "'").str();
    return {};
  }

  /// Transformed: a function that is not known has made something else of a
  /// secret.
  std::string symbol(SymbolId S, unsigned Depth, bool &Transformed) const {
    // Texts share their beginnings: each is looked at once.
    auto [It, New] = Looked.try_emplace(S);
    if (New) {
      bool Made = false;
      std::string What = lookAt(S, Depth, Made);
      It = Looked.find(S);
      It->second = {What, Made};
    }
    Transformed |= It->second.second;
    return It->second.first;
  }

  std::string lookAt(SymbolId S, unsigned Depth, bool &Transformed) const {
    const SymbolInfo &I = Known.info(S);
    const auto *D = dyn_cast_or_null<NamedDecl>(I.Source);
    const auto *F = dyn_cast_or_null<FunctionDecl>(I.Source);
    if (D && !F && isText(I.Type)) {
      if (std::string What = modelled(*D); !What.empty())
        return What;
      if (Marked.contains(S))
        return ("'" + D->getName() + "', which is sent as a credential").str();
      if (D->getIdentifier() && namesSecret(D->getNameAsString()))
        return ("'" + D->getName() + "'").str();
      return {};
    }
    if (!F)
      return {};
    for (const ApiFunction *A : Apis.functions(*F)) {
      if (!A->Secret.empty())
        return A->Secret;
      if (A->ReadsHeaderArg && isText(I.Type))
        if (std::string Header = headerRead(I); namesSecret(Header))
          return "the header '" + Header + "'";
    }
    if (Marked.contains(S) && isText(I.Type))
      return "what is sent as a credential";
    // headers["Authorization"]
    if (findsByKey(*F) && isText(I.Type))
      if (std::string Key = headerRead(I); namesSecret(Key))
        return "'" + Key + "'";
    if (passes(*F)) {
      for (size_t P = 0; P < I.From.size(); ++P)
        if (std::string What =
                isOutput(I, P)
                    ? std::string()
                    : in(I.From[P], P < I.Places.size() ? I.Places[P] : 0,
                         Depth + 1);
            !What.empty())
          return What;
      if (I.Parent)
        if (std::string What =
                in(Value::symbol(I.Parent, 0),
                   I.Places.empty() ? 0 : I.Places[0], Depth + 1);
            !What.empty())
          return What;
      if (I.Before)
        return symbol(I.Before, Depth + 1, Transformed);
      return {};
    }
    for (size_t P = 0; P < I.From.size() && !Transformed; ++P)
      Transformed =
          !in(I.From[P], P < I.Places.size() ? I.Places[P] : 0, Depth + 1)
               .empty();
    if (!Transformed && isText(F->getReturnType()) && F->getIdentifier() &&
        !F->getReturnType()->isVoidType() && Apis.functions(*F).empty() &&
        namesSecret(F->getNameAsString()))
      return ("what '" + F->getName() + "' gives").str();
    return {};
  }

  /// Gives an element of a container.
  static bool findsByKey(const FunctionDecl &F) {
    return isa<CXXMethodDecl>(F) &&
           (F.getOverloadedOperator() == OO_Subscript ||
            (F.getIdentifier() && F.getName() == "at"));
  }

  /// The literal that a value is, or was made of.
  const StringLiteral *literalOf(const Value &V, unsigned Depth = 0) const {
    if (V.isReference())
      return Known.literal(V.location());
    if (!V.isSymbolic() || Depth > 2)
      return nullptr;
    const SymbolInfo &I = Known.info(V.symbol());
    bool Made = isa_and_nonnull<CXXConstructorDecl>(I.Source);
    return Made && !I.From.empty() ? literalOf(I.From[0], Depth + 1) : nullptr;
  }

  /// The name in get_header_value("Authorization").
  std::string headerRead(const SymbolInfo &I) const {
    for (const Value &V : I.From)
      if (const StringLiteral *Text = literalOf(V))
        return Text->getBytes().str();
    return llvm::StringRef(I.Suffix).split('"').second.split('"').first.str();
  }

  const Pool &Known;
  ApiIndex &Apis;
  std::vector<std::vector<std::string>> Secrets;
  llvm::DenseSet<SymbolId> Marked;
  mutable llvm::DenseMap<SymbolId, std::pair<std::string, bool>> Looked;
  llvm::DenseSet<LocationId> MarkedPlaces;
};

/// fprintf to anything but the standard streams may write a file.
bool mayBeFile(const Expr &Call) {
  for (const Expr *A : argumentsOf(Call)) {
    QualType T = A->getType();
    const RecordDecl *R =
        T->isPointerType() ? T->getPointeeType()->getAsRecordDecl() : nullptr;
    if (!R || (R->getName() != "_IO_FILE" && R->getName() != "FILE" &&
               R->getName() != "__sFILE"))
      continue;
    const auto *Ref = dyn_cast<DeclRefExpr>(A->IgnoreParenImpCasts());
    return !Ref || (Ref->getDecl()->getName() != "stderr" &&
                    Ref->getDecl()->getName() != "stdout");
  }
  return false;
}

} // namespace

Fact<std::string> leakOf(const RetryLoop &L, const Recognition &R,
                         const Pool &Known, ApiIndex &Apis, const Policy &P) {
  Fact<std::string> Leak;
  for (const Path *Failing : R.Failing) {
    Search Find(Known, Apis, P);
    if (const FunctionDecl *Attempt = calleeOf(*L.Attempt);
        Attempt && L.Kind != CycleKind::Callback)
      Find.learn(*Attempt, *Failing->Attempts[0].In);
    for (const Event &E : Failing->Events)
      if ((E.Kind == EventKind::Header &&
           E.Name != llvm::StringRef(P.Idempotency.Header).lower()) ||
          E.Kind == EventKind::Adjust)
        Find.learn(E, L.Function->getASTContext());
    for (size_t I = Failing->Attempts[0].EventIndex + 1;
         I < Failing->Events.size(); ++I) {
      const Event &E = Failing->Events[I];
      if (E.Kind != EventKind::Log || !E.Given)
        continue;
      Certainty Sure =
          mayBeFile(*E.At) ? Certainty::Possible : Certainty::Known;
      if (Sure <= Leak.Sure)
        continue;
      if (std::string What = Find.given(E.Given); !What.empty()) {
        Leak.Is = What;
        Leak.Sure = Sure;
        Leak.Where = E.Top->getSourceRange();
      }
    }
  }
  return Leak;
}

} // namespace retrylint
