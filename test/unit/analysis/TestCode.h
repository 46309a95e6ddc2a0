// Small pieces of C++, parsed and analysed.
#ifndef RETRYLINT_TEST_UNIT_ANALYSIS_TESTCODE_H
#define RETRYLINT_TEST_UNIT_ANALYSIS_TESTCODE_H

#include "analysis/Behaviour.h"
#include "clang/Frontend/ASTUnit.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>
#include <vector>

namespace retrylint {

class TestCode {
public:
  explicit TestCode(llvm::StringRef Text,
                    llvm::StringRef FileName = "test.cpp");

  clang::ASTContext &context() const { return Unit->getASTContext(); }
  /// The declaration of this name, in whatever scope it is.
  const clang::NamedDecl &named(llvm::StringRef Name) const;
  const clang::FunctionDecl &function(llvm::StringRef Name) const;
  /// The type of a variable, a field or a typedef.
  clang::QualType typeOf(llvm::StringRef Name) const;
  unsigned line(clang::SourceLocation At) const;

private:
  std::unique_ptr<clang::ASTUnit> Unit;
};

/// Declarations that most retry loops need: what is attempted, and what waits.
extern const llvm::StringRef Dependency;

/// The retry loops of a piece of code after `Dependency`.
class Loops {
public:
  explicit Loops(const std::string &Text,
                 llvm::StringRef FileName = "test.cpp");
  const std::vector<RetryLoop> &all() const { return Found; }

protected:
  TestCode Code;
  std::vector<RetryLoop> Found;
};

/// A piece of code that has exactly one; any other number fails the test.
class OneLoop : Loops {
public:
  explicit OneLoop(const std::string &Text,
                   llvm::StringRef FileName = "test.cpp");
  const RetryLoop *operator->() const { return &Found.front(); }
  const RetryLoop &operator*() const { return Found.front(); }
  /// The only way of failing.
  const WaitPattern &pattern() const;
  /// The line in the text after `Dependency`, counted from 1.
  unsigned line(clang::SourceLocation At) const;
};

/// "1, 2, 4-8": seconds; "?" for what is no number.
std::string waits(const WaitPattern &P);
inline std::string waits(const OneLoop &L) { return waits(L.pattern()); }

/// "3 attempts", "attempts", "time", "none", "shutdown", "stuck", "unknown":
/// only what is known.
std::string bound(const RetryLoop &L);
inline std::string bound(const OneLoop &L) { return bound(*L); }

/// How many loops are found in code that does not compile.
size_t loopsInBroken(llvm::StringRef Text);

/// The codes that are known to go round, of the only domain that is asked
/// about.
std::vector<int> retried(const OneLoop &L);

} // namespace retrylint

#endif
