#include "analysis/Protections.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/Names.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

namespace {

template <size_t N>
bool hasWord(llvm::StringRef Name, const char *const (&Words)[N]) {
  return llvm::any_of(wordsOf(Name), [&](const std::string &W) {
    return llvm::is_contained(Words, llvm::StringRef(W));
  });
}

bool speaksOfVerification(llvm::StringRef Name) {
  static constexpr const char *Words[] = {
      "verify", "verification", "verifypeer", "verifyhost", "validate"};
  return hasWord(Name, Words);
}
bool speaksOfEncryption(llvm::StringRef Name) {
  static constexpr const char *Words[] = {
      "tls", "ssl", "https", "secure", "encrypt", "encrypted", "encryption"};
  return hasWord(Name, Words);
}
bool speaksOfCredentials(llvm::StringRef Name) {
  static constexpr const char *Words[] = {
      "token",  "authorization", "credential", "credentials", "password",
      "passwd", "auth",          "bearer",     "apikey",      "jwt"};
  return hasWord(Name, Words);
}
bool speaksOfInsecurity(llvm::StringRef Name) {
  static constexpr const char *Words[] = {"insecure", "unverified", "plaintext",
                                          "cleartext"};
  return hasWord(Name, Words);
}
bool speaksOfSkipping(llvm::StringRef Name) {
  static constexpr const char *Words[] = {"skip", "ignore", "disable", "no"};
  return hasWord(Name, Words) &&
         (speaksOfVerification(Name) || speaksOfEncryption(Name));
}

/// The variable or member that is written to, and its name.
const ValueDecl *written(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return M->getMemberDecl();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  return nullptr;
}

/// The text that an expression is, or begins with.
const StringLiteral *textOf(const Expr *E) {
  while (E) {
    E = E->IgnoreUnlessSpelledInSource();
    if (const auto *S = dyn_cast<StringLiteral>(E))
      return S->getCharByteWidth() == 1 ? S : nullptr;
    if (const auto *C = dyn_cast<CXXConstructExpr>(E))
      E = C->getNumArgs() ? C->getArg(0) : nullptr;
    else if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E);
             Op && Op->getOperator() == OO_Plus)
      E = Op->getArg(0);
    else
      return nullptr;
  }
  return nullptr;
}

bool isPlain(const StringLiteral *S) {
  return S && (S->getString().starts_with("http:") || S->getString() == "http");
}
bool isEncrypted(const StringLiteral *S) {
  return S &&
         (S->getString().starts_with("https:") || S->getString() == "https");
}

bool isEmptyText(const Expr *E, ASTContext &Ctx) {
  E = E->IgnoreUnlessSpelledInSource();
  if (E->isNullPointerConstant(Ctx, Expr::NPC_NeverValueDependent))
    return true;
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return C->getNumArgs() == 0 ||
           (C->getNumArgs() == 1 && isEmptyText(C->getArg(0), Ctx));
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return List->getNumInits() == 0;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl()->getIdentifier() &&
           Ref->getDecl()->getName() == "nullopt";
  const StringLiteral *S = dyn_cast<StringLiteral>(E);
  return S && S->getLength() == 0;
}

/// Statements that take a protection off by what they write.
class Writes : public ConstDynamicRecursiveASTVisitor {
public:
  explicit Writes(ASTContext &Ctx) : Ctx(Ctx) {}
  ProtectionWrites Drops;
  std::map<const Stmt *, const ValueDecl *> To;
  std::set<const Stmt *> Texts; // those that write an address
  /// How often each variable is written, and each text is mentioned.
  llvm::DenseMap<const ValueDecl *, unsigned> Written;
  /// In each of the outermost loops; what was there before is what is lost.
  llvm::DenseMap<const Stmt *, unsigned> Authorizations;
  std::map<const Stmt *, const Stmt *> LoopAround;
  bool Encrypted = false; // https is spoken of

  bool TraverseStmt(const Stmt *S) override {
    const Stmt *Outer = Loop;
    if (S && !Loop && isLoop(*S))
      Loop = S;
    bool Result = ConstDynamicRecursiveASTVisitor::TraverseStmt(S);
    Loop = Outer;
    return Result;
  }
  bool VisitBinaryOperator(const BinaryOperator *B) override {
    if (B->getOpcode() == BO_Assign)
      assigned(B, B->getLHS(), B->getRHS());
    return true;
  }
  // attempt == 0 ? "https://" : "http://"
  bool VisitConditionalOperator(const ConditionalOperator *C) override {
    const StringLiteral *A = textOf(C->getTrueExpr()),
                        *B = textOf(C->getFalseExpr());
    if (isPlain(A) && isEncrypted(B))
      drop(A, Protection::Encryption, nullptr);
    else if (isEncrypted(A) && isPlain(B))
      drop(B, Protection::Encryption, nullptr);
    return true;
  }
  bool VisitStringLiteral(const StringLiteral *S) override {
    if (S->getCharByteWidth() != 1)
      return true;
    Authorizations[Loop] += S->getString().equals_insensitive("authorization");
    Encrypted |= S->getString().starts_with("https");
    return true;
  }
  bool VisitDeclRefExpr(const DeclRefExpr *R) override {
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
      if (const Expr *Init = V->getAnyInitializer();
          Init && V->hasGlobalStorage())
        if (const StringLiteral *Text = textOf(Init))
          Encrypted |= Text->getString().starts_with("https");
    return true;
  }
  bool VisitCallExpr(const CallExpr *C) override {
    if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(C)) {
      if (Op->getOperator() == OO_Equal && Op->getNumArgs() == 2)
        assigned(C, Op->getArg(0), Op->getArg(1));
      return true;
    }
    const FunctionDecl *F = C->getDirectCallee();
    for (const Expr *A : C->arguments()) { // filled by somebody else
      const auto *Address = dyn_cast<UnaryOperator>(A->IgnoreParenImpCasts());
      if (Address && Address->getOpcode() == UO_AddrOf)
        if (const ValueDecl *D = written(Address->getSubExpr()))
          ++Written[D];
    }
    for (unsigned I = 0; F && I < F->getNumParams() && I < C->getNumArgs(); ++I)
      if (QualType T = F->getParamDecl(I)->getType();
          T->isLValueReferenceType() && !T->getPointeeType().isConstQualified())
        if (const ValueDecl *D = written(C->getArg(I)))
          ++Written[D];
    const auto *M = dyn_cast<CXXMemberCallExpr>(C);
    if (M && F && F->getIdentifier())
      method(*M, F->getName());
    return true;
  }

private:
  void drop(const Stmt *S, Protection P, const ValueDecl *D) {
    Drops[S] = {P, std::nullopt};
    To[S] = D;
    LoopAround[S] = Loop;
  }
  /// The value of the variable that takes a protection off.
  void dropIf(const Stmt *S, const ValueDecl *D, bool On) {
    llvm::StringRef Name = D->getName();
    bool Skips = speaksOfInsecurity(Name) || speaksOfSkipping(Name);
    if (Skips != On)
      return;
    if (speaksOfVerification(Name))
      drop(S, Protection::Verification, D);
    else if (Skips || speaksOfEncryption(Name))
      drop(S, Protection::Encryption, D);
    else if (speaksOfCredentials(Name))
      drop(S, Protection::Authentication, D);
  }
  void dropByText(const Stmt *S, const ValueDecl *D) {
    Texts.insert(S);
    drop(S, Protection::Encryption, D);
  }
  void assigned(const Expr *S, const Expr *Left, const Expr *Right) {
    const ValueDecl *D = written(Left);
    if (!D || !D->getIdentifier())
      return;
    ++Written[D];
    llvm::StringRef Name = D->getName();
    if (isPlain(textOf(Right)))
      return dropByText(S, D);
    Expr::EvalResult R;
    if (!Right->isValueDependent() && D->getType()->isIntegerType() &&
        Right->getType()->isIntegerType()) {
      if (Right->EvaluateAsInt(R, Ctx))
        return dropIf(S, D, R.Val.getInt() != 0);
      if (!D->getType()->isBooleanType() || !isa<BinaryOperator>(S))
        return;
      for (bool On : {false, true}) // computed: attempt == 0
        dropIf(S, D, On);
      if (auto It = Drops.find(S); It != Drops.end())
        It->second.If = speaksOfInsecurity(Name) || speaksOfSkipping(Name);
      return;
    }
    if (speaksOfCredentials(Name) && isEmptyText(Right, Ctx))
      drop(S, Protection::Authentication, D);
  }
  void method(const CXXMemberCallExpr &C, llvm::StringRef Name) {
    const ValueDecl *D = written(C.getImplicitObjectArgument());
    if (!D || !D->getIdentifier())
      return;
    const CXXMethodDecl *M = C.getMethodDecl();
    if (!M || M->isConst())
      return;
    ++Written[D];
    if ((Name == "clear" || Name == "reset") && C.getNumArgs() == 0 &&
        speaksOfCredentials(D->getName()))
      return drop(&C, Protection::Authentication, D);
    if (Name == "erase" && C.getNumArgs() >= 1) {
      const StringLiteral *Text = textOf(C.getArg(0));
      if (Text && Text->getString().equals_insensitive("authorization"))
        drop(&C, Protection::Authentication, nullptr);
      return;
    }
    if (Name == "replace" || Name == "assign")
      for (const Expr *A : C.arguments())
        if (isPlain(textOf(A)))
          return dropByText(&C, D);
  }
  ASTContext &Ctx;
  const Stmt *Loop = nullptr; // the outermost one around
};

struct Change {
  Protection What = Protection::None;
  bool Off = false;
  bool Made = false; // something new without it: what was there before may have
                     // been without it, too
};

/// Another method of this object, which was not followed: it may have logged in
/// anew.
bool mayRenew(const Event &E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E.At);
  return E.Kind == EventKind::Work && Call &&
         isa<CXXThisExpr>(
             Call->getImplicitObjectArgument()->IgnoreParenImpCasts());
}

/// The first protection that goes between two attempts, and does not come back
/// before the second.
const Event *lostOn(const Path &P,
                    llvm::function_ref<Change(const Event &)> Reads,
                    Protection &What) {
  if (P.Attempts.empty())
    return nullptr;
  What = Protection::None;
  // From the beginning: not for the retry.
  std::set<Protection> Weak, Strong;
  const Event *Lost = nullptr;
  bool Begun = false;
  for (size_t I = 0; I < P.Events.size(); ++I) {
    const Event &E = P.Events[I];
    if (E.Kind == EventKind::Attempt) {
      if (Begun && Lost)
        return Lost;
      Begun = true;
      continue;
    }
    Change C = Reads(E);
    if (C.What == Protection::None)
      continue;
    if (!Begun) {
      (C.Off ? Weak : Strong).insert(C.What);
      (C.Off ? Strong : Weak).erase(C.What);
    } else if (!C.Off) {
      if (C.What == What)
        Lost = nullptr;
    } else if (!Weak.count(C.What) && !Lost &&
               (!C.Made || Strong.count(C.What))) {
      Lost = &E;
      What = C.What;
    }
  }
  // The next attempt is the one that ended the path.
  return P.End == Path::MovedOn || P.End == Path::RoundLimit ? Lost : nullptr;
}

} // namespace

ProtectionWrites protectionWrites(const FunctionDecl &F) {
  Writes In(F.getASTContext());
  In.TraverseStmt(F.getBody());
  ProtectionWrites Found;
  for (const auto &[S, Write] : In.Drops) {
    Protection What = Write.What;
    const ValueDecl *To = In.To[S];
    // What is written a second time is put right again, or was never on.
    bool Again =
        To ? In.Written[To] > 1 : In.Authorizations[In.LoopAround[S]] > 1;
    if (What == Protection::Authentication && Again)
      continue;
    // From http to http is no step down.
    if (What == Protection::Encryption && In.Texts.count(S) && !In.Encrypted)
      continue;
    Found.emplace(S, Write);
  }
  return Found;
}

Fact<Protection> droppedProtection(const RunResult &Run,
                                   const ProtectionWrites &Writes) {
  Fact<Protection> Dropped;
  auto Reads = [&](const Event &E) -> Change {
    if (E.Kind == EventKind::Watched)
      if (auto It = Writes.find(E.At); It != Writes.end())
        return {It->second.What, true, false};
    if (mayRenew(E))
      return {Protection::Authentication, false, false};
    if (!E.Model)
      return {};
    return E.Model->Weakens != Protection::None
               ? Change{E.Model->Weakens, true, argumentsOf(*E.At).empty()}
               : Change{E.Model->Restores, false, false};
  };
  for (const Path &P : Run.Paths)
    if (const Event *Lost = lostOn(P, Reads, Dropped.Is)) {
      Dropped.Sure = Certainty::Known;
      Dropped.Where = Lost->Top->getSourceRange();
      break;
    }
  return Dropped;
}

} // namespace retrylint
