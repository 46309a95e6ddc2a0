// What every check has in common: one question about a retry loop.
#ifndef RETRYLINT_CHECKS_RETRYCHECK_H
#define RETRYLINT_CHECKS_RETRYCHECK_H

#include "checks/Approvals.h"
#include "checks/Fixes.h"
#include "checks/UnitAnalysis.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/utils/IncludeInserter.h"
#include "llvm/ADT/DenseSet.h"

namespace retrylint {

class RetryCheck : public clang::tidy::ClangTidyCheck {
public:
  RetryCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);
  void registerPPCallbacks(const clang::SourceManager &SM,
                           clang::Preprocessor *PP,
                           clang::Preprocessor *ModuleExpander) final;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) final;
  void check(const clang::ast_matchers::MatchFinder::MatchResult &Result) final;
  void onEndOfTranslationUnit() final;
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) final;

protected:
  /// Whether a change that it offers may need a header: following all
  /// inclusions takes time.
  virtual bool insertsIncludes() const { return false; }
  /// Asks the check's question; reports through `report`.
  virtual void judge(const RetryLoop &, const Policy &) {}
  /// The same for a check that is not about loops.
  virtual void judgeUnit(const UnitAnalysis &U, clang::ASTContext &Ctx);

  /// One finding per loop and check. The caller adds the arguments and then the
  /// notes of `explain`.
  clang::DiagnosticBuilder report(const RetryLoop &Loop, clang::SourceRange At,
                                  llvm::StringRef Message);
  /// The same for a place outside of any loop; the function may be null.
  clang::DiagnosticBuilder report(clang::SourceLocation At,
                                  const clang::FunctionDecl *In,
                                  llvm::StringRef Message);
  /// Somebody has signed for what the check would say here (gate "review"), so
  /// that nothing is to be said. If the user wants to see that, too, it is
  /// noted of what is reported next.
  bool approved(const clang::FunctionDecl *In, clang::SourceLocation At);
  /// Offers the change with the includes that it needs, if there is one.
  void offer(const clang::DiagnosticBuilder &To, const RetryLoop &Loop,
             const std::optional<Fix> &Change);
  /// True if this loop has its finding already.
  bool reported(const RetryLoop &Loop) const;
  /// Why it counts as a retry: attempt, failure, success.
  void explain(const RetryLoop &Loop);
  /// A fact is reported if it is known, or possible and the user wants those.
  bool sure(Certainty C) const;

private:
  void reviewComments();
  bool isReported(const Policy::Check &Row);
  Approvals approvals(const clang::FunctionDecl *In,
                      clang::SourceLocation At) const;

  clang::tidy::ClangTidyContext *Context;
  clang::ASTContext *Sources = nullptr;
  const clang::Preprocessor *InEditor = nullptr;
  std::string PolicyFile;
  bool Pedantic;
  std::string Gates; // instead of the policy's reported-gates
  std::string Today; // instead of the clock: YYYY-MM-DD
  bool ShowApproved;
  bool PartOfUnit; // is matched, not all of it; the front ends know
  clang::tidy::utils::IncludeInserter Includes;
  /// Only what a suppression could be for is noted, nothing is reported.
  bool Rehearsal = false;
  std::shared_ptr<const UnitAnalysis> Unit;
  llvm::DenseSet<clang::SourceLocation> Reported;
  clang::SourceLocation LastFinding;
  const Policy::Approval *Signed = nullptr; // for what is judged now
};

} // namespace retrylint

#endif
