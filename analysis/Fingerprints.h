// What the answer to "does this function retry?" depends on, as a number.
#ifndef RETRYLINT_ANALYSIS_FINGERPRINTS_H
#define RETRYLINT_ANALYSIS_FINGERPRINTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>
#include <string>
#include <vector>

namespace retrylint {

using Fingerprint = std::pair<uint64_t, uint64_t>;

/// Of the functions of one translation unit. Two are the same only if the
/// function, every body that it can lead to, everybody who can call it and all
/// that is written outside of functions are.
class Fingerprints {
public:
  /// `Environment` stands for what is not in the main file: the policy, the
  /// flags, the headers.
  Fingerprints(const clang::ASTContext &Ctx,
               llvm::ArrayRef<const clang::FunctionDecl *> Functions,
               llvm::StringRef Environment);
  Fingerprint of(const clang::FunctionDecl &F);

private:
  using FunctionSet = llvm::DenseSet<const clang::FunctionDecl *>;
  /// A body in the main file that is only reached by who names its function.
  struct Body {
    unsigned Begin, End; // in the file
    Fingerprint Text;
    FunctionSet Named; // in it
  };
  class Reader;
  void findBodies(llvm::ArrayRef<const clang::FunctionDecl *> Functions);
  void readText(llvm::StringRef Environment);
  void readIncluded(std::string &Into) const;
  std::optional<unsigned> offsetOf(const clang::FunctionDecl &F) const;
  Body *bodyAround(const clang::FunctionDecl &F);
  const FunctionSet &namedOutside(const clang::FunctionDecl &F);

  const clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  std::vector<Body> Bodies; // in the order of the source
  std::string Everywhere;   // all that is in none of them, and the environment
  FunctionSet NamedEverywhere;
  llvm::DenseMap<clang::DeclarationName, std::vector<size_t>> Virtual;
  llvm::DenseMap<const clang::FunctionDecl *, FunctionSet> Outside;
};

} // namespace retrylint

#endif
