#include "analysis/Request.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/FieldWriters.h"
#include "analysis/Headers.h"
#include "analysis/Names.h"
#include "analysis/Texts.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace retrylint {

using namespace clang;

namespace {

/// The variable, or the member of this object, that an expression is a part of.
const ValueDecl *baseOf(const Expr *E) {
  while (E) {
    E = E->IgnoreParenCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return dyn_cast<VarDecl>(Ref->getDecl());
    if (const auto *M = dyn_cast<MemberExpr>(E);
        M && isa<CXXThisExpr>(M->getBase()->IgnoreParenCasts()))
      return dyn_cast<FieldDecl>(M->getMemberDecl());
    else if (M)
      E = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (const auto *U = dyn_cast<UnaryOperator>(E))
      E = U->getSubExpr();
    else if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E))
      E = C->getNumArgs() ? C->getArg(0) : nullptr;
    else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    // What gives access to a part: request.headers().
    else if (const auto *C = dyn_cast<CallExpr>(E);
             C && (C->isLValue() || C->getType()->isPointerType()))
      if (const Expr *Object = receiverOf(*C))
        E = Object;
      else
        E = C->getNumArgs() ? C->getArg(0) : nullptr;
    else
      return nullptr;
  }
  return nullptr;
}

/// Everything that flows into the request: a slice backwards from the call,
/// over variables, what is assigned to them and what is called on them.
class Slice : public ConstDynamicRecursiveASTVisitor {
public:
  Slice(ApiIndex &Apis, llvm::ArrayRef<const Stmt *> Bodies)
      : Apis(Apis), Bodies(Bodies.begin(), Bodies.end()) {}

  llvm::SmallVector<std::string, 8> Literals;
  llvm::SmallVector<const Expr *, 8> Calls; // on what flows in
  llvm::SmallVector<const ValueDecl *, 4> Constants;
  llvm::SetVector<const VarDecl *> Variables;
  llvm::SetVector<const ValueDecl *> Fields;

  void from(const Expr *Call) {
    for (const Expr *A : argumentsOf(*Call))
      TraverseStmt(A);
    if (const Expr *R = receiverOf(*Call))
      TraverseStmt(R);
    settle();
  }
  /// What is written to a member elsewhere flows in as well.
  void add(llvm::ArrayRef<FieldWrite> Written) {
    for (const FieldWrite &W : Written) {
      const Stmt *Body = W.In ? W.In->getBody() : nullptr;
      if (Body && !llvm::is_contained(Bodies, Body))
        Bodies.push_back(Body);
      TraverseStmt(W.What);
    }
    settle();
  }

  void settle() {
    size_t Seen;
    do {
      Seen = Variables.size() + Literals.size();
      for (const Stmt *B : Bodies)
        Writers(*this).TraverseStmt(B);
    } while (Seen != Variables.size() + Literals.size());
  }

  bool VisitStringLiteral(const StringLiteral *S) override {
    if (S->getCharByteWidth() == 1 && Known.insert(S).second)
      Literals.push_back(S->getString().str());
    return true;
  }
  bool VisitDeclRefExpr(const DeclRefExpr *R) override {
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl())) {
      if (Variables.insert(V))
        if (const Expr *Init = V->getAnyInitializer())
          TraverseStmt(Init);
    } else if (isa<EnumConstantDecl>(R->getDecl())) {
      Constants.push_back(R->getDecl());
    }
    return true;
  }
  bool VisitMemberExpr(const MemberExpr *M) override {
    if (isa<FieldDecl>(M->getMemberDecl()))
      Fields.insert(M->getMemberDecl());
    return true;
  }
  bool VisitCallExpr(const CallExpr *C) override {
    if (Known.insert(C).second) {
      Calls.push_back(C);
      // A helper that builds headers: what it says flows in.
      if (const FunctionDecl *F = C->getDirectCallee())
        if (const Stmt *Body = F->getBody();
            Body && F->getDefinition() && Depth < 3) {
          ++Depth;
          TraverseStmt(Body);
          --Depth;
        }
    }
    return true;
  }

  bool VisitCXXConstructExpr(const CXXConstructExpr *C) override {
    if (Known.insert(C).second)
      Calls.push_back(C);
    return true;
  }

private:
  /// Finds what is written to the variables of the slice.
  class Writers : public ConstDynamicRecursiveASTVisitor {
  public:
    explicit Writers(Slice &S) : S(S) {}
    bool VisitBinaryOperator(const BinaryOperator *B) override {
      if (B->isAssignmentOp() && flows(B->getLHS()))
        S.TraverseStmt(B->getRHS());
      return true;
    }
    bool VisitCallExpr(const CallExpr *C) override {
      llvm::SmallVector<const Expr *, 4> Args = argumentsOf(*C);
      const Expr *Receiver = receiverOf(*C);
      bool Touches = Receiver && flows(Receiver);
      CallParts Parts;
      Parts.Callee = C->getDirectCallee();
      Parts.Args = Args;
      for (unsigned I = 0; I < Args.size(); ++I)
        Touches |= flows(Args[I]) && (Parts.mayChange(I) || isHandle(Args[I]));
      // Using an object is not writing to it: only changes flow.
      if (const auto *M = dyn_cast_or_null<CXXMethodDecl>(Parts.Callee);
          M && M->isConst() && Receiver && !S.setsUp(*M))
        Touches = false;
      if (Touches && !S.Known.count(C) && !S.isSend(*C)) {
        S.Known.insert(C);
        S.Calls.push_back(C);
        for (const Expr *A : Args)
          S.TraverseStmt(A);
        S.VisitBody(C);
      }
      return true;
    }

  private:
    bool flows(const Expr *E) const {
      const ValueDecl *D = baseOf(E);
      const auto *V = dyn_cast_or_null<VarDecl>(D);
      return V ? S.Variables.contains(V) : D && S.Fields.contains(D);
    }
    static bool isHandle(const Expr *E) {
      return E->getType()->isPointerType();
    }
    Slice &S;
  };

  void VisitBody(const CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    if (F && F->getDefinition() && Depth < 3)
      if (const Stmt *Body = F->getDefinition()->getBody()) {
        ++Depth;
        TraverseStmt(Body);
        --Depth;
      }
  }

  /// What a handle refers to may be changed, though the handle is constant.
  bool setsUp(const FunctionDecl &F) {
    return llvm::any_of(Apis.functions(F), [](const ApiFunction *A) {
      return !A->SetsMethod.empty() || A->SetsMethodArg || A->SetsHeaderArg;
    });
  }

  bool isSend(const Expr &C) {
    const FunctionDecl *F = calleeOf(C);
    return F && llvm::any_of(Apis.functions(*F), [](const ApiFunction *A) {
             return A->Sends.has_value();
           });
  }

  ApiIndex &Apis;
  llvm::SmallVector<const Stmt *, 4> Bodies;
  llvm::DenseSet<const Stmt *> Known;
  unsigned Depth = 0;
};

std::string upper(llvm::StringRef S) { return S.upper(); }

bool isHttpMethod(llvm::StringRef S) {
  std::string U = upper(S);
  return U == "GET" || U == "HEAD" || U == "OPTIONS" || U == "PUT" ||
         U == "DELETE" || U == "POST" || U == "PATCH";
}

std::string literalAt(const Expr &Call, unsigned I) {
  llvm::SmallVector<const Expr *, 4> Args = argumentsOf(Call);
  if (I >= Args.size())
    return {};
  const Expr *E = Args[I]->IgnoreParenImpCasts();
  if (const auto *S = dyn_cast<StringLiteral>(E))
    return S->getString().str();
  return {};
}

bool speaksOfHeaders(QualType T) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  // The name that is written tells more than what it stands for.
  std::string Name;
  if (const auto *Alias = T->getAs<TypedefType>())
    Name = Alias->getDecl()->getNameAsString();
  else if (const TagDecl *D = T->getAsTagDecl())
    Name = D->getNameAsString();
  for (const std::string &W : wordsOf(Name))
    if (W == "header" || W == "headers" || W == "request" || W == "req" ||
        W == "slist" || W == "map" || W == "multimap" || W == "metadata" ||
        W == "options" || W == "vector" || W == "context" || W == "message")
      return true;
  return false;
}

} // namespace

/// The method that the models, the literals or the name give.
static Fact<std::string> methodOf(const Candidate &What, const Slice &In,
                                  bool ReadsHttp, ApiIndex &Apis,
                                  ASTContext &Ctx) {
  Fact<std::string> M;
  M.Where = What.Top->getSourceRange();
  auto Give = [&](llvm::StringRef Method, Certainty Sure, SourceRange At) {
    M.Is = Method.upper();
    M.Sure = Sure;
    M.Where = At;
    return M;
  };
  SourceRange Here = What.Top->getSourceRange();
  if (What.Model) {
    const SendEffect &Send = *What.Model->Sends;
    if (!Send.Method.empty())
      return Give(Send.Method, Certainty::Known, Here);
    if (Send.MethodArg)
      if (std::string L = literalAt(*What.Attempt, *Send.MethodArg); !L.empty())
        return Give(L, Certainty::Known, Here);
    // Options set on the handle before; a named method beats the flags.
    for (const Expr *C : In.Calls) {
      const FunctionDecl *F = calleeOf(*C);
      if (!F)
        continue;
      for (const ApiFunction *A : Apis.functions(*F)) {
        if (!guardsHold(*A, *C, Ctx))
          continue;
        if (A->SetsMethodArg)
          if (std::string L = literalAt(*C, *A->SetsMethodArg); !L.empty())
            return Give(L, Certainty::Known, C->getSourceRange());
        if (!A->SetsMethod.empty())
          Give(A->SetsMethod,
               M.Sure == Certainty::Known && M.Is != A->SetsMethod
                   ? Certainty::Possible
                   : Certainty::Known,
               C->getSourceRange());
      }
    }
    return M;
  }
  for (const std::string &L : In.Literals)
    if (isHttpMethod(L) && upper(L) == L)
      return Give(L, Certainty::Known, Here);
  for (const ValueDecl *D : In.Constants)
    if (isHttpMethod(D->getName()))
      return Give(D->getName(), Certainty::Known, Here);
  const FunctionDecl *F = calleeOf(*What.Attempt);
  if (!F || !F->getIdentifier())
    return M;
  bool Url = llvm::any_of(In.Literals, [](llvm::StringRef L) {
    return L.starts_with("http://") || L.starts_with("https://");
  });
  for (const std::string &W : wordsOf(F->getName()))
    if ((W == "post" || W == "patch") && (Url || ReadsHttp))
      return Give(W, Certainty::Known, Here);
  return M;
}

namespace {

/// Looks for the begin or end of a transaction, in helpers as well: they may be
/// told to by a text.
class Transactions : public ConstDynamicRecursiveASTVisitor {
public:
  Transactions(ApiIndex &Apis, ASTContext &Ctx) : Apis(Apis), Ctx(Ctx) {}
  bool Found = false;

  bool VisitCallExpr(const CallExpr *C) override {
    const FunctionDecl *F = calleeOf(*C);
    if (!F)
      return true;
    Found |= llvm::any_of(Apis.functions(*F), [&](const ApiFunction *A) {
      return A->Transacts && guardsHold(*A, *C, Ctx, Sites);
    });
    const FunctionDecl *Body = F->getDefinition();
    if (Body && Apis.functions(*F).empty() && Sites.size() < Deepest &&
        !Ctx.getSourceManager().isInSystemHeader(Body->getLocation())) {
      Sites.push_back(C);
      TraverseStmt(Body->getBody());
      Sites.pop_back();
    }
    return !Found;
  }

private:
  static constexpr size_t Deepest = 3;
  ApiIndex &Apis;
  ASTContext &Ctx;
  llvm::SmallVector<const Expr *, 4> Sites;
};

} // namespace

/// What the model says of running twice, and the command that it goes by.
static void judgeRepetition(const Candidate &What,
                            llvm::ArrayRef<const Stmt *> Bodies, ApiIndex &Apis,
                            ASTContext &Ctx, Request &R) {
  if (!What.Model || !What.Model->Sends->Idempotent)
    return;
  R.Idempotent.Is = *What.Model->Sends->Idempotent;
  R.Idempotent.Sure = Certainty::Known;
  R.Idempotent.Where = What.Top->getSourceRange();
  llvm::SmallVector<const Expr *, 4> Args = argumentsOf(*What.Attempt);
  for (const Guard &G : What.Model->When)
    for (llvm::StringRef Words : G.Begins)
      if (R.Method.Sure == Certainty::Unknown && G.Arg < Args.size() &&
          beginsWith(writtenText(*Args[G.Arg], What.Sites), Words)) {
        R.Method.Is = Words.upper();
        R.Method.Sure = Certainty::Known;
      }

  Transactions Transaction(Apis, Ctx);
  for (const Stmt *Body : Bodies)
    Transaction.TraverseStmt(Body);
  if (!R.Idempotent.Is && Transaction.Found)
    R.Idempotent.Sure = Certainty::Unknown;
}

/// Members that a request is looked up in.
static constexpr size_t MostFields = 16;

/// The member that is the handle of the call, on which options are set.
static const ValueDecl *handleMember(const Candidate &What) {
  const std::optional<Place> *Handle =
      What.Model && What.Model->Sends ? &What.Model->Sends->Handle : nullptr;
  llvm::SmallVector<const Expr *, 4> Args = argumentsOf(*What.Attempt);
  if (!Handle || !*Handle || (*Handle)->Where != Place::Argument ||
      (*Handle)->Index >= Args.size())
    return nullptr;
  return dyn_cast_or_null<FieldDecl>(baseOf(Args[(*Handle)->Index]));
}

Request requestOf(const Candidate &What, const FunctionDecl &Looping,
                  bool ReadsHttp, const Policy &P, ApiIndex &Apis,
                  ASTContext &Ctx) {
  llvm::SmallVector<const Stmt *, 2> Bodies{Looping.getBody()};
  // The helper that holds the real call.
  const FunctionDecl *Helper = nullptr;
  if (What.Top != What.Attempt)
    if (const FunctionDecl *F = calleeOf(*What.Top); F && F->getDefinition()) {
      Helper = F->getDefinition();
      Bodies.push_back(Helper->getBody());
    }
  Slice In(Apis, Bodies);
  In.from(What.Attempt);
  if (Helper)
    In.from(What.Top);

  Request R;
  R.Method = methodOf(What, In, ReadsHttp, Apis, Ctx);
  llvm::SmallPtrSet<const ValueDecl *, 4> Seen;
  const ValueDecl *Handle = handleMember(What);
  auto Holds = [&](const ValueDecl &F) {
    return &F == Handle || speaksOfHeaders(F.getType());
  };
  for (size_t I = 0; I < In.Fields.size() && I < MostFields; ++I)
    if (const auto *F = dyn_cast<FieldDecl>(In.Fields[I]); F && Holds(*F))
      if (auto Written = writtenTo(*F, Apis, Ctx)) {
        Seen.insert(F);
        In.add(*Written);
      }
  R.HasKey.Where = What.Top->getSourceRange();
  R.HasKey.Sure = Certainty::Known;
  std::string Header = llvm::StringRef(P.Idempotency.Header).lower();
  for (llvm::StringRef L : In.Literals)
    R.HasKey.Is |= llvm::StringRef(L.lower()).contains(Header);
  for (const VarDecl *V : In.Variables) {
    R.HasKey.Is |= namesKey(V->getName());
    // Filled by somebody else: the header may be in there.
    bool Foreign = isa<ParmVarDecl>(V) || V->hasGlobalStorage();
    bool Mapped =
        Helper && isa<ParmVarDecl>(V) && V->getDeclContext() == Helper;
    if (Foreign && !Mapped && speaksOfHeaders(V->getType()))
      R.HasKey.Sure = Certainty::Unknown;
  }
  for (const ValueDecl *F : In.Fields) {
    R.HasKey.Is |= namesKey(F->getName());
    if (Holds(*F) && !Seen.contains(F))
      R.HasKey.Sure = Certainty::Unknown;
  }
  for (const Expr *C : In.Calls)
    if (const FunctionDecl *F = calleeOf(*C)) {
      R.HasKey.Is |= F->getIdentifier() && namesKey(F->getName());
      // Headers that an unknown function makes.
      if (!F->hasBody() && Apis.functions(*F).empty() &&
          !F->isInStdNamespace() && speaksOfHeaders(F->getReturnType()))
        R.HasKey.Sure = Certainty::Unknown;
    }
  if (const FunctionDecl *F = calleeOf(*What.Attempt))
    for (const ParmVarDecl *Param : F->parameters())
      R.HasKey.Is |= namesKey(Param->getName());
  if (R.HasKey.Is)
    R.HasKey.Sure = Certainty::Known;
  judgeRepetition(What, Bodies, Apis, Ctx, R);
  return R;
}

} // namespace retrylint
