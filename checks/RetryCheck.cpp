#include "checks/RetryCheck.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace retrylint {

using namespace clang;
using namespace clang::ast_matchers;

RetryCheck::RetryCheck(llvm::StringRef Name, tidy::ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context), Context(Context),
      PolicyFile(Options.getLocalOrGlobal("PolicyFile", "").str()),
      Pedantic(Options.getLocalOrGlobal("Pedantic", false)),
      Includes(Options.getLocalOrGlobal("IncludeStyle",
                                        tidy::utils::IncludeSorter::IS_LLVM),
               areDiagsSelfContained()) {}

void RetryCheck::storeOptions(tidy::ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, "PolicyFile", PolicyFile);
  Options.store(Opts, "Pedantic", Pedantic);
  Options.store(Opts, "IncludeStyle", Includes.getStyle());
}

void RetryCheck::registerPPCallbacks(const SourceManager &, Preprocessor *PP,
                                     Preprocessor *) {
  Includes.registerPreprocessor(PP);
}

void RetryCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(translationUnitDecl(), this);
}

void RetryCheck::check(const MatchFinder::MatchResult &Result) {
  Unit = analyse(*Result.Context, PolicyFile);
  Sources = Result.Context;
  Reported.clear();
  if (!Unit->PolicyError.empty()) {
    if (!Unit->ErrorReported)
      configurationDiag("%0", DiagnosticIDs::Error) << Unit->PolicyError;
    Unit->ErrorReported = true;
    return;
  }
  llvm::StringRef Name = getID();
  Name.consume_front("retry-");
  auto Row = Unit->ThePolicy.Checks.find(Name);
  if (Row != Unit->ThePolicy.Checks.end() &&
      (!Row->second.Enabled ||
       !llvm::is_contained(Unit->ThePolicy.ReportedGates, Row->second.TheGate)))
    return;
  Unit->Ran.push_back(getID().str());
  judgeAll();
  // A suppression may be for what is shown under --pedantic.
  if (Unit->ThePolicy.RequireNolintReason) {
    Rehearsal = true;
    judgeAll();
    Rehearsal = false;
  }
}

void RetryCheck::judgeAll() {
  for (const RetryLoop &Loop : Unit->Loops)
    if (!reported(Loop))
      judge(Loop, Unit->ThePolicy);
}

void RetryCheck::onEndOfTranslationUnit() {
  // Every check has had its say by now; the first to get here looks.
  if (Unit && Unit->ThePolicy.RequireNolintReason &&
      !std::exchange(Unit->SuppressionsReviewed, true))
    reviewComments();
  Unit.reset();
}

void RetryCheck::reviewComments() {
  for (const SuppressionFault &Fault :
       reviewSuppressions(Sources->getSourceManager(), Sources->getLangOpts(),
                          Unit->Findings, Unit->Ran))
    Context->diag(Fault.HidesItself ? "clang-tidy-config" : SuppressionName,
                  Fault.At, "%0")
        << Fault.Message;
}

bool RetryCheck::reported(const RetryLoop &Loop) const {
  return Reported.contains(Loop.CycleAt);
}

DiagnosticBuilder RetryCheck::report(const RetryLoop &Loop, SourceRange At,
                                     llvm::StringRef Message) {
  Reported.insert(Loop.CycleAt);
  LastFinding = At.getBegin();
  Unit->Findings.push_back({getID().str(), At.getBegin()});
  return diag(At.getBegin(), Message,
              Rehearsal ? DiagnosticIDs::Ignored : DiagnosticIDs::Warning);
}

void RetryCheck::offer(const DiagnosticBuilder &To, const RetryLoop &Loop,
                       const std::optional<Fix> &Change) {
  if (!Change)
    return;
  const SourceManager &SM = Loop.Function->getASTContext().getSourceManager();
  FileID File = SM.getFileID(SM.getExpansionLoc(Loop.CycleAt));
  To << Change->Hints;
  for (llvm::StringRef Header : Change->Headers)
    To << Includes.createIncludeInsertion(File, Header);
}

void RetryCheck::explain(const RetryLoop &Loop) {
  if (Rehearsal)
    return;
  if (Loop.AttemptAt.getBegin() != LastFinding)
    diag(Loop.AttemptAt.getBegin(), "'%0' is attempted here",
         DiagnosticIDs::Note)
        << Loop.Operation << Loop.AttemptAt;
  if (Loop.FailureAt.isValid())
    diag(Loop.FailureAt.getBegin(), "when it %0, it is tried again",
         DiagnosticIDs::Note)
        << Loop.Failure;
  if (Loop.SuccessAt.isValid())
    diag(Loop.SuccessAt.getBegin(), "success leaves here", DiagnosticIDs::Note);
}

bool RetryCheck::sure(Certainty C) const {
  return C == Certainty::Known ||
         (C == Certainty::Possible &&
          (Rehearsal || Pedantic || Unit->ThePolicy.Pedantic));
}

} // namespace retrylint
