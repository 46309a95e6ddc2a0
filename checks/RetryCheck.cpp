#include "checks/RetryCheck.h"
#include "rules/PolicyFields.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace retrylint {

using namespace clang;
using namespace clang::ast_matchers;

static llvm::StringRef shortName(llvm::StringRef Name) {
  Name.consume_front("retry-");
  return Name;
}

RetryCheck::RetryCheck(llvm::StringRef Name, tidy::ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context), Context(Context),
      PolicyFile(Options.getLocalOrGlobal("PolicyFile", "").str()),
      Pedantic(Options.getLocalOrGlobal("Pedantic", false)),
      Gates(Options.getLocalOrGlobal("Gates", "").str()),
      Today(Options.getLocalOrGlobal("Today", "").str()),
      ShowApproved(Options.getLocalOrGlobal("ShowApproved", false)),
      PartOfUnit(
          Options.getLocalOrGlobal("PartOfUnit", areDiagsSelfContained())),
      Includes(Options.getLocalOrGlobal("IncludeStyle",
                                        tidy::utils::IncludeSorter::IS_LLVM),
               areDiagsSelfContained()) {}

void RetryCheck::storeOptions(tidy::ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, "PolicyFile", PolicyFile);
  Options.store(Opts, "Pedantic", Pedantic);
  Options.store(Opts, "Gates", Gates);
  Options.store(Opts, "Today", Today);
  Options.store(Opts, "ShowApproved", ShowApproved);
  Options.store(Opts, "IncludeStyle", Includes.getStyle());
}

void RetryCheck::registerPPCallbacks(const SourceManager &, Preprocessor *PP,
                                     Preprocessor *) {
  if (insertsIncludes())
    Includes.registerPreprocessor(PP);
  InEditor = areDiagsSelfContained() ? PP : nullptr;
}

void RetryCheck::registerMatchers(MatchFinder *Finder) {
  // An editor shows the declarations of the main file alone, the program one of
  // them, not the unit that holds them; the first to come stands for it.
  if (PartOfUnit)
    Finder->addMatcher(decl(), this);
  else
    Finder->addMatcher(translationUnitDecl(), this);
}

void RetryCheck::check(const MatchFinder::MatchResult &Result) {
  if (Unit)
    return;
  Unit = analyse(*Result.Context, PolicyFile, InEditor);
  Sources = Result.Context;
  Reported.clear();
  if (!Unit->PolicyError.empty()) {
    if (!Unit->ErrorReported)
      configurationDiag("%0", DiagnosticIDs::Error) << Unit->PolicyError;
    Unit->ErrorReported = true;
    return;
  }
  auto Row = Unit->ThePolicy.Checks.find(shortName(getID()));
  if (Row != Unit->ThePolicy.Checks.end() && !isReported(Row->second))
    return;
  Unit->Ran.push_back(getID().str());
  judgeUnit(*Unit, *Sources);
  // A suppression may be for what is shown under --pedantic.
  if (Unit->ThePolicy.RequireNolintReason) {
    Rehearsal = true;
    judgeUnit(*Unit, *Sources);
    Rehearsal = false;
  }
}

bool RetryCheck::isReported(const Policy::Check &Row) {
  if (Gates.empty())
    return Row.Enabled &&
           llvm::is_contained(Unit->ThePolicy.ReportedGates, Row.TheGate);
  llvm::Expected<std::vector<Gate>> Wanted = readGates(Gates);
  if (Wanted)
    return Row.Enabled && llvm::is_contained(*Wanted, Row.TheGate);
  std::string Error = llvm::toString(Wanted.takeError());
  if (!Unit->ErrorReported)
    configurationDiag("option 'Gates': %0", DiagnosticIDs::Error) << Error;
  Unit->ErrorReported = true;
  return false;
}

void RetryCheck::judgeUnit(const UnitAnalysis &U, ASTContext &) {
  for (const RetryLoop &Loop : U.Loops)
    if (!reported(Loop) && !approved(Loop.Function, Loop.CycleAt))
      judge(Loop, U.ThePolicy);
}

Approvals RetryCheck::approvals(const FunctionDecl *In,
                                SourceLocation At) const {
  const Policy &P = Unit->ThePolicy;
  auto Row = P.Checks.find(shortName(getID()));
  if (P.Approvals.empty() || Row == P.Checks.end() ||
      Row->second.TheGate != Gate::Review)
    return {};
  return approvalsFor(Row->first(), In, At, Sources->getSourceManager(), P,
                      Today.empty() ? today() : Today);
}

bool RetryCheck::approved(const FunctionDecl *In, SourceLocation At) {
  Signed = approvals(In, At).Valid;
  return Signed && !ShowApproved;
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
  return report(At.getBegin(), Loop.Function, Message);
}

/// Taken literally by the diagnostics engine.
static std::string escaped(llvm::StringRef Text) {
  std::string Out;
  for (char C : Text)
    Out += C == '%' ? "%%" : std::string(1, C);
  return Out;
}

DiagnosticBuilder RetryCheck::report(SourceLocation At, const FunctionDecl *In,
                                     llvm::StringRef Message) {
  // An editor shows nothing of a system header, not even where its macro is
  // used.
  const SourceManager &SM = Sources->getSourceManager();
  if (areDiagsSelfContained() && SM.isInSystemMacro(At))
    At = SM.getExpansionLoc(At);
  LastFinding = At;
  SuppressibleFinding Found{getID().str(), At,
                            In ? In->getQualifiedNameAsString() : ""};
  if (Signed)
    Unit->Approved.push_back({std::move(Found), Signed});
  else
    Unit->Findings.push_back(std::move(Found));
  std::string Text = Message.str();
  if (const Policy::Approval *Old = approvals(In, At).Expired)
    Text += "; approval " + escaped(Old->Id) + " expired on " + Old->Expires;
  return diag(At, Text,
              Rehearsal ? DiagnosticIDs::Ignored : DiagnosticIDs::Warning);
}

void RetryCheck::offer(const DiagnosticBuilder &To, const RetryLoop &Loop,
                       const std::optional<Fix> &Change) {
  if (!Change)
    return;
  const SourceManager &SM = Loop.Function->getASTContext().getSourceManager();
  FileID File = SM.getFileID(SM.getExpansionLoc(Loop.CycleAt));
  assert((insertsIncludes() || Change->Headers.empty()) && "not prepared");
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
