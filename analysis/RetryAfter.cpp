#include "analysis/RetryAfter.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/Names.h"
#include "analysis/Operators.h"
#include "analysis/PrintedHeaders.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace retrylint {

using namespace clang;

namespace {

bool speaksOfHeaders(const NamedDecl &D) {
  return D.getIdentifier() &&
         llvm::any_of(wordsOf(D.getName()), [](const std::string &W) {
           return W == "header" || W == "headers";
         });
}

/// "retry_after", "CURLINFO_RETRY_AFTER", "getRetryAfter".
bool namesRetryAfter(llvm::StringRef Name) {
  llvm::SmallVector<std::string, 4> Words = wordsOf(Name);
  for (size_t I = 0; I + 1 < Words.size(); ++I)
    if (Words[I] == "retry" && Words[I + 1] == "after")
      return true;
  return llvm::is_contained(Words, "retryafter");
}

/// The class behind pointers, optionals and the like.
const CXXRecordDecl *answerClass(QualType T) {
  for (unsigned Depth = 0; Depth < 4 && !T.isNull(); ++Depth) {
    T = T.getNonReferenceType();
    if (T->isPointerType()) {
      T = T->getPointeeType();
      continue;
    }
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    const auto *Template = dyn_cast_or_null<ClassTemplateSpecializationDecl>(R);
    if (!Template || !R->isInStdNamespace() ||
        Template->getTemplateArgs().size() == 0 ||
        Template->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
      return R;
    T = Template->getTemplateArgs()[0].getAsType();
  }
  return nullptr;
}

/// An API model says that it reads a header.
bool readsHeader(const CXXMethodDecl &M, ApiIndex &Apis) {
  return llvm::any_of(Apis.functions(M), [](const ApiFunction *A) {
    return A->ReadsHeaderArg.has_value();
  });
}

bool showsHeaders(const CXXRecordDecl *R, ApiIndex &Apis, unsigned Depth = 0) {
  if (!R || !R->hasDefinition() || Depth > 4)
    return false;
  R = R->getDefinition();
  auto Reads = [&](const CXXMethodDecl *M) {
    return (speaksOfHeaders(*M) && !M->getReturnType()->isVoidType()) ||
           readsHeader(*M, Apis);
  };
  return llvm::any_of(R->fields(),
                      [](const FieldDecl *F) { return speaksOfHeaders(*F); }) ||
         llvm::any_of(R->methods(), Reads) ||
         llvm::any_of(R->bases(), [&](const CXXBaseSpecifier &B) {
           return showsHeaders(B.getType()->getAsCXXRecordDecl(), Apis,
                               Depth + 1);
         });
}

/// What a result leads to: httplib::Result to httplib::Response.
const CXXRecordDecl *insideOf(const CXXRecordDecl *R) {
  if (R && R->hasDefinition())
    for (const CXXMethodDecl *M : operatorsOf(*R, OO_Arrow))
      return answerClass(M->getReturnType());
  return nullptr;
}

/// What a task or a future will give: its get().
const CXXRecordDecl *promisedBy(const CXXRecordDecl *R) {
  if (R && R->hasDefinition())
    for (const CXXMethodDecl *M : R->methods())
      if (M->getIdentifier() && M->getName() == "get" && M->getNumParams() == 0)
        return answerClass(M->getReturnType());
  return nullptr;
}

/// Looks for the header's name in the function and in what it calls.
class Reader : public ConstDynamicRecursiveASTVisitor {
public:
  Reader(const Candidate &What, const CXXRecordDecl *Answer, QualType Handle,
         const Policy &P, ApiIndex &Apis)
      : What(What), Answer(Answer), Handle(Handle),
        Header(llvm::StringRef(P.Classification.RetryAfterHeader).lower()),
        Apis(Apis) {}
  bool Read = false;
  bool Mentioned = false; // by its name, in the looping function itself

  void look(const FunctionDecl *F) {
    const FunctionDecl *Definition = F ? F->getDefinition() : nullptr;
    if (!Definition || !Definition->getBody() || F->isDefaulted() ||
        Depth >= limits::CallDepth ||
        F->getASTContext().getSourceManager().isInSystemHeader(
            F->getLocation()) ||
        !Seen.insert(Definition).second)
      return;
    ++Depth;
    TraverseStmt(Definition->getBody());
    --Depth;
  }

  bool VisitStringLiteral(const StringLiteral *S) override {
    if (S->getCharByteWidth() == 1 &&
        llvm::StringRef(S->getString().lower()).contains(Header))
      (Depth == 1 ? Mentioned : Read) = true;
    return !Read;
  }
  bool VisitDeclRefExpr(const DeclRefExpr *R) override {
    name(*R->getDecl());
    look(dyn_cast<FunctionDecl>(R->getDecl())); // called, or a callback
    return !Read;
  }
  bool VisitMemberExpr(const MemberExpr *M) override {
    name(*M->getMemberDecl());
    // Whichever it takes.
    if (isa<FieldDecl>(M->getMemberDecl()) &&
        speaksOfHeaders(*M->getMemberDecl()) &&
        isAnswer(M->getBase()->getType()))
      Read = true;
    look(dyn_cast<FunctionDecl>(M->getMemberDecl()));
    return !Read;
  }
  bool VisitCallExpr(const CallExpr *C) override {
    handOn(*C);
    // Whichever of them is asked for: soup_message_get_response_headers(msg).
    if (const FunctionDecl *F = C->getDirectCallee();
        F && C->getNumArgs() == 1 && isHandle(C->getArg(0)->getType()) &&
        speaksOfHeaders(*F) && F->getReturnType()->isPointerType() &&
        llvm::is_contained(wordsOf(F->getName()), "response"))
      Read = true;
    const auto *M = dyn_cast_or_null<CXXMethodDecl>(C->getDirectCallee());
    const Expr *Object = M ? receiverOf(*C) : nullptr;
    // The headers of an answer are in a base class of it.
    if (!Object || !isAnswer(Object->IgnoreParenImpCasts()->getType()))
      return !Read;
    llvm::SmallVector<const Expr *, 4> Args = argumentsOf(*C);
    if (speaksOfHeaders(*M) || readsHeader(*M, Apis))
      Read |= Args.empty() || !namesOne(Args[0]);
    return !Read;
  }
  bool VisitCXXForRangeStmt(const CXXForRangeStmt *S) override {
    Read |= isAnswer(S->getRangeInit()->getType()); // all of them
    return !Read;
  }
  bool VisitCXXConstructExpr(const CXXConstructExpr *C) override {
    look(C->getConstructor());
    return !Read;
  }

private:
  /// A header that is named where it is asked for, and so is seen.
  static bool namesOne(const Expr *E) {
    E = E->IgnoreUnlessSpelledInSource();
    if (const auto *C = dyn_cast<CXXConstructExpr>(E); C && C->getNumArgs())
      E = C->getArg(0)->IgnoreUnlessSpelledInSource();
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return isa<StringLiteral>(E) ||
           (Ref && isa<EnumConstantDecl>(Ref->getDecl()));
  }
  bool isAnswer(QualType T) const {
    const CXXRecordDecl *R = answerClass(T);
    return R && (R == Answer || R == insideOf(Answer));
  }
  bool isHandle(QualType T) const {
    return !Handle.isNull() && Handle.getCanonicalType().getUnqualifiedType() ==
                                   T.getCanonicalType().getUnqualifiedType();
  }
  void name(const NamedDecl &D) {
    Read |= D.getIdentifier() && namesRetryAfter(D.getName());
  }
  /// A function of unknown body that is given the answer may read it.
  void handOn(const Expr &Call) {
    const FunctionDecl *F = calleeOf(Call);
    // Nobody looks into the bodies of system headers, which may be skipped.
    bool Seen = F && F->hasBody() &&
                !F->getASTContext().getSourceManager().isInSystemHeader(
                    F->getLocation());
    if (&Call == What.Attempt || &Call == What.Top || Seen ||
        (F && (!Apis.functions(*F).empty() || F->isInStdNamespace() ||
               Apis.hint(*F) == ApiIndex::Hint::Log)))
      return;
    // Copies, and what the answer says of itself.
    if (const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
        M && M->getParent() == Answer)
      return;
    for (const Expr *A : argumentsOf(Call)) {
      QualType T = A->getType();
      Read |= isAnswer(T) || isHandle(T);
    }
  }

  const Candidate &What;
  const CXXRecordDecl *Answer;
  QualType Handle;
  std::string Header;
  ApiIndex &Apis;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  unsigned Depth = 0;
};

} // namespace

Fact<bool> ignoresRetryAfter(const Candidate &What, const FunctionDecl &Looping,
                             const Recognition &R, const Policy &P,
                             ApiIndex &Apis) {
  Fact<bool> Ignores;
  const FunctionDecl *F = calleeOf(*What.Top);
  const CXXRecordDecl *Answer = nullptr;
  QualType Handle;
  auto Consider = [&](QualType T) {
    const CXXRecordDecl *C = answerClass(T);
    for (const CXXRecordDecl *Each : {C, promisedBy(C)})
      if (!Answer && showsHeaders(Each, Apis))
        Answer = Each;
  };
  Consider(What.Top->getType());
  Consider(What.Attempt->getType());
  for (const Path *Failing : R.Failing)
    if (const auto *Catch =
            dyn_cast_or_null<CXXCatchStmt>(Failing->Attempts.front().Handler);
        Catch && !Catch->getCaughtType().isNull())
      Consider(Catch->getCaughtType());
  for (unsigned I = 0; F && I < F->getNumParams(); ++I) {
    QualType T = F->getParamDecl(I)->getType();
    // What is filled in, not what is sent.
    if ((T->isReferenceType() || T->isPointerType()) &&
        !T->getPointeeType().isConstQualified() &&
        llvm::none_of(
            wordsOf(F->getParamDecl(I)->getName()),
            [](const std::string &W) { return W == "request" || W == "req"; }))
      Consider(T);
  }
  if (What.Model && What.Model->Sends->ShowsHeaders) {
    llvm::SmallVector<const Expr *, 4> Args = argumentsOf(*What.Attempt);
    const std::optional<Place> &At = What.Model->Sends->Handle;
    if (At && At->Where == Place::Argument && At->Index < Args.size())
      Handle = Args[At->Index]->getType();
    if (!Answer)
      Answer = answerClass(What.Attempt->getType());
  } else if (!Answer) {
    return Ignores;
  }
  Reader Look(What, Answer, Handle, P, Apis);
  Look.look(&Looping);
  Ignores.Is =
      !Look.Read &&
      (!Look.Mentioned ||
       isOnlyPrinted(Looping, P.Classification.RetryAfterHeader, Apis));
  Ignores.Sure = Certainty::Known;
  return Ignores;
}

} // namespace retrylint
