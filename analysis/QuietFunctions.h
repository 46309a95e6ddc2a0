// Functions in which nothing is a retry, so that an editor need not run them
// again after each edit of another.
#ifndef RETRYLINT_ANALYSIS_QUIETFUNCTIONS_H
#define RETRYLINT_ANALYSIS_QUIETFUNCTIONS_H

#include "analysis/Fingerprints.h"
#include <mutex>
#include <string>

namespace retrylint {

/// Of all the files that are open. It is asked from several threads.
class QuietFunctions {
public:
  bool contains(Fingerprint F);
  void add(Fingerprint F);

private:
  /// 256 kB; the oldest are forgotten first.
  static constexpr size_t Most = 16384;
  std::mutex Lock;
  llvm::DenseSet<Fingerprint> Known;
  std::vector<Fingerprint> Ring;
  size_t Oldest = 0;
};

/// What was seen of earlier states of the same files.
struct Past {
  QuietFunctions &Quiet;
  /// Differs if anything does that is not in the main file.
  std::string Environment;
};

/// Which functions of a unit have to be run: all, if there is no past.
class Novelty {
public:
  Novelty(const clang::ASTContext &Ctx,
          llvm::ArrayRef<const clang::FunctionDecl *> All,
          llvm::ArrayRef<const clang::FunctionDecl *> ToRun,
          const Past *Earlier);
  bool isQuiet(const clang::FunctionDecl &F) const;
  void setQuiet(const clang::FunctionDecl &F);

private:
  const Past *Earlier;
  llvm::DenseMap<const clang::FunctionDecl *, Fingerprint> Prints;
};

} // namespace retrylint

#endif
