#include "tool/run/Recorder.h"
#include "checks/Describe.h"
#include "tool/run/Narrative.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace retrylint;

namespace {

bool isKnown(const Wait &W) { return W.Numeric && W.UnitKnown; }

LoopFacts factsOf(const RetryLoop &L, const Policy &P, const SourceManager &SM,
                  const Lines &Where) {
  auto Line = [&](SourceLocation At) { return SM.getExpansionLineNumber(At); };
  LoopFacts F;
  F.File = Where.absolute(SM.getFilename(SM.getExpansionLoc(L.CycleAt)));
  F.Line = Line(L.CycleAt);
  F.EndLine = Line(L.CycleRange.getEnd());
  F.AttemptLine = Line(L.AttemptAt.getBegin());
  F.Function = L.Function->getQualifiedNameAsString();
  for (auto &[Name, Text] : describeLoop(L))
    F.Facts.emplace_back(Name, Text);
  F.Story = narrate(L, SM);
  for (const WaitPattern &Pattern : L.Patterns)
    if (llvm::all_of(Pattern.Waits, isKnown) &&
        (Pattern.Where.isValid() || !Pattern.MayWaitElsewhere)) {
      for (const Wait &W : Pattern.Waits) {
        F.Waits.push_back({W.Lo, W.Hi});
        F.Random |= W.Random;
      }
      break;
    }
  F.Endless = L.Limit.Is.endless();
  F.RunsIn = L.RunsIn;
  unsigned Context = static_cast<unsigned>(L.RunsIn);
  F.Recommended.Attempts = P.Limits.Attempts[Context].Default;
  F.Recommended.Base = P.Backoff.Base;
  F.Recommended.Cap = P.Backoff.Cap;
  F.Recommended.Total = P.Limits.TotalDuration[Context];
  if (L.RunsIn == retrylint::Context::Webhook)
    F.Recommended.Schedule = P.Backoff.WebhookSchedule;
  return F;
}

/// "RETRY-17, approved by jane.doe until 2030-01-31: once a night".
std::string describe(const Policy::Approval &A) {
  return A.Id + ", approved by " + A.Approver + " until " + A.Expires +
         (A.Reason.empty() ? "" : ": " + A.Reason);
}

} // namespace

void Recorder::take(const UnitAnalysis &U, ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  Checks = U.ThePolicy.Checks;
  Dated = !U.ThePolicy.Approvals.empty();
  auto At = [&](const SuppressibleFinding &F) -> Known & {
    SourceLocation Place = SM.getFileLoc(F.At);
    return Found[{F.Check, Where.absolute(SM.getFilename(Place)),
                  SM.getFileOffset(Place)}];
  };
  for (const ApprovedFinding &F : U.Approved)
    At(F) = {F.Function, Suppression{describe(*F.By), /*Approved=*/true}};
  // A place that somebody else reaches without an approval has none.
  for (const SuppressibleFinding &F : U.Findings)
    At(F) = {F.Function, std::nullopt};
  for (const RetryLoop &L : U.Loops)
    Loops.push_back(factsOf(L, U.ThePolicy, SM, Where));
}

void Recorder::complete(Finding &F) const {
  llvm::StringRef Name = F.Check;
  Name.consume_front("retry-");
  if (auto Row = Checks.find(Name); Row != Checks.end()) {
    F.TheGate = Row->second.TheGate;
    F.Rules = Row->second.Rules;
  }
  auto It = Found.find({F.Check, F.What.At.File, F.What.At.Offset});
  if (It == Found.end())
    return;
  F.Function = It->second.Function;
  if (!F.Suppressed)
    F.Suppressed = It->second.Approval;
}

void Recorder::finish(UnitResult &R) {
  llvm::append_range(R.Findings, std::move(Silenced));
  for (Finding &F : R.Findings)
    complete(F);
  R.Loops = std::move(Loops);
  R.Dated = Dated;
}
