#include "analysis/Headers.h"
#include "analysis/CallParts.h"
#include "analysis/Names.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

bool constantText(const Expr *E, std::string &Text) {
  for (unsigned Depth = 0; E && Depth < 8; ++Depth) {
    E = E->IgnoreParenCasts()->IgnoreImplicit();
    if (const auto *S = dyn_cast<StringLiteral>(E)) {
      if (S->getCharByteWidth() != 1)
        return false;
      Text = S->getString().str();
      return true;
    }
    if (const auto *U = dyn_cast<UserDefinedLiteral>(E)) {
      E = U->getLiteralOperatorKind() == UserDefinedLiteral::LOK_String
              ? U->getArg(0)
              : nullptr;
    } else if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
      // The length or an allocator may follow the text.
      E = C->getNumArgs() ? C->getArg(0) : nullptr;
      if (C->getNumArgs() > 1 && !isa<CXXDefaultArgExpr>(C->getArg(1)))
        E = nullptr;
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      bool Constant =
          V &&
          (V->isConstexpr() || V->getType().isConstQualified() ||
           (V->getType()->isArrayType() && V->getASTContext()
                                               .getBaseElementType(V->getType())
                                               .isConstQualified()));
      E = Constant && !isa<ParmVarDecl>(V) ? V->getAnyInitializer() : nullptr;
    } else {
      return false;
    }
  }
  return false;
}

bool namesKey(llvm::StringRef Name) {
  return llvm::any_of(wordsOf(Name), [](const std::string &W) {
    return llvm::StringRef(W).starts_with("idempot");
  });
}

/// `headers["Name"] = value`, `request.idempotency_key = value`.
static HeaderWrite ofAssignment(const CXXOperatorCallExpr &Op,
                                llvm::ArrayRef<std::string> Names) {
  if (Op.getOperator() != OO_Equal || Op.getNumArgs() != 2)
    return {};
  const Expr *To = Op.getArg(0)->IgnoreParenCasts()->IgnoreImplicit();
  if (const auto *M = dyn_cast<MemberExpr>(To))
    return namesKey(M->getMemberDecl()->getName())
               ? HeaderWrite{Names.front(), 0}
               : HeaderWrite{};
  const auto *Element = dyn_cast<CXXOperatorCallExpr>(To);
  std::string Text;
  if (!Element || Element->getOperator() != OO_Subscript ||
      Element->getNumArgs() != 2 || !constantText(Element->getArg(1), Text))
    return {};
  for (const std::string &Name : Names)
    if (llvm::StringRef(Text).equals_insensitive(Name))
      return {Name, 0};
  return {};
}

HeaderWrite headerWrite(const Expr &Call, llvm::ArrayRef<std::string> Names) {
  if (Names.empty())
    return {};
  llvm::SmallVector<const Expr *, 4> Args = argumentsOf(Call);
  llvm::erase_if(Args, [](const Expr *E) { return isa<CXXDefaultArgExpr>(E); });
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&Call))
    if (HeaderWrite W = ofAssignment(*Op, Names); !W.Name.empty())
      return W;
  for (unsigned I = 0; I < Args.size(); ++I) {
    std::string Text;
    if (!constantText(Args[I], Text))
      continue;
    llvm::StringRef Line = llvm::StringRef(Text).ltrim();
    for (const std::string &Name : Names) {
      if (Line.equals_insensitive(Name) && I + 1 < Args.size())
        return {Name, I + 1};
      if (!Line.starts_with_insensitive(Name))
        continue;
      llvm::StringRef Rest = Line.drop_front(Name.size()).ltrim();
      if (!Rest.consume_front(":"))
        continue;
      if (I + 1 < Args.size())
        return {Name, I + 1, !Rest.trim().empty()};
      // The whole line is a constant; an empty value is still to come.
      bool Made = isa<CXXConstructExpr>(Call);
      if (!Rest.trim().empty() && !Made)
        return {Name, I};
    }
  }
  const FunctionDecl *F = calleeOf(Call);
  if (!F)
    return {};
  for (unsigned I = 0; I < Args.size() && I < F->getNumParams(); ++I)
    if (namesKey(F->getParamDecl(I)->getName()))
      return {Names.front(), I};
  // set_idempotency_key(value)
  if (F->getIdentifier() && namesKey(F->getName()) && Args.size() == 1 &&
      receiverOf(Call) && wordsOf(F->getName()).front() == "set")
    return {Names.front(), 0};
  return {};
}

} // namespace retrylint
