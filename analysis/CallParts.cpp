#include "analysis/CallParts.h"
#include "analysis/FunctionGraph.h"
#include "analysis/Names.h"
#include "analysis/Texts.h"
#include "rules/ApiModel.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

const FunctionDecl *calleeOf(const Expr &E) {
  if (const auto *C = dyn_cast<CXXConstructExpr>(&E))
    return C->getConstructor();
  if (const auto *C = dyn_cast<CallExpr>(&E))
    return C->getDirectCallee();
  return nullptr;
}

std::optional<unsigned> CallParts::passedThrough() const {
  std::optional<unsigned> Found;
  for (unsigned I = 0; Callee && I < Callee->getNumParams(); ++I)
    if (Callee->getParamDecl(I)->getType()->isVoidPointerType()) {
      if (Found || I >= Values.size())
        return std::nullopt;
      Found = I;
    }
  return Found;
}

const NamedDecl *calledName(const Expr &E) {
  const FunctionDecl *F = calleeOf(E);
  if (const auto *C = dyn_cast_or_null<CXXConstructorDecl>(F))
    return C->getParent();
  const Expr *Named = nullptr;
  if (F && F->isOverloadedOperator())
    Named = receiverOf(E);
  else if (const auto *C = dyn_cast<CallExpr>(&E); C && !F)
    Named = C->getCallee();
  if (Named) {
    Named = Named->IgnoreParenImpCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(Named);
        U && U->getOpcode() == UO_Deref)
      Named = U->getSubExpr()->IgnoreParenImpCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Named))
      return Ref->getDecl();
    if (const auto *M = dyn_cast<MemberExpr>(Named))
      return M->getMemberDecl();
  }
  return F;
}

/// Operators that are methods have their object as the first argument.
static bool hasObjectArgument(const Expr &E) {
  const auto *Op = dyn_cast<CXXOperatorCallExpr>(&E);
  const auto *M =
      Op ? dyn_cast_or_null<CXXMethodDecl>(Op->getCalleeDecl()) : nullptr;
  return M && M->isInstance();
}

llvm::SmallVector<const Expr *, 4> argumentsOf(const Expr &E) {
  llvm::SmallVector<const Expr *, 4> Args;
  if (const auto *C = dyn_cast<CXXConstructExpr>(&E))
    Args.append(C->arg_begin(), C->arg_end());
  else if (const auto *C = dyn_cast<CallExpr>(&E))
    Args.append(C->arg_begin() + (hasObjectArgument(E) ? 1 : 0), C->arg_end());
  return Args;
}

const Expr *receiverOf(const Expr &E) {
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(&E))
    return M->getImplicitObjectArgument();
  if (hasObjectArgument(E))
    return cast<CallExpr>(E).getArg(0);
  return nullptr;
}

const FunctionDecl *functionNamed(const Expr &E) {
  const Expr *Plain = E.IgnoreParenCasts();
  while (true) {
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Plain))
      Plain = M->getSubExpr()->IgnoreParenCasts();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(Plain))
      Plain = B->getSubExpr()->IgnoreParenCasts();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(Plain);
             C && C->getNumArgs() >= 1)
      Plain = C->getArg(0)->IgnoreParenCasts();
    else if (const auto *U = dyn_cast<UnaryOperator>(Plain);
             U && (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Plus))
      Plain = U->getSubExpr()->IgnoreParenCasts();
    else if (const auto *C = dyn_cast<CXXMemberCallExpr>(Plain);
             C && isa_and_nonnull<CXXConversionDecl>(C->getCalleeDecl()))
      Plain = C->getImplicitObjectArgument()->IgnoreParenCasts();
    else
      break;
  }
  if (const auto *L = dyn_cast<LambdaExpr>(Plain))
    return bodyOf(*L);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Plain))
    return dyn_cast<FunctionDecl>(Ref->getDecl());
  return nullptr;
}

const FunctionDecl *bodyOf(const LambdaExpr &L) {
  const FunctionDecl *F = L.getCallOperator();
  if (const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate())
    for (const FunctionDecl *Instance : T->specializations())
      if (const FunctionDecl *Body = Instance->getDefinition())
        return Body;
  return F;
}

bool mayThrow(const FunctionDecl *F) {
  if (!F)
    return true;
  if (const auto *T = F->getType()->getAs<FunctionProtoType>();
      T && T->isNothrow())
    return false;
  return !F->isExternC();
}

bool isCallable(const Expr &E) {
  QualType T = E.getType().getNonReferenceType();
  if (T->isFunctionType() || T->isFunctionPointerType() ||
      T->isMemberFunctionPointerType())
    return true;
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition())
    return false;
  return R->isLambda() ||
         !R->lookup(
               R->getASTContext().DeclarationNames.getCXXOperatorName(OO_Call))
              .empty();
}

/// An object of the class, or of one derived from it.
static bool isOf(const CXXRecordDecl *R, llvm::StringRef Class) {
  return R && (qualifiedName(*R) == Class ||
               (R->hasDefinition() &&
                llvm::any_of(R->bases(), [&](const CXXBaseSpecifier &B) {
                  return isOf(B.getType()->getAsCXXRecordDecl(), Class);
                })));
}

bool guardHolds(const Guard &G, llvm::ArrayRef<const Expr *> Args,
                const Expr *Receiver, const ASTContext &Ctx,
                llvm::ArrayRef<const Expr *> Sites) {
  if (!G.Receiver.empty()) {
    QualType T =
        Receiver ? Receiver->IgnoreParenImpCasts()->getType() : QualType();
    if (!T.isNull() && T->isPointerType())
      T = T->getPointeeType();
    return !T.isNull() && isOf(T->getAsCXXRecordDecl(), G.Receiver);
  }
  if (G.Arg >= Args.size())
    return false;
  const Expr &Arg = *Args[G.Arg];
  if (!G.Begins.empty()) {
    std::string Text = writtenText(Arg, Sites);
    return llvm::any_of(
               G.Begins,
               [&](llvm::StringRef W) { return beginsWith(Text, W); }) &&
           llvm::none_of(G.Lacks, [&](llvm::StringRef W) {
             return containsWords(Text, W);
           });
  }
  const Expr *E = Arg.IgnoreParenImpCasts();
  // Given as it is, or as a copy.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreUnlessSpelledInSource());
      Ref && Ref->getDecl()->getIdentifier())
    if (Ref->getDecl()->getName() == G.Is)
      return true;
  if (const auto *Text =
          dyn_cast<StringLiteral>(E->IgnoreUnlessSpelledInSource()))
    return Text->getCharByteWidth() == 1 && Text->getString() == G.Is;
  if (E->isValueDependent())
    return false;
  if (G.Is == "null")
    return Arg.isNullPointerConstant(const_cast<ASTContext &>(Ctx),
                                     Expr::NPC_NeverValueDependent);
  Expr::EvalResult R;
  long Want = G.Is == "true";
  bool Number = G.Is == "true" || G.Is == "false" ||
                !llvm::StringRef(G.Is).getAsInteger(10, Want);
  return Number && E->getType()->isIntegerType() && E->EvaluateAsInt(R, Ctx) &&
         R.Val.getInt() == Want;
}

bool guardsHold(const ApiFunction &A, const Expr &Call, const ASTContext &Ctx,
                llvm::ArrayRef<const Expr *> Sites) {
  llvm::SmallVector<const Expr *, 4> Args = argumentsOf(Call);
  return llvm::all_of(A.When, [&](const Guard &G) {
    return guardHolds(G, Args, receiverOf(Call), Ctx, Sites);
  });
}

bool CallParts::isConstMethod() const {
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (!M || !M->isInstance())
    return false;
  // llvm::Expected notes that it was asked.
  const auto *Conversion = dyn_cast<CXXConversionDecl>(M);
  if (Conversion && Conversion->getConversionType()->isBooleanType())
    return true;
  if (M->isConst() || M->getOverloadedOperator() == OO_Arrow ||
      (M->getOverloadedOperator() == OO_Star && M->getNumParams() == 0))
    return true;
  // With a const twin it gives access to a part and changes nothing.
  return llvm::any_of(M->getParent()->lookup(M->getDeclName()),
                      [&](const NamedDecl *D) {
                        const auto *Twin = dyn_cast<CXXMethodDecl>(D);
                        return Twin && Twin->isConst() &&
                               Twin->getNumParams() == M->getNumParams();
                      });
}

bool isForwarding(const FunctionDecl &F, unsigned I) {
  const FunctionDecl *Pattern = F.getTemplateInstantiationPattern();
  if (!Pattern || !Pattern->getNumParams())
    return false;
  // A pack at the end stands for all the rest.
  const ParmVarDecl *P =
      Pattern->getParamDecl(std::min(I, Pattern->getNumParams() - 1));
  QualType T = P->getType();
  if (const auto *Pack = T->getAs<PackExpansionType>())
    T = Pack->getPattern();
  return T->isRValueReferenceType() &&
         T->getPointeeType()->isTemplateTypeParmType();
}

bool CallParts::mayChange(unsigned I) const {
  if (Callee && I < Callee->getNumParams()) {
    QualType T = Callee->getParamDecl(I)->getType();
    if (T->isReferenceType() && isForwarding(*Callee, I))
      return false;
    if (T->isFunctionPointerType() || T->isFunctionReferenceType())
      return false;
    if (T->isReferenceType() || T->isPointerType())
      return !T->getPointeeType().isConstQualified() &&
             !T->isRValueReferenceType();
    return false;
  }
  // Variadic, or unknown callee: an explicit address may be written to.
  const Expr *Arg = Args[I]->IgnoreParenImpCasts();
  const auto *U = dyn_cast<UnaryOperator>(Arg);
  return U && U->getOpcode() == UO_AddrOf;
}

bool isResultUsed(const Expr &Call, const FunctionGraph &G) {
  return Call.getType()->isIntegralOrEnumerationType() &&
         G.parents().isConsumedExpr(const_cast<Expr *>(&Call));
}

} // namespace retrylint
