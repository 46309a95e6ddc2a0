// Moves a key that a loop makes anew to the front of the loop.
#include "analysis/CallParts.h"
#include "checks/Fixes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ParentMap.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace retrylint {

using namespace clang;

namespace {

void forEach(const Stmt *S, llvm::function_ref<void(const Stmt &)> Visit) {
  if (!S)
    return;
  Visit(*S);
  for (const Stmt *Child : S->children())
    forEach(Child, Visit);
}

const CompoundStmt *bodyOf(const Stmt &Loop) {
  const Stmt *Body = nullptr;
  if (const auto *L = dyn_cast<ForStmt>(&Loop))
    Body = L->getBody();
  else if (const auto *L = dyn_cast<WhileStmt>(&Loop))
    Body = L->getBody();
  else if (const auto *L = dyn_cast<DoStmt>(&Loop))
    Body = L->getBody();
  else if (const auto *L = dyn_cast<CXXForRangeStmt>(&Loop))
    Body = L->getBody();
  return dyn_cast_or_null<CompoundStmt>(Body);
}

/// `emplace(key)` and constructors copy what has a name.
bool copiesArgument(const Expr &Call, const Expr &Arg) {
  const FunctionDecl *F = calleeOf(Call);
  if (!F || (!isa<CXXConstructorDecl>(F) &&
             !(F->getIdentifier() && F->getName().contains("emplace"))))
    return false;
  for (auto [I, A] : llvm::enumerate(argumentsOf(Call)))
    if (A == &Arg)
      return isForwarding(*F, I);
  return false;
}

/// The object is looked at or copied here, not changed.
bool onlyReads(const DeclRefExpr &Use, const ParentMap &Parents) {
  const Expr *Object = &Use;
  const Stmt *By = Parents.getParent(Object);
  while (isa_and_nonnull<ParenExpr>(By)) {
    Object = cast<Expr>(By);
    By = Parents.getParent(By);
  }
  if (Object->getType().isConstQualified())
    return true;
  if (const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(By))
    return Cast->getCastKind() == CK_LValueToRValue ||
           (Cast->getCastKind() == CK_NoOp &&
            Cast->getType().isConstQualified());
  if (const auto *Call = dyn_cast_or_null<Expr>(By))
    return copiesArgument(*Call, *Object);
  return false;
}

/// Ends with its scope and takes nothing else with it.
bool isPlainValue(QualType T, const ASTContext &Ctx) {
  if (T->isArithmeticType())
    return true;
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && R->getIdentifier() && !R->getName().contains("view") &&
         (T.isTriviallyCopyableType(Ctx) ||
          Ctx.getSourceManager().isInSystemHeader(R->getLocation()));
}

class KeyMove {
public:
  KeyMove(const RetryLoop &Loop)
      : Function(*Loop.Function), Loop(*Loop.Cycle), Key(*Loop.MadeKey),
        Ctx(Function.getASTContext()), SM(Ctx.getSourceManager()),
        Parents(Function.getBody()) {}

  std::optional<Fix> fix() const {
    const DeclStmt *Made = declaration();
    if (!Made || !hasRoom() || !isFree() || !keepsKey() || !standsAlone(*Made))
      return std::nullopt;
    return move(*Made);
  }

private:
  const DeclStmt *declaration() const {
    const CompoundStmt *Body = bodyOf(Loop);
    if (!Body)
      return nullptr;
    for (const Stmt *S : Body->body())
      if (const auto *D = dyn_cast<DeclStmt>(S);
          D && D->isSingleDecl() && D->getSingleDecl() == &Key)
        return isPlainValue(Key.getType(), Ctx) ? D : nullptr;
    return nullptr;
  }

  /// A declaration may stand in front of the loop: nobody jumps over it.
  bool hasRoom() const {
    const auto *Around =
        dyn_cast_or_null<CompoundStmt>(Parents.getParent(&Loop));
    bool Jumps = !Around;
    forEach(Function.getBody(), [&](const Stmt &S) {
      Jumps |= isa<LabelStmt, GotoStmt, IndirectGotoStmt>(S) ||
               (isa<SwitchCase>(S) && Parents.getParent(&S) == Around);
    });
    return !Jumps;
  }

  /// The name means nothing else in the function.
  bool isFree() const {
    llvm::StringRef Name = Key.getName();
    auto Other = [&](const Decl *D) {
      const auto *N = dyn_cast_or_null<NamedDecl>(D);
      return N && N != &Key && N->getIdentifier() && N->getName() == Name;
    };
    bool Free = llvm::none_of(Function.parameters(), Other);
    forEach(Function.getBody(), [&](const Stmt &S) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
        Free &= !Other(Ref->getDecl());
      else if (const auto *M = dyn_cast<MemberExpr>(&S))
        Free &= !Other(M->getMemberDecl()) || !M->isImplicitAccess();
      else if (const auto *D = dyn_cast<DeclStmt>(&S))
        Free &= llvm::none_of(D->decls(), Other);
      else if (const auto *Catch = dyn_cast<CXXCatchStmt>(&S))
        Free &= !Other(Catch->getExceptionDecl());
    });
    return Free;
  }

  /// No round changes the key.
  bool keepsKey() const {
    bool Kept = true;
    forEach(&Loop, [&](const Stmt &S) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(&S);
          Ref && Ref->getDecl() == &Key)
        Kept &= onlyReads(*Ref, Parents);
    });
    return Kept;
  }

  /// It is made of nothing that the rest of the loop declares or changes.
  bool standsAlone(const DeclStmt &Made) const {
    llvm::SmallPtrSet<const VarDecl *, 4> Uses;
    llvm::SmallPtrSet<const Stmt *, 8> Own;
    bool Alone = true;
    forEach(&Made, [&](const Stmt &S) {
      Own.insert(&S);
      Alone &= !isa<CXXThisExpr, LambdaExpr>(S);
      if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
        if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
          Uses.insert(V);
    });
    for (const VarDecl *V : Uses) {
      bool Constant = V->getType().isConstQualified();
      Alone &= !V->getType()->isPointerType() &&
               (Constant || V->getParentFunctionOrMethod()) &&
               !SM.isPointWithin(V->getLocation(), Loop.getBeginLoc(),
                                 Loop.getEndLoc());
    }
    forEach(&Loop, [&](const Stmt &S) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(&S); Ref && !Own.count(Ref))
        if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
            V && Uses.count(V))
          Alone &= onlyReads(*Ref, Parents);
    });
    return Alone;
  }

  std::optional<Fix> move(const DeclStmt &Made) const {
    if (Loop.getBeginLoc().isMacroID() || Made.getBeginLoc().isMacroID() ||
        Made.getEndLoc().isMacroID())
      return std::nullopt;
    auto [File, From] = SM.getDecomposedLoc(Made.getBeginLoc());
    auto [Same, To] = SM.getDecomposedLoc(Made.getEndLoc());
    auto [Its, Before] = SM.getDecomposedLoc(Loop.getBeginLoc());
    llvm::StringRef Text = SM.getBufferData(File);
    if (Same != File || Its != File || Text[To] != ';')
      return std::nullopt;
    auto LineOf = [&](size_t At) { return Text.rfind('\n', At) + 1; };
    size_t Begin = LineOf(From), End = Text.find('\n', To);
    llvm::StringRef Indent = Text.slice(Begin, From),
                    Target = Text.slice(LineOf(Before), Before),
                    Rest = Text.slice(To + 1, End).ltrim();
    if (End == llvm::StringRef::npos || !Indent.trim().empty() ||
        !Target.trim().empty() || !(Rest.empty() || Rest.starts_with("//")))
      return std::nullopt;
    std::string Moved;
    for (llvm::StringRef Line : llvm::split(Text.slice(Begin, End), '\n')) {
      Line.consume_front(Indent);
      Moved += (Moved.empty() ? "" : Target.str()) + Line.str() + "\n";
    }
    SourceLocation Start = SM.getLocForStartOfFile(File);
    return Fix{
        {FixItHint::CreateInsertion(Loop.getBeginLoc(), Moved + Target.str()),
         FixItHint::CreateRemoval(CharSourceRange::getCharRange(
             Start.getLocWithOffset(Begin), Start.getLocWithOffset(End + 1)))},
        {}};
  }

  const FunctionDecl &Function;
  const Stmt &Loop;
  const VarDecl &Key;
  const ASTContext &Ctx;
  const SourceManager &SM;
  ParentMap Parents;
};

} // namespace

std::optional<Fix> moveKey(const RetryLoop &Loop) {
  if (!Loop.Cycle || !Loop.MadeKey || !Loop.Function->getBody())
    return std::nullopt;
  return KeyMove(Loop).fix();
}

} // namespace retrylint
