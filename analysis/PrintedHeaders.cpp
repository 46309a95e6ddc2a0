#include "analysis/PrintedHeaders.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMap.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

namespace {

class Uses : public ConstDynamicRecursiveASTVisitor {
public:
  Uses(const FunctionDecl &F, llvm::StringRef Header, ApiIndex &Apis)
      : Header(Header.lower()), Apis(Apis), Parents(F.getBody()) {
    TraverseStmt(F.getBody());
    for (size_t I = 0; I < Texts.size(); ++I) { // copies of copies, too
      Holder = Texts[I];
      TraverseStmt(F.getBody());
    }
  }
  bool Printed = false, Used = false;

  bool VisitStringLiteral(const StringLiteral *S) override {
    if (Holder || S->getCharByteWidth() != 1 ||
        !llvm::StringRef(S->getString().lower()).contains(Header))
      return true;
    const Expr *Asked = callAround(*S);
    if (!Asked)
      Used = true;
    else if (!Asked->getType()->isBooleanType()) // whether there is one
      follow(*Asked);
    return !Used;
  }
  bool VisitDeclRefExpr(const DeclRefExpr *R) override {
    if (Holder && R->getDecl() == Holder && !isWritten(*R))
      follow(*R);
    return !Used;
  }

private:
  /// The method of an answer that is given the name.
  const Expr *callAround(const Stmt &S) const {
    for (const Stmt *P = Parents.getParent(&S); P; P = Parents.getParent(P)) {
      if (const auto *C = dyn_cast<CallExpr>(P))
        return receiverOf(*C) ? C : nullptr;
      if (!isa<Expr>(P))
        return nullptr;
    }
    return nullptr;
  }
  bool isLog(const Expr &Call) const {
    const FunctionDecl *F = calleeOf(Call);
    return F && (Apis.hint(*F) == ApiIndex::Hint::Log ||
                 llvm::any_of(Apis.functions(*F),
                              [](const ApiFunction *A) { return A->Logs; }));
  }
  /// One part of a chain that ends in std::cerr.
  static bool isStreamed(const CallExpr &C) {
    const Expr *E = &C;
    while (const auto *Op =
               dyn_cast<CXXOperatorCallExpr>(E->IgnoreParenImpCasts())) {
      if (Op->getOperator() != OO_LessLess || Op->getNumArgs() != 2)
        return false;
      E = Op->getArg(0);
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl()->isInStdNamespace();
  }
  bool isWritten(const DeclRefExpr &R) const {
    const auto *Op =
        dyn_cast_or_null<CXXOperatorCallExpr>(Parents.getParent(&R));
    return Op && Op->isAssignmentOp() && Op->getArg(0) == &R;
  }
  /// Where a value goes: into a log, into a text, or anywhere else.
  void follow(const Expr &Value) {
    for (const Stmt *Child = &Value, *P = Parents.getParent(Child); P;
         Child = P, P = Parents.getParent(P)) {
      if (const auto *Declared = dyn_cast<DeclStmt>(P)) {
        for (const Decl *D : Declared->decls())
          if (const auto *V = dyn_cast<VarDecl>(D); V && V->getInit() == Child)
            return keep(*V);
        break;
      }
      const auto *Op = dyn_cast<CXXOperatorCallExpr>(P);
      if (Op && Op->isAssignmentOp() && Op->getArg(1) == Child) {
        const auto *To =
            dyn_cast<DeclRefExpr>(Op->getArg(0)->IgnoreParenImpCasts());
        const auto *V = To ? dyn_cast<VarDecl>(To->getDecl()) : nullptr;
        if (V && V->hasLocalStorage() && !isa<ParmVarDecl>(V))
          return keep(*V);
        break;
      }
      if (const auto *C = dyn_cast<CallExpr>(P)) {
        if (isLog(*C) || isStreamed(*C)) {
          Printed = true;
          return;
        }
        break;
      }
      if (!isa<Expr>(P))
        break;
    }
    Used = true;
  }
  void keep(const VarDecl &V) {
    if (!V.getType()->isRecordType() && !V.getType()->isPointerType())
      Used = true;
    else if (!llvm::is_contained(Texts, &V))
      Texts.push_back(&V);
  }

  std::string Header;
  ApiIndex &Apis;
  ParentMap Parents;
  std::vector<const VarDecl *> Texts;
  const VarDecl *Holder = nullptr;
};

} // namespace

bool isOnlyPrinted(const FunctionDecl &F, llvm::StringRef Header,
                   ApiIndex &Apis) {
  Uses Of(F, Header, Apis);
  return Of.Printed && !Of.Used;
}

} // namespace retrylint
