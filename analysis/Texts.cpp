#include "analysis/Texts.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

namespace retrylint {

using namespace clang;

namespace {

class Literals : public ConstDynamicRecursiveASTVisitor {
public:
  explicit Literals(llvm::ArrayRef<const Expr *> Sites) : Sites(Sites) {}
  std::string Text;

  bool VisitStringLiteral(const StringLiteral *S) override {
    if (S->getCharByteWidth() == 1)
      Text += S->getString().str() + " ";
    return true;
  }
  bool VisitDeclRefExpr(const DeclRefExpr *R) override {
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
      follow(*V);
    return true;
  }

private:
  /// What a function writes into a variable of its own.
  class Writes : public ConstDynamicRecursiveASTVisitor {
  public:
    Writes(Literals &Into, const VarDecl &V) : Into(Into), V(V) {}
    bool VisitBinaryOperator(const BinaryOperator *B) override {
      if (B->isAssignmentOp() && is(B->getLHS()))
        Into.TraverseStmt(B->getRHS());
      return true;
    }
    // text += "...", text.append("..."), snprintf(text, size, "...").
    bool VisitCallExpr(const CallExpr *C) override {
      llvm::SmallVector<const Expr *, 4> Args = argumentsOf(*C);
      const Expr *Target = receiverOf(*C);
      if (!Target && !Args.empty()) {
        Target = Args.front();
        Args.erase(Args.begin());
      }
      const auto *M = dyn_cast_or_null<CXXMethodDecl>(calleeOf(*C));
      if (Target && is(Target) && !(M && M->isConst()))
        for (const Expr *A : Args)
          Into.TraverseStmt(A);
      return true;
    }

  private:
    bool is(const Expr *E) const {
      const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
      return R && R->getDecl() == &V;
    }
    Literals &Into;
    const VarDecl &V;
  };

  static bool holdsText(QualType T) {
    T = T.getNonReferenceType();
    return T->isRecordType() || T->isArrayType() ||
           (T->isPointerType() && T->getPointeeType()->isAnyCharacterType());
  }

  void follow(const VarDecl &V) {
    constexpr size_t Longest = 4096;
    if (!holdsText(V.getType()) || Text.size() > Longest ||
        !Seen.insert(&V).second)
      return;
    if (const auto *Param = dyn_cast<ParmVarDecl>(&V))
      return followParameter(*Param);
    if (const Expr *Init = V.getAnyInitializer())
      TraverseStmt(Init);
    if (!V.isLocalVarDecl() || V.getType().isConstQualified())
      return;
    if (const auto *F = dyn_cast<FunctionDecl>(V.getDeclContext());
        F && F->getBody())
      Writes(*this, V).TraverseStmt(F->getBody());
  }

  void followParameter(const ParmVarDecl &P) {
    for (const Expr *Site : llvm::reverse(Sites)) {
      const FunctionDecl *F = calleeOf(*Site);
      unsigned I = P.getFunctionScopeIndex();
      if (!F || F->getDefinition() != P.getDeclContext() ||
          I >= F->getNumParams())
        continue;
      if (llvm::SmallVector<const Expr *, 4> Args = argumentsOf(*Site);
          I < Args.size())
        TraverseStmt(Args[I]);
      return;
    }
  }

  llvm::ArrayRef<const Expr *> Sites;
  llvm::SmallPtrSet<const VarDecl *, 8> Seen;
};

/// Upper case, and one space wherever there are some.
std::string plain(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 16> Words;
  llvm::SplitString(Text, Words, " \t\r\n(");
  return llvm::StringRef(llvm::join(Words, " ")).upper();
}

} // namespace

std::string writtenText(const Expr &E, llvm::ArrayRef<const Expr *> Sites) {
  Literals Found(Sites);
  Found.TraverseStmt(&E);
  return std::move(Found.Text);
}

bool beginsWith(llvm::StringRef Text, llvm::StringRef Words) {
  std::string Plain = plain(Text);
  llvm::StringRef Rest = Plain;
  return Rest.consume_front_insensitive(Words) &&
         (Rest.empty() || !llvm::isAlnum(Rest.front()));
}

bool containsWords(llvm::StringRef Text, llvm::StringRef Words) {
  return llvm::StringRef(plain(Text)).contains_insensitive(Words);
}

} // namespace retrylint
