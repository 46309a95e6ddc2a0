#include "analysis/Settings.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/Names.h"
#include "analysis/TimeTypes.h"
#include "analysis/UnitCalls.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

std::optional<double> LibrarySetting::attempts() const {
  if (Option == RetryOption::Attempts)
    return Value;
  if (Option == RetryOption::Retries && Value)
    return *Value + 1;
  return std::nullopt;
}

namespace {

double secondsIn(WaitUnit Unit) {
  switch (Unit) {
  case WaitUnit::Milliseconds:
    return 1e-3;
  case WaitUnit::Microseconds:
    return 1e-6;
  case WaitUnit::Nanoseconds:
    return 1e-9;
  default:
    return 1;
  }
}

class Collector : public DynamicRecursiveASTVisitor {
public:
  Collector(UnitSettings &Out, ASTContext &Ctx, ApiIndex &Apis)
      : Out(Out), Ctx(Ctx), Apis(Apis) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = false;
    ShouldVisitLambdaBody = true;
  }

  bool TraverseDecl(Decl *D) override {
    if (D && !isa<TranslationUnitDecl>(D) && D->getLocation().isValid() &&
        Ctx.getSourceManager().isInSystemHeader(D->getLocation()))
      return true;
    const FunctionDecl *Outer = In;
    if (const auto *F = dyn_cast_or_null<FunctionDecl>(D)) {
      if (F->isDependentContext())
        return true; // its instantiations are visited
      In = F;
    }
    bool Result = DynamicRecursiveASTVisitor::TraverseDecl(D);
    In = Outer;
    return Result;
  }

  bool VisitStringLiteral(StringLiteral *S) override {
    if (S->getCharByteWidth() == 1 && S->getString().contains("methodConfig"))
      Out.ServiceConfigs.push_back({S, In});
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    if (const CXXRecordDecl *R = madeBy(*C)) {
      Out.Made.insert(R->getCanonicalDecl());
      return makes(*R, *C);
    }
    if (const FunctionDecl *F = calleeOf(*C))
      call(*F, argumentsOf(*C));
    if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(C);
        Op && Op->getOperator() == OO_Equal)
      assign(Op->getArg(0), Op->getArg(1));
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    Out.Made.insert(C->getConstructor()->getParent()->getCanonicalDecl());
    if (!C->getConstructor()->isCopyOrMoveConstructor())
      call(*C->getConstructor(), argumentsOf(*C));
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->getOpcode() == BO_Assign)
      assign(B->getLHS(), B->getRHS());
    return true;
  }
  bool VisitInitListExpr(InitListExpr *L) override {
    // Visited as it is written; the other form has each field in its place.
    if (!L->isSemanticForm())
      L = L->getSemanticForm();
    const RecordDecl *R = L ? L->getType()->getAsRecordDecl() : nullptr;
    if (!R || R->isUnion())
      return true;
    unsigned I = 0;
    if (const auto *Class = dyn_cast<CXXRecordDecl>(R))
      I = Class->getNumBases();
    for (const FieldDecl *F : R->fields()) {
      if (F->isUnnamedBitField())
        continue;
      if (I == L->getNumInits())
        break;
      field(*F, L->getInit(I++));
    }
    return true;
  }

private:
  /// The class of which a function such as make_shared makes an object.
  static const CXXRecordDecl *madeBy(const CallExpr &C) {
    const FunctionDecl *F = C.getDirectCallee();
    const TemplateArgumentList *Args =
        F ? F->getTemplateSpecializationArgs() : nullptr;
    if (!Args || !Args->size() ||
        Args->get(0).getKind() != TemplateArgument::Type)
      return nullptr;
    const CXXRecordDecl *Made = Args->get(0).getAsType()->getAsCXXRecordDecl();
    const auto *Given = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        F->getReturnType()->getAsCXXRecordDecl());
    if (!Made || !Given || !Given->getName().ends_with("_ptr") ||
        Given->getTemplateArgs()[0].getKind() != TemplateArgument::Type ||
        Given->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl() != Made)
      return nullptr;
    return Made->hasDefinition() ? Made : nullptr;
  }
  bool makes(const CXXRecordDecl &R, const CallExpr &C) {
    llvm::SmallVector<const Expr *, 4> Args = argumentsOf(C);
    for (const CXXConstructorDecl *Made : R.ctors()) {
      if (Made->isCopyOrMoveConstructor() || Apis.functions(*Made).empty())
        continue;
      // Some take the name of an allocation first.
      if (Args.size() > 1 && Made->getNumParams() &&
          Made->getParamDecl(0)->getType()->isArithmeticType() &&
          !Args[0]->getType()->isArithmeticType())
        Args.erase(Args.begin());
      call(*Made, Args);
      break;
    }
    return true;
  }

  /// The parameter of the current function that an argument is.
  const ParmVarDecl *passedOn(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreUnlessSpelledInSource());
    const auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
    return P && P->getDeclContext() == In ? P : nullptr;
  }

  void call(const FunctionDecl &F, llvm::ArrayRef<const Expr *> Args) {
    for (const ApiFunction *A : Apis.functions(F)) {
      if (A->SetsRetry.empty())
        continue;
      if (In && Passers.count(In->getCanonicalDecl()) == 0 &&
          llvm::any_of(Args, [&](const Expr *E) { return passedOn(E); }))
        Passers[In->getCanonicalDecl()] = {&F, In, {Args.begin(), Args.end()}};
      if (!llvm::all_of(A->When, [&](const Guard &G) {
            return guardHolds(G, Args, nullptr, Ctx);
          }))
        continue;
      for (const RetrySetting &S : A->SetsRetry)
        if (S.Arg < Args.size() && !isa<CXXDefaultArgExpr>(Args[S.Arg]))
          add(S, A->Library, nameOf(F, *A), Args[S.Arg], A->RunsIn);
      return;
    }
  }

public:
  /// Functions that hand on what they are given: set(conf, "retries", "9").
  void addPassedOn(UnitCalls &Calls) {
    auto Handed = std::move(Passers);
    for (const auto &[Passer, How] : Handed)
      for (const FunctionDecl *Caller : Calls.callers(*Passer))
        for (const Expr *Call : Calls.in(*Caller)) {
          const FunctionDecl *Called = calleeOf(*Call);
          if (!Called || Called->getCanonicalDecl() != Passer)
            continue;
          llvm::SmallVector<const Expr *, 4> Given = argumentsOf(*Call),
                                             Args = How.Args;
          In = How.From;
          for (const Expr *&A : Args)
            if (const ParmVarDecl *P = passedOn(A))
              if (P->getFunctionScopeIndex() < Given.size())
                A = Given[P->getFunctionScopeIndex()];
          In = Caller;
          call(*How.To, Args);
        }
    In = nullptr;
  }

private:
  /// A key of a string is its own name.
  static std::string nameOf(const FunctionDecl &F, const ApiFunction &A) {
    if (!A.When.empty())
      return A.When.front().Is;
    if (const auto *C = dyn_cast<CXXConstructorDecl>(&F))
      return C->getParent()->getNameAsString();
    return F.getNameAsString();
  }

  void assign(const Expr *To, const Expr *Value) {
    if (const auto *M = dyn_cast<MemberExpr>(To->IgnoreParenImpCasts()))
      if (const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl()))
        field(*F, Value);
  }
  void field(const FieldDecl &F, const Expr *Value) {
    if (isa<ImplicitValueInitExpr, CXXDefaultInitExpr>(Value))
      return;
    if (const ApiField *A = Apis.field(F))
      add(A->SetsRetry, A->Library, F.getNameAsString(), Value, std::nullopt);
  }

  void add(const RetrySetting &S, llvm::StringRef Library, std::string Name,
           const Expr *Value, std::optional<Context> RunsIn) {
    LibrarySetting Found;
    Found.Option = S.Option;
    Found.Library = Library.str();
    Found.Name = std::move(Name);
    Found.Where = Value->getSourceRange();
    Found.In = In;
    Found.RunsIn = RunsIn;
    if (S.Option == RetryOption::ServiceConfig)
      Found.Text = textOf(Value);
    else
      Found.Value = numberIn(Value, S);
    Out.Settings.push_back(std::move(Found));
  }

  /// The literal, as it stands or as the first value of a variable.
  static const StringLiteral *textOf(const Expr *E) {
    for (unsigned Steps = 0; E && Steps < 8; ++Steps) {
      E = E->IgnoreUnlessSpelledInSource();
      if (const auto *S = dyn_cast<StringLiteral>(E))
        return S;
      if (const auto *C = dyn_cast<CXXConstructExpr>(E))
        E = C->getNumArgs() ? C->getArg(0) : nullptr;
      else if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) // c_str()
        E = M->getImplicitObjectArgument();
      else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
        const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        E = V ? V->getAnyInitializer() : nullptr;
      } else
        return nullptr;
    }
    return nullptr;
  }

  std::optional<double> numberIn(const Expr *E, const RetrySetting &S) const {
    if (E->isValueDependent())
      return std::nullopt;
    bool Delay = S.Option == RetryOption::InitialDelay ||
                 S.Option == RetryOption::MaxDelay;
    double Scale = Delay ? secondsIn(S.Unit) : 1;
    if (const StringLiteral *Text = textOf(E)) {
      double Number;
      if (Text->getCharByteWidth() != 1 ||
          Text->getString().getAsDouble(Number))
        return std::nullopt;
      return Number * Scale;
    }
    Expr::EvalResult R;
    const Expr *Bare = E->IgnoreImplicit();
    if (tickOf(E->getType())) {
      if (!E->EvaluateAsRValue(R, Ctx) && !Bare->EvaluateAsRValue(R, Ctx))
        return std::nullopt;
      return numberOf(R.Val, E->getType());
    }
    if (!E->EvaluateAsRValue(R, Ctx))
      return std::nullopt;
    std::optional<double> Number = numberOf(R.Val, E->getType());
    return Number ? std::optional(*Number * Scale) : std::nullopt;
  }

  UnitSettings &Out;
  ASTContext &Ctx;
  ApiIndex &Apis;
  const FunctionDecl *In = nullptr;
  /// By the function that hands its parameters on: to whom, and how.
  struct Passed {
    const FunctionDecl *To = nullptr, *From = nullptr;
    llvm::SmallVector<const Expr *, 4> Args;
  };
  llvm::MapVector<const FunctionDecl *, Passed> Passers;
};

} // namespace

UnitSettings findSettings(ASTContext &Ctx, ApiIndex &Apis, UnitCalls &Calls) {
  UnitSettings Found;
  Collector Collect(Found, Ctx, Apis);
  Collect.TraverseAST(Ctx);
  Collect.addPassedOn(Calls);
  return Found;
}

} // namespace retrylint
