#include "analysis/Classification.h"
#include "analysis/Bounds.h"
#include "analysis/Codes.h"
#include "analysis/Compatibility.h"
#include "analysis/Names.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace retrylint {

using namespace clang;

bool namesSuccess(const EnumConstantDecl &C) {
  auto Words = wordsOf(C.getName());
  return llvm::any_of(Words, [&](const std::string &W) {
    return W == "ok" || W == "success" || W == "none" || W == "succeeded" ||
           W == "kok" || W == "done" || W == "good" ||
           (W == "connected" && Words.front() != "not");
  });
}

namespace {

template <size_t N>
bool hasWord(const NamedDecl *D, const char *const (&Words)[N]) {
  if (!D || !D->getIdentifier())
    return false;
  return llvm::any_of(wordsOf(D->getName()), [&](const std::string &W) {
    return llvm::is_contained(Words, llvm::StringRef(W));
  });
}

bool isSuccess(const EnumDecl &E, double Value) {
  bool Named = false;
  for (const EnumConstantDecl *C : E.enumerators()) {
    Named |= namesSuccess(*C);
    if (namesSuccess(*C) && C->getInitVal().getExtValue() == Value)
      return true;
  }
  return !Named && Value == 0;
}

/// The failure that is the counterpart of success, CONNECTION_BAD where there
/// is a CONNECTION_OK, and the only one that has a name.
bool isJustFailure(const EnumDecl &E, double Value) {
  static constexpr const char *Failed[] = {"bad", "fail", "failed", "failure",
                                           "error"};
  static constexpr const char *More[] = {
      "timeout", "timedout", "denied",  "refused",     "invalid",
      "busy",    "closed",   "lost",    "unavailable", "not",
      "reset",   "aborted",  "unknown", "cancelled"};
  const EnumConstantDecl *Named = nullptr;
  for (const EnumConstantDecl *C : E.enumerators()) {
    if (hasWord(C, More) || (Named && hasWord(C, Failed)))
      return false;
    if (hasWord(C, Failed))
      Named = C;
  }
  if (!Named || Named->getInitVal().getExtValue() != Value)
    return false;
  auto Around = [](const EnumConstantDecl &C) {
    auto Words = wordsOf(C.getName());
    Words.pop_back();
    return Words;
  };
  return llvm::any_of(E.enumerators(), [&](const EnumConstantDecl *C) {
    return namesSuccess(*C) && Around(*C) == Around(*Named);
  });
}

constexpr const char *Says[] = {
    "ok",    "okay",      "success", "successful", "succeeded", "good",
    "valid", "value",     "failed",  "failure",    "fail",      "error",
    "err",   "delivered", "sent",    "acked",      "accepted"};

/// The outcome itself, as a callback gets it: cb1, and no part of it.
bool isGivenToCallback(llvm::StringRef Key) {
  unsigned Argument;
  return Key.consume_front("cb") && !Key.getAsInteger(10, Argument);
}

/// A question that tells success from failure, and nothing of the failure.
bool asksSuccess(const RunResult &Run, const Path &Failing,
                 const std::string &Key) {
  auto Part = Run.Parts.find(Key);
  auto Compared = Run.Compared.find(Key);
  if (Part == Run.Parts.end() || Compared == Run.Compared.end() ||
      isHttpStatus(Run, Key) || llvm::StringRef(Key).ends_with("/100"))
    return false;
  QualType T = Part->second.Type;
  const auto *Source = llvm::dyn_cast_or_null<NamedDecl>(Part->second.Source);
  std::set<double> Constants(Compared->second.begin(), Compared->second.end());
  auto Domain = Run.Domains.find(Key);
  if (Domain != Run.Domains.end() && Domain->second != StatusDomain::None &&
      Key != "ret") {
    const EnumDecl *E = T.isNull() ? nullptr : asEnumDecl(T);
    return Constants == std::set<double>{0} ||
           (E && Constants.size() == 1 &&
            isJustFailure(*E, *Constants.begin()));
  }
  if (T.isNull())
    return false;
  T = T.getNonReferenceType();
  if (T->isBooleanType()) {
    // The word for "may be tried again" is a classification.
    if (Source && Source->getIdentifier() &&
        speaksOfRetrying(Source->getName()))
      return false;
    return Key == "ret" || Key == "done" ||
           isa_and_nonnull<CXXConversionDecl>(Source) ||
           llvm::StringRef(Key).ends_with(".operator bool()") ||
           hasWord(Source, Says);
  }
  // Called an error, or asked by the program's own ok() alone.
  if (Key != "ret" && T->isIntegerType() && !T->isEnumeralType() &&
      Constants == std::set<double>{0})
    return hasWord(Source, Says) ||
           llvm::any_of(Failing.Verdicts, [](const auto &Own) {
             return isa<CXXConversionDecl>(Own.first) ||
                    hasWord(Own.first, Says);
           });
  if (Key != "ret" && !isGivenToCallback(Key) && !T->isEnumeralType())
    return false;
  if (const EnumDecl *E = asEnumDecl(T))
    return llvm::all_of(Constants, [&](double C) {
      return isSuccess(*E, C) || isJustFailure(*E, C);
    });
  if (T->isAnyPointerType())
    return true;
  return Constants.size() == 1 && std::abs(*Constants.begin()) <= 1;
}

/// Carries a status or a code that a handler could look at.
bool carriesCode(const CXXRecordDecl &R) {
  static constexpr const char *Codes[] = {"status", "code", "errno", "errcode",
                                          "statuscode"};
  auto Tells = [](QualType T) {
    T = T.getNonReferenceType();
    const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    return (T->isIntegralOrEnumerationType() && !T->isBooleanType()) ||
           (Class && Class->getIdentifier() &&
            Class->getName().ends_with("error_code"));
  };
  for (const FieldDecl *F : R.fields())
    if (hasWord(F, Codes) && Tells(F->getType()))
      return true;
  for (const CXXMethodDecl *M : R.methods())
    if (M->getNumParams() == 0 && hasWord(M, Codes) &&
        Tells(M->getReturnType()))
      return true;
  return llvm::any_of(R.bases(), [](const CXXBaseSpecifier &B) {
    const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
    return Base && Base->hasDefinition() && carriesCode(*Base);
  });
}

/// Some class of this program is derived from it: it stands for a family.
bool hasDerived(const CXXRecordDecl &R, const DeclContext &In) {
  return llvm::any_of(In.decls(), [&](const Decl *D) {
    if (const auto *Class = dyn_cast<CXXRecordDecl>(D);
        Class && Class->isThisDeclarationADefinition())
      for (const CXXBaseSpecifier &B : Class->bases())
        if (const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
            Base && Base->getCanonicalDecl() == R.getCanonicalDecl())
          return true;
    const auto *Inner = dyn_cast<DeclContext>(D);
    return Inner && isa<NamespaceDecl, CXXRecordDecl, LinkageSpecDecl>(D) &&
           hasDerived(R, *Inner);
  });
}

/// Named after the library alone, which is another one's: \p By catches
/// web::http::http_exception, or db::Error. Its name says no more than that.
bool namesFamily(const CXXRecordDecl &R, const FunctionDecl &By,
                 llvm::ArrayRef<const char *> Telling) {
  static constexpr const char *Any[] = {"exception", "error", "err", "base",
                                        "failure"};
  std::set<std::string> Library;
  for (const DeclContext *In = R.getDeclContext(); In; In = In->getParent())
    if (const auto *Room = dyn_cast<NamespaceDecl>(In);
        Room && Room->getIdentifier())
      for (const std::string &W : wordsOf(Room->getName()))
        Library.insert(W);
  auto Tells = [&](const std::string &W) {
    return llvm::is_contained(Telling, llvm::StringRef(W));
  };
  return R.getIdentifier() &&
         !R.getDeclContext()->getEnclosingNamespaceContext()->Encloses(&By) &&
         llvm::none_of(Library, Tells) && hasWord(&R, Any) &&
         llvm::all_of(wordsOf(R.getName()), [&](const std::string &W) {
           return Library.count(W) ||
                  llvm::is_contained(Any, llvm::StringRef(W));
         });
}

/// Whether a handler for this type takes whatever comes.
Certainty takesAll(const CXXCatchStmt &Catch, const FunctionDecl &By,
                   ASTContext &Ctx) {
  QualType T = Catch.getCaughtType();
  if (T.isNull())
    return Certainty::Known;
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition())
    return Certainty::Possible;
  if (R->isInStdNamespace())
    return R->getIdentifier() && R->getName() == "bad_alloc"
               ? Certainty::Unknown
               : Certainty::Known;
  static constexpr const char *Transient[] = {
      "timeout",     "timed",       "unavailable", "transient",
      "temporary",   "retry",       "retryable",   "retriable",
      "again",       "busy",        "throttled",   "throttling",
      "rate",        "limit",       "limited",     "overloaded",
      "overload",    "connection",  "connect",     "disconnected",
      "disconnect",  "network",     "socket",      "reset",
      "refused",     "closed",      "deadlock",    "locked",
      "lock",        "conflict",    "interrupted", "lost",
      "dropped",     "unreachable", "exhausted",   "broken",
      "recoverable", "contention",  "aborted",     "transport"};
  if (hasWord(R, Transient))
    return Certainty::Unknown;
  if (carriesCode(*R) || hasDerived(*R, *Ctx.getTranslationUnitDecl()) ||
      namesFamily(*R, By, Transient))
    return Certainty::Known;
  return Certainty::Possible;
}

bool isStandard(const Decl *D, llvm::StringRef Name) {
  const auto *F = dyn_cast_or_null<FunctionDecl>(D);
  return F && F->isInStdNamespace() && F->getIdentifier() &&
         F->getName() == Name;
}

/// The local variable that is read, copied or moved from.
const VarDecl *localIn(const Expr *E) {
  E = E->IgnoreUnlessSpelledInSource();
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(E);
      Copy && Copy->getNumArgs() == 1)
    return localIn(Copy->getArg(0));
  if (const auto *Move = dyn_cast<CallExpr>(E);
      Move && isStandard(Move->getDirectCallee(), "move"))
    return localIn(Move->getArg(0));
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->isLocalVarDecl() ? V : nullptr;
}

/// Where the exception that was caught is put by, of the times it is asked for.
struct Keepers : ConstDynamicRecursiveASTVisitor {
  llvm::SmallPtrSet<const VarDecl *, 2> Variables;
  unsigned Asked = 0, PutBy = 0;
  bool Looks = false;

  void put(const VarDecl *Where, const Expr *What) {
    const auto *Call = dyn_cast<CallExpr>(What->IgnoreUnlessSpelledInSource());
    if (!Where || !Call ||
        !isStandard(Call->getDirectCallee(), "current_exception"))
      return;
    Variables.insert(Where);
    ++PutBy;
  }
  bool VisitCXXTryStmt(const CXXTryStmt *) override {
    Looks = true;
    return true;
  }
  bool VisitCXXDynamicCastExpr(const CXXDynamicCastExpr *) override {
    Looks = true;
    return true;
  }
  bool VisitCXXTypeidExpr(const CXXTypeidExpr *) override {
    Looks = true;
    return true;
  }
  bool VisitDeclRefExpr(const DeclRefExpr *R) override {
    Asked += isStandard(R->getDecl(), "current_exception");
    return true;
  }
  bool VisitVarDecl(const VarDecl *V) override {
    if (V->isLocalVarDecl() && V->getInit())
      put(V, V->getInit());
    return true;
  }
  bool VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *C) override {
    if (C->isAssignmentOp() && C->getNumArgs() == 2)
      put(localIn(C->getArg(0)), C->getArg(1));
    return true;
  }
};

/// How often what was put by is mentioned, and how often only to be replaced,
/// thrown on, given back or asked whether it is there.
struct KeeperUses : ConstDynamicRecursiveASTVisitor {
  explicit KeeperUses(const Keepers &Of) : Of(Of) {}
  const Keepers &Of;
  unsigned All = 0, Passed = 0, Thrown = 0;

  void passes(const Expr *E) {
    Passed += E && Of.Variables.contains(localIn(E));
  }
  bool VisitDeclRefExpr(const DeclRefExpr *R) override {
    All += Of.Variables.contains(dyn_cast<VarDecl>(R->getDecl()));
    return true;
  }
  bool VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *C) override {
    if (C->isAssignmentOp() || C->getOperator() == OO_EqualEqual ||
        C->getOperator() == OO_ExclaimEqual)
      passes(C->getArg(0));
    // A hook that only hears of it: std::function<void(std::exception_ptr)>.
    if (C->getOperator() == OO_Call && C->getType()->isVoidType() &&
        C->getArg(0)->getType()->isRecordType() &&
        C->getArg(0)->getType()->getAsRecordDecl()->isInStdNamespace())
      for (const Expr *A : C->arguments())
        passes(A);
    return true;
  }
  bool VisitCXXRewrittenBinaryOperator(
      const CXXRewrittenBinaryOperator *B) override {
    passes(B->getLHS());
    return true;
  }
  bool VisitCXXMemberCallExpr(const CXXMemberCallExpr *C) override {
    if (isa_and_nonnull<CXXConversionDecl>(C->getMethodDecl()))
      passes(C->getImplicitObjectArgument());
    return true;
  }
  bool VisitCallExpr(const CallExpr *C) override {
    if (C->getNumArgs() == 1 &&
        isStandard(C->getDirectCallee(), "rethrow_exception")) {
      unsigned Before = Passed;
      passes(C->getArg(0));
      Thrown += Passed - Before;
    }
    return true;
  }
  bool VisitReturnStmt(const ReturnStmt *R) override {
    passes(R->getRetValue());
    return true;
  }
  bool VisitCXXTryStmt(const CXXTryStmt *T) override {
    // Thrown to be caught by what it is.
    KeeperUses Inside(Of);
    Inside.TraverseStmt(T->getTryBlock());
    All += Inside.Thrown;
    return true;
  }
};

/// A handler that looks at the exception by other means than its variable. To
/// keep it for the caller is none.
bool looksElsewhere(const CXXCatchStmt &Catch, const FunctionDecl &F) {
  Keepers Kept;
  Kept.TraverseStmt(Catch.getHandlerBlock());
  if (Kept.Looks || Kept.Asked != Kept.PutBy)
    return true;
  if (Kept.Variables.empty())
    return false;
  KeeperUses Uses(Kept);
  Uses.TraverseStmt(F.getBody());
  return Uses.All != Uses.Passed;
}

bool leaves(const Path &P) {
  return P.rounds() == 1 && P.End != Path::RoundLimit &&
         P.End != Path::Abandoned && P.End != Path::MovedOn;
}

/// The paths ended differently for what an unknown function said.
bool asksSomebody(const Path &P, const Path &Other, const Pool &Symbols) {
  for (const Choice &C : P.Choices)
    for (const Choice &Theirs : Other.Choices) {
      if (C.Where != Theirs.Where || C.Taken == Theirs.Taken || C.Round == 0)
        continue;
      if (!C.Subject.isSymbolic())
        return false;
      const SymbolInfo &I = Symbols.info(C.Subject.symbol());
      if (asksVolatile(C))
        continue;
      // Whether somebody wants to stop says nothing about the error.
      if (const auto *F = dyn_cast_or_null<FunctionDecl>(I.Source);
          F && F->getIdentifier() && speaksOfStopping(F->getName()))
        continue;
      return I.Origin == SymbolOrigin::Call && !I.Created &&
             !(I.Taints & TaintClock);
    }
  return false;
}

} // namespace

bool errnoDecides(const RunResult &Run, const Pool &Symbols) {
  std::map<const Stmt *, std::set<int>> Answers;
  for (const Path &P : Run.Paths)
    for (const Choice &C : P.Choices)
      if (P.rounds() > 1 && C.Subject.isSymbolic() &&
          Symbols.info(C.Subject.symbol()).Key == "errno")
        Answers[C.Where].insert(C.Taken);
  return llvm::any_of(
      Answers, [](const auto &Asked) { return Asked.second.size() < 2; });
}

Fact<bool> failuresAlike(const RunResult &Run, const Recognition &R,
                         const FunctionDecl &F, const Pool &Symbols,
                         ASTContext &Ctx) {
  Fact<bool> Alike;
  Certainty Sure =
      isComplete(Run, R.Failing) ? Certainty::Known : Certainty::Possible;
  for (const Path *Failing : R.Failing) {
    for (const auto &[Key, Constraint] : Failing->FirstOutcome)
      if (!asksSuccess(Run, *Failing, Key) &&
          !(Key == "errno" && !errnoDecides(Run, Symbols)))
        return Alike;
    const AttemptRecord &First = Failing->Attempts.front();
    if (First.Threw) {
      const auto *Catch = dyn_cast_or_null<CXXCatchStmt>(First.Handler);
      if (!Catch || looksElsewhere(*Catch, F))
        return Alike;
      Certainty All = takesAll(*Catch, F, Ctx);
      if (All == Certainty::Unknown)
        return Alike;
      Sure = std::min(Sure, All);
    }
    for (const Path &Other : Run.Paths) {
      if (!leaves(Other))
        continue;
      const AttemptRecord &Theirs = Other.Attempts.front();
      // Another handler lets this exception out: they are told apart.
      if (First.Threw && Theirs.Threw && Theirs.Handler &&
          Theirs.Handler != First.Handler)
        return Alike;
      if (!tellsApart(*Failing, Other) &&
          asksSomebody(*Failing, Other, Symbols))
        Sure = std::min(Sure, Certainty::Possible);
    }
  }
  Alike.Is = true;
  Alike.Sure = Sure;
  return Alike;
}

} // namespace retrylint
