// Finds the API models that apply to a declaration.
#ifndef RETRYLINT_ANALYSIS_APIINDEX_H
#define RETRYLINT_ANALYSIS_APIINDEX_H

#include "rules/ApiModel.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace retrylint {

class ApiIndex {
public:
  explicit ApiIndex(const ApiModels &Models) : Models(Models) {}

  /// Every entry for the function, its template, or the method it overrides or
  /// that a base class models under the same name.
  llvm::ArrayRef<const ApiFunction *> functions(const clang::FunctionDecl &F);
  /// The entries for a variable, member or class.
  llvm::ArrayRef<ApiFunction> named(const clang::NamedDecl &D) const;
  /// What the function is given is in what it gives or changes, as text.
  bool copiesText(const clang::FunctionDecl &F);
  /// An unknown function whose name, or that of its class, says that it makes a
  /// new key.
  bool namesNewKey(const clang::FunctionDecl &F);
  /// The words say that somebody counts, traces or reports.
  bool namesMetric(const clang::NamedDecl &D);
  const ApiStatusType *statusType(clang::QualType T);
  const ApiField *field(const clang::FieldDecl &F) const;
  /// The type, or what it points or refers to, is a message of a queue.
  bool isMessage(clang::QualType T) const;
  /// The type, or what it points or refers to, serves one attempt only.
  bool isSingleUse(clang::QualType T) const;
  /// The model of the macro whose expansion the call is part of. A call that is
  /// written in an argument of the macro is not.
  const ApiFunction *macro(const clang::Expr &Call,
                           const clang::ASTContext &Ctx);

  /// Whether the code says that the call goes on when it is made again.
  bool restarts(StatusDomain Domain, double Code) const;

  /// The conservative model: what the words of an unknown function's name say.
  enum class Hint { None, Verb, Query, Iterator, Wait, Log };
  Hint hint(const clang::NamedDecl &D);
  /// Each call reads another thing: PEM_read_bio_X509(bio).
  bool readsOn(const clang::FunctionDecl &F);
  /// A word of it is one for a log.
  bool namesLog(const clang::NamedDecl &D) const;
  /// The name says that a message is done with: `ack`, `commitOffset`.
  bool acknowledges(const clang::NamedDecl &D) const;
  /// The name says that it calls later what it is given.
  bool schedules(const clang::NamedDecl &D);
  /// The name or its class says that a number is drawn, or changed by chance.
  bool draws(const clang::FunctionDecl &F);
  bool jitters(const clang::FunctionDecl &F);
  bool readsClock(const clang::FunctionDecl &F);
  /// Somebody who sits in front of the screen answers.
  bool asksSomebody(const clang::FunctionDecl &F);
  /// It tidies up, and takes no time.
  bool tidiesUp(const clang::FunctionDecl &F);
  /// A text that speaks of a failure.
  bool saysFailed(llvm::StringRef Text);
  /// The same of the names in a piece of source: LOG_ERR, strerror.
  bool namesFailure(llvm::StringRef Source);
  /// The name, its class or its parameters speak of another machine.
  bool soundsRemote(const clang::FunctionDecl &F);

private:
  const ApiFunction *findMacro(const clang::Expr &Call,
                               const clang::ASTContext &Ctx) const;
  const ApiModels &Models;
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::SmallVector<const ApiFunction *, 1>>
      Cache;
  llvm::DenseMap<const clang::Decl *, const ApiStatusType *> TypeCache;
  llvm::DenseMap<const clang::Expr *, const ApiFunction *> MacroCache;
  llvm::DenseMap<const clang::NamedDecl *, Hint> Hints;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Readers, KeyMakers, Askers;
  Hint findHint(const clang::NamedDecl &D) const;
  void collect(const clang::FunctionDecl &F, const clang::CXXRecordDecl *Class,
               llvm::SmallVectorImpl<const ApiFunction *> &Out, unsigned Depth);
};

} // namespace retrylint

#endif
