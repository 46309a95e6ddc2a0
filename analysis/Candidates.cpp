#include "analysis/Candidates.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/Limits.h"
#include "analysis/Names.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

namespace {

/// Visits what a function itself does: not the bodies of its lambdas.
class OwnStatements : public ConstDynamicRecursiveASTVisitor {
public:
  bool TraverseLambdaExpr(const LambdaExpr *L) override {
    return VisitLambdaExpr(const_cast<LambdaExpr *>(L));
  }
  bool TraverseDecl(const Decl *D) override {
    return !D || isa<RecordDecl, FunctionDecl>(D) ||
           ConstDynamicRecursiveASTVisitor::TraverseDecl(D);
  }
  bool TraverseTypeLoc(TypeLoc, bool) override { return true; }
};

class CycleFinder : public OwnStatements {
public:
  explicit CycleFinder(const FunctionDecl &F)
      : Body(*F.getBody()), Self(F.getCanonicalDecl()) {
    TraverseStmt(&Body);
  }

  bool VisitStmt(const Stmt *S) override {
    Loops |= isLoop(*S);
    Labels |= isa<LabelStmt>(S);
    if (const auto *C = dyn_cast<CallExpr>(S)) {
      Calls = true;
      if (const FunctionDecl *Callee = C->getDirectCallee())
        Recursive |= Callee->getCanonicalDecl() == Self;
    }
    Calls |= isa<CXXConstructExpr>(S);
    return true;
  }
  bool cycles() const { return Calls && (Loops || comesBack()); }
  /// By another way than a loop. Most labels are only jumped to forwards.
  bool comesBack() const {
    return Recursive || (Labels && FunctionGraph::jumpsBack(Body));
  }

private:
  bool Loops = false, Calls = false, Labels = false, Recursive = false;
  const Stmt &Body;
  const FunctionDecl *Self;
};

class CallCollector : public OwnStatements {
public:
  std::vector<const Expr *> Calls;
  bool VisitCallExpr(const CallExpr *C) override {
    Calls.push_back(C);
    return true;
  }
  bool VisitCXXConstructExpr(const CXXConstructExpr *C) override {
    Calls.push_back(C);
    return true;
  }
};

class Finder {
public:
  Finder(FunctionGraphs &Graphs, ApiIndex &Apis) : Graphs(Graphs), Apis(Apis) {}
  std::vector<Candidate> Found;

  void look(const Expr *Call, const Expr *Top, const FunctionGraph &G,
            unsigned Depth);

  /// Adds Call itself if it is a helper that talks to somebody, for when it
  /// cannot be seen through.
  void lookAround(const Expr *Call);

private:
  bool lookInside(const FunctionDecl &F, const Expr &Site, const Expr *Top,
                  unsigned Depth);
  enum class Talk { No, Local, Remote };
  Talk talks(const FunctionDecl &F, unsigned Depth);
  /// Whether a body takes what somebody types.
  bool takesInput(const FunctionDecl &F);
  /// Many ways lead to the same helpers.
  llvm::ArrayRef<const Expr *> callsIn(const FunctionDecl &F);
  llvm::DenseMap<const FunctionDecl *,
                 std::unique_ptr<std::vector<const Expr *>>>
      Known;
  FunctionGraphs &Graphs;
  ApiIndex &Apis;
  llvm::SmallVector<const FunctionDecl *, 4> Active;
  llvm::SmallVector<const Expr *, 4> Sites; // that lead to the last of them
  unsigned Guarded = 0; // sites where an exception would be caught
};

bool isFunctor(const Expr &Call) {
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&Call))
    return Op->getOperator() == OO_Call;
  const auto *C = dyn_cast<CallExpr>(&Call);
  return C && !C->getDirectCallee() && !C->getType()->isDependentType();
}

/// A std::function that can fail: its body runs whatever the caller passed. One
/// that says yes or no may as well be a condition that is waited for.
bool isPassedIn(const Expr &Call, const FunctionDecl &F,
                const ASTContext &Ctx) {
  return isFunctor(Call) && !Call.getType()->isBooleanType() &&
         Ctx.getSourceManager().isInSystemHeader(F.getLocation());
}

/// A return type that often is, or holds, a code.
bool givesCode(QualType T) {
  return !T->isBooleanType() && !T->isCharType() &&
         (T->isSignedIntegerType() || T->isEnumeralType() || T->isRecordType());
}

/// bool get(url, Response &answer): the code is in what it fills in.
bool fillsCode(const FunctionDecl &F) {
  return llvm::any_of(F.parameters(), [](const ParmVarDecl *P) {
    QualType T = P->getType()->getPointeeType();
    const RecordDecl *R =
        T.isNull() || T.isConstQualified() ? nullptr : T->getAsRecordDecl();
    R = R ? R->getDefinition() : nullptr;
    return R && llvm::any_of(R->fields(), [](const FieldDecl *Field) {
             // Few names are worth being taken apart.
             llvm::StringRef Name = Field->getName();
             return Field->getType()->isIntegralOrEnumerationType() &&
                    (Name.contains_insensitive("status") ||
                     Name.contains_insensitive("code")) &&
                    llvm::any_of(wordsOf(Name), [](const std::string &W) {
                      return W == "status" || W == "code";
                    });
           });
  });
}

/// What std::make_unique and std::make_shared construct, by what constructors.
std::vector<const CXXConstructorDecl *> madeBy(const FunctionDecl &F) {
  const TemplateArgumentList *Args = F.getTemplateSpecializationArgs();
  if (!F.isInStdNamespace() || !F.getIdentifier() || !Args ||
      (F.getName() != "make_unique" && F.getName() != "make_shared") ||
      Args->size() == 0 || Args->get(0).getKind() != TemplateArgument::Type)
    return {};
  const CXXRecordDecl *R = Args->get(0).getAsType()->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition())
    return {};
  std::vector<const CXXConstructorDecl *> Made;
  for (const CXXConstructorDecl *C : R->ctors())
    if (!C->isCopyOrMoveConstructor() &&
        F.getNumParams() >= C->getMinRequiredArguments() &&
        F.getNumParams() <= C->getNumParams())
      Made.push_back(C);
  return Made;
}

void Finder::look(const Expr *Call, const Expr *Top, const FunctionGraph &G,
                  unsigned Depth) {
  if (Apis.macro(*Call, Graphs.context()))
    return;
  const FunctionDecl *F = calleeOf(*Call);
  Candidate C;
  C.Attempt = Call;
  C.Top = Top;
  C.Sites.append(Sites.begin(), Sites.end());
  C.SoundsRemote = F && Apis.soundsRemote(*F);
  if (F) {
    for (const CXXConstructorDecl *Made : madeBy(*F))
      for (const ApiFunction *A : Apis.functions(*Made))
        if (A->Sends && A->When.empty()) {
          C.Why = Evidence::Modelled;
          C.Model = A;
          Found.push_back(C);
          return;
        }
    // std::make_unique<Connection>(host)
    if ((Guarded || G.dispatch(*Call)) && !madeBy(*F).empty()) {
      C.Why = Evidence::Opaque;
      C.SoundsRemote = llvm::any_of(madeBy(*F), [&](const auto *Made) {
        return Apis.soundsRemote(*Made);
      });
      Found.push_back(C);
      return;
    }
    for (const ApiFunction *A : Apis.functions(*F)) {
      if (A->Sends && guardsHold(*A, *Call, Graphs.context(), Sites)) {
        C.Why = Evidence::Modelled;
        C.Model = A;
        Found.push_back(C);
        return;
      }
    }
    if (!Apis.functions(*F).empty() || Apis.asksSomebody(*F))
      return;
    const ApiStatusType *Status = Apis.statusType(F->getReturnType());
    bool Sends = Status && !Status->SendProtocol.empty();
    for (const ParmVarDecl *P : F->parameters()) {
      QualType T = P->getType();
      if (!T->isPointerType() && !T->isReferenceType())
        continue;
      const ApiStatusType *Taken = Apis.statusType(T->getPointeeType());
      if (!Sends && Taken && !Taken->TakenBySend.empty()) {
        Sends = true;
        Status = Taken;
      }
    }
    if (Sends && !F->hasBody()) {
      C.Why = Evidence::Modelled;
      C.StatusModel = Status;
      Found.push_back(C);
      return;
    }
    if (F->getDefinition() && !isPassedIn(*Call, *F, Graphs.context())) {
      bool Guards = G.dispatch(*Call) != nullptr;
      Guarded += Guards;
      bool Seen = lookInside(*F->getDefinition(), *Call, Top, Depth);
      Guarded -= Guards;
      if (Seen)
        return;
    }
  }
  if (isFunctor(*Call)) {
    // A pointer or member has a name, too; what gives nothing cannot fail.
    const NamedDecl *D = calledName(*Call);
    ApiIndex::Hint Says = D ? Apis.hint(*D) : ApiIndex::Hint::None;
    bool Fails = !Call->getType()->isVoidType() || G.dispatch(*Call);
    // A step that says how it went takes nothing.
    if (Says == ApiIndex::Hint::Iterator && Call->getType()->isEnumeralType())
      Says = ApiIndex::Hint::None;
    if (!Fails ||
        (Says != ApiIndex::Hint::None && Says != ApiIndex::Hint::Verb))
      return;
    C.Why = Says == ApiIndex::Hint::Verb ? Evidence::Verb : Evidence::Functor;
    Found.push_back(C);
    return;
  }
  if (!F || F->isInStdNamespace() || F->getBuiltinID() ||
      isa<CXXConversionDecl, CXXDestructorDecl>(F) || F->isOverloadedOperator())
    return;
  bool Constructor = isa<CXXConstructorDecl>(F);
  if (Constructor && cast<CXXConstructorDecl>(F)->isCopyOrMoveConstructor())
    return;
  bool MayThrow = Guarded || G.dispatch(*Call);
  ApiIndex::Hint Says = Apis.hint(*F);
  if (Says == ApiIndex::Hint::Log && isResultUsed(*Call, G))
    Says = ApiIndex::Hint::None;
  switch (Says) {
  case ApiIndex::Hint::Verb:
    C.Why = Evidence::Verb;
    Found.push_back(C);
    return;
  case ApiIndex::Hint::None:
    if (MayThrow || givesCode(F->getReturnType()) ||
        F->getReturnType()->isBooleanType() ||
        F->getReturnType()->isPointerType() || fillsCode(*F)) {
      C.Why = Evidence::Opaque;
      Found.push_back(C);
    }
    return;
  case ApiIndex::Hint::Query:
  case ApiIndex::Hint::Iterator:
    if (MayThrow || givesCode(F->getReturnType())) {
      C.Why = Evidence::Query;
      Found.push_back(C);
    }
    return;
  default:
    return;
  }
}

llvm::ArrayRef<const Expr *> Finder::callsIn(const FunctionDecl &F) {
  auto &Calls = Known[&F];
  if (!Calls) {
    CallCollector Collect;
    Collect.TraverseStmt(F.getBody());
    Calls =
        std::make_unique<std::vector<const Expr *>>(std::move(Collect.Calls));
  }
  return *Calls;
}

/// Whether a body leads to a call that says it talks to somebody.
Finder::Talk Finder::talks(const FunctionDecl &F, unsigned Depth) {
  const FunctionDecl *Body = F.getDefinition();
  if (!Body || Depth >= limits::CallDepth || llvm::is_contained(Active, Body) ||
      Graphs.context().getSourceManager().isInSystemHeader(Body->getLocation()))
    return Talk::No;
  Talk Most = Talk::No;
  Active.push_back(Body);
  for (const Expr *Call : callsIn(*Body)) {
    const FunctionDecl *Callee = calleeOf(*Call);
    if (!Callee || Apis.macro(*Call, Graphs.context()))
      continue;
    Talk This = Talk::No;
    for (const ApiFunction *A : Apis.functions(*Callee))
      if (A->Sends)
        This = std::max(This, A->Sends->Remote ? Talk::Remote : Talk::Local);
    if (Apis.functions(*Callee).empty())
      This = Apis.hint(*Callee) == ApiIndex::Hint::Verb && !Callee->hasBody()
                 ? (Apis.soundsRemote(*Callee) ? Talk::Remote : Talk::Local)
                 : talks(*Callee, Depth + 1);
    Most = std::max(Most, This);
    if (Most == Talk::Remote)
      break;
  }
  Active.pop_back();
  return Most;
}

bool Finder::takesInput(const FunctionDecl &F) {
  const FunctionDecl *Body = F.getDefinition();
  return Body && llvm::any_of(callsIn(*Body), [](const Expr *Call) {
           return llvm::any_of(argumentsOf(*Call), [](const Expr *A) {
             const auto *Ref = dyn_cast<DeclRefExpr>(A->IgnoreParenImpCasts());
             const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
             return V && V->hasGlobalStorage() && V->getName() == "stdin";
           });
         });
}

void Finder::lookAround(const Expr *Call) {
  const FunctionDecl *F = calleeOf(*Call);
  if (!F || F->getReturnType()->isVoidType() || !Apis.functions(*F).empty() ||
      Apis.macro(*Call, Graphs.context()) || takesInput(*F))
    return;
  ApiIndex::Hint Says = Apis.hint(*F);
  Talk Inside = Says == ApiIndex::Hint::None || Says == ApiIndex::Hint::Verb
                    ? talks(*F, 0)
                    : Talk::No;
  if (Inside == Talk::No)
    return;
  llvm::erase_if(Found, [&](const Candidate &C) {
    return C.Attempt == Call && C.Why == Evidence::Opaque;
  });
  Candidate C;
  C.Attempt = C.Top = Call;
  C.Why = Evidence::Helper;
  C.SoundsRemote = Inside == Talk::Remote;
  Found.push_back(C);
}

/// Looks for the real send in a helper. True: the helper's body is known, so
/// the call itself is not a candidate.
bool Finder::lookInside(const FunctionDecl &F, const Expr &Site,
                        const Expr *Top, unsigned Depth) {
  const ASTContext &Ctx = Graphs.context();
  if (Ctx.getSourceManager().isInSystemHeader(F.getLocation()))
    return true;
  if (Depth >= limits::CallDepth || llvm::is_contained(Active, &F))
    return true;
  const FunctionGraph *G = Graphs.get(&F, limits::CalleeBlocks);
  if (!G) // too long to follow: known by its name only
    return false;
  Active.push_back(&F);
  Sites.push_back(&Site);
  for (const Expr *Call : callsIn(F))
    // What loops inside the helper is the helper's own retry.
    if (!G->loopAround(*Call))
      look(Call, Top, *G, Depth + 1);
  Active.pop_back();
  Sites.pop_back();
  return true;
}

} // namespace

/// The strongest evidence first. Helpers are not crowded out by what is in
/// them.
static std::vector<Candidate> ranked(std::vector<Candidate> All) {
  std::vector<Candidate> Found;
  size_t Most = limits::Candidates;
  for (Evidence Why : {Evidence::Modelled, Evidence::Verb, Evidence::Functor,
                       Evidence::Helper, Evidence::Opaque, Evidence::Query}) {
    if (Why == Evidence::Helper)
      Most = std::max(Most, Found.size() + limits::Helpers);
    llvm::copy_if(All, std::back_inserter(Found),
                  [&](const Candidate &C) { return C.Why == Why; });
    if (Found.size() > Most)
      Found.resize(Most);
  }
  return Found;
}

bool needsWait(const Candidate &C) {
  return C.Why == Evidence::Functor || C.Why == Evidence::Helper;
}

bool mayCycle(const FunctionDecl &F) { return CycleFinder(F).cycles(); }

bool mayJumpBack(const FunctionDecl &F) { return CycleFinder(F).comesBack(); }

std::vector<Candidate> findCandidates(const FunctionDecl &F,
                                      FunctionGraphs &Graphs, ApiIndex &Apis) {
  CycleFinder Cycle(F);
  if (!Cycle.cycles())
    return {};
  const FunctionGraph *G = Graphs.get(&F, limits::Blocks);
  if (!G)
    return {};
  CallCollector Calls;
  Calls.TraverseStmt(F.getBody());
  Finder Look(Graphs, Apis);
  bool Everywhere = Cycle.comesBack();
  for (const Expr *Call : Calls.Calls) {
    const FunctionDecl *Callee = calleeOf(*Call);
    if (Callee && Callee->getCanonicalDecl() == F.getCanonicalDecl())
      continue;
    if (Everywhere || G->loopAround(*Call)) {
      Look.look(Call, Call, *G, 0);
      Look.lookAround(Call);
    }
  }
  return ranked(std::move(Look.Found));
}

std::vector<Candidate>
findCandidates(llvm::ArrayRef<const FunctionDecl *> Cycle,
               FunctionGraphs &Graphs, ApiIndex &Apis) {
  Finder Look(Graphs, Apis);
  for (const FunctionDecl *F : Cycle) {
    const FunctionGraph *G = Graphs.get(F, limits::Blocks);
    if (!G)
      continue;
    CallCollector Calls;
    Calls.TraverseStmt(F->getBody());
    size_t Before = Look.Found.size();
    for (const Expr *Call : Calls.Calls)
      // What loops is looked at on its own.
      if (!G->loopAround(*Call))
        Look.look(Call, Call, *G, 0);
    for (Candidate &C : llvm::drop_begin(Look.Found, Before))
      C.In = F;
  }
  // Whom nobody knows has to say that it talks to somebody. What is done in
  // several functions of the cycle is looked at where it is written.
  llvm::DenseSet<const Expr *> Known;
  llvm::stable_sort(Look.Found, [](const Candidate &A, const Candidate &B) {
    return (A.Top == A.Attempt) > (B.Top == B.Attempt);
  });
  llvm::erase_if(Look.Found, [&](const Candidate &C) {
    bool Local = C.Model && !C.Model->Sends->Remote;
    return (C.Why != Evidence::Modelled && C.Why != Evidence::Verb) || Local ||
           !Known.insert(C.Attempt).second;
  });
  return ranked(std::move(Look.Found));
}

} // namespace retrylint
