#include "checks/RetryCheck.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;
using namespace clang::ast_matchers;

RetryCheck::RetryCheck(llvm::StringRef Name, tidy::ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context),
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
  for (const RetryLoop &Loop : Unit->Loops)
    if (!reported(Loop))
      judge(Loop, Unit->ThePolicy);
}

void RetryCheck::onEndOfTranslationUnit() { Unit.reset(); }

bool RetryCheck::reported(const RetryLoop &Loop) const {
  return Reported.contains(Loop.CycleAt);
}

DiagnosticBuilder RetryCheck::report(const RetryLoop &Loop, SourceRange At,
                                     llvm::StringRef Message) {
  Reported.insert(Loop.CycleAt);
  LastFinding = At.getBegin();
  return diag(At.getBegin(), Message);
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
         (C == Certainty::Possible && (Pedantic || Unit->ThePolicy.Pedantic));
}

} // namespace retrylint
