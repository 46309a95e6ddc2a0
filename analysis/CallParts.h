// A call taken apart: function, method, operator and constructor calls alike.
#ifndef RETRYLINT_ANALYSIS_CALLPARTS_H
#define RETRYLINT_ANALYSIS_CALLPARTS_H

#include "analysis/Memory.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"

namespace retrylint {

class FunctionGraph;

struct CallParts {
  const clang::FunctionDecl *Callee = nullptr; // null: through a pointer
  llvm::SmallVector<const clang::Expr *, 4> Args;
  llvm::SmallVector<Value, 4> Values;
  const clang::Expr *Receiver = nullptr;
  LocationId Object = 0; // of the receiver, or what is constructed
  const clang::Expr *Through = nullptr; // the pointer that is called
  llvm::SmallVector<Touch, 0> TouchedBefore;

  bool isConstMethod() const;
  /// Whether the callee may change what argument I refers to.
  bool mayChange(unsigned I) const;
  /// What C programs pass together with a callback, for the callback: the one
  /// void * among the arguments.
  std::optional<unsigned> passedThrough() const;
};

/// What the call names: the function, or the variable or member it goes
/// through.
const clang::NamedDecl *calledName(const clang::Expr &E);
/// The callee, arguments and receiver, as written.
const clang::FunctionDecl *calleeOf(const clang::Expr &E);
llvm::SmallVector<const clang::Expr *, 4> argumentsOf(const clang::Expr &E);
const clang::Expr *receiverOf(const clang::Expr &E);

/// The function that an expression stands for: its name, its address, a lambda.
const clang::FunctionDecl *functionNamed(const clang::Expr &E);
/// The body that a lambda runs, for a generic one an instance of it.
const clang::FunctionDecl *bodyOf(const clang::LambdaExpr &L);
/// Whether the expression's type is that of something that can be called.
bool isCallable(const clang::Expr &E);

/// Unless it says that it does not; null: nobody knows.
bool mayThrow(const clang::FunctionDecl *F);

/// `Args &&...` of a template takes anything and passes it on.
bool isForwarding(const clang::FunctionDecl &F, unsigned Arg);

struct ApiFunction;
struct Guard;
/// Whether the call meets the model's conditions, as far as it and the calls
/// that lead to it (outermost first) say so.
bool guardsHold(const ApiFunction &A, const clang::Expr &Call,
                const clang::ASTContext &Ctx,
                llvm::ArrayRef<const clang::Expr *> Sites = {});
/// One of them, of the arguments and the object that are written there.
bool guardHolds(const Guard &G, llvm::ArrayRef<const clang::Expr *> Args,
                const clang::Expr *Receiver, const clang::ASTContext &Ctx,
                llvm::ArrayRef<const clang::Expr *> Sites = {});

/// A method that takes something out of a container: hosts.erase(it).
bool takesOut(const CallParts &C);

/// A number or a yes or no that somebody looks at: what gives it does more than
/// report.
bool isResultUsed(const clang::Expr &Call, const FunctionGraph &G);

} // namespace retrylint

#endif
