#include "analysis/Polling.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

namespace {

/// "Nothing yet" goes round as the error does: the end of a growing file.
bool waitsForMore(const Path &Failing, const RunResult &Run,
                  const Candidate &What) {
  auto Mine = Failing.FirstOutcome.find("ret");
  if (Mine == Failing.FirstOutcome.end() || Mine->second.Hi >= 0 ||
      (What.Model && What.Model->Success == SuccessWhen::Zero))
    return false;
  return llvm::any_of(Run.Paths, [&](const Path &P) {
    auto Ret = P.FirstOutcome.find("ret");
    return P.rounds() >= 2 && Ret != P.FirstOutcome.end() &&
           Ret->second.Lo == 0 && Ret->second.Hi == 0;
  });
}

/// What it waits between two attempts it always waits before the first, too.
bool keepsRhythm(const Path &P, const RunResult &Run) {
  auto Begin = P.Events.begin();
  return std::any_of(
      Begin + P.Attempts[0].EventIndex, Begin + P.Attempts[1].EventIndex,
      [&](const Event &Between) {
        auto IsSame = [&](const Event &E) {
          return E.Kind == EventKind::Wait && E.At == Between.At &&
                 E.UnitKnown && E.Amount.sameAs(Between.Amount);
        };
        return llvm::all_of(Run.Paths, [&](const Path &Other) {
          auto First = Other.Events.begin();
          return Other.Attempts.empty() ||
                 std::any_of(First, First + Other.Attempts[0].EventIndex,
                             IsSame);
        });
      });
}

/// Besides this answer and success there are others, and they leave.
bool isOneOfMany(const SymbolInfo &Part, const Constraint &Answer) {
  if (Part.Type.isNull() || Answer.Lo != Answer.Hi || Answer.Lo <= 0)
    return false;
  const EnumDecl *E = asEnumDecl(Part.Type);
  return E ? std::distance(E->enumerator_begin(), E->enumerator_end()) > 2
           : Part.Type->isIntegerType() && !Part.Type->isBooleanType();
}

/// Asked in a rhythm for as long as one particular answer comes: "in progress".
/// What its codes mean nobody says.
bool asksForState(const Path &P, const RunResult &Run) {
  return keepsRhythm(P, Run) &&
         llvm::any_of(P.FirstOutcome, [&](const auto &Known) {
           auto Part = Run.Parts.find(Known.first);
           return Part != Run.Parts.end() && !Run.Domains.count(Known.first) &&
                  isOneOfMany(Part->second, Known.second);
         });
}

/// One code of its own, not -1, goes round when something is ready:
/// WANT_POLLIN.
bool isResumed(const Path &Failing, ApiIndex &Apis) {
  auto Mine = Failing.FirstOutcome.find("ret");
  if (Mine == Failing.FirstOutcome.end() ||
      Mine->second.Lo != Mine->second.Hi || Mine->second.Lo >= -1)
    return false;
  for (size_t I = Failing.Attempts[0].EventIndex;
       I < Failing.Attempts[1].EventIndex; ++I)
    if (const FunctionDecl *F = Failing.Events[I].Callee;
        F && Failing.Events[I].Kind == EventKind::PossibleWait)
      for (const ApiFunction *A : Apis.functions(*F))
        if (A->Waits && A->Waits->ForReadiness)
          return true;
  return false;
}

/// What is taken from somebody between two attempts says that there is another:
/// a command that is typed, a message that comes. What waits for readiness may
/// only pass the time; what is attempted, if it was opened again, is read anew.
bool isToldTo(const Path &P, const Candidate &What, ApiIndex &Apis) {
  const Expr *On = receiverOf(*What.Attempt);
  QualType T = On ? On->IgnoreParenImpCasts()->getType() : QualType();
  const CXXRecordDecl *Attempted = T.isNull() ? nullptr
                                   : T->isPointerType()
                                       ? T->getPointeeCXXRecordDecl()
                                       : T->getAsCXXRecordDecl();
  auto ReadsAnew = [&](const FunctionDecl &F) {
    const auto *M = dyn_cast<CXXMethodDecl>(&F);
    return M && Attempted && !P.Attempts[1].In->Reopened.empty() &&
           (M->getParent() == Attempted ||
            Attempted->isDerivedFrom(M->getParent()));
  };
  for (size_t I = P.Attempts[0].EventIndex + 1; I < P.Attempts[1].EventIndex;
       ++I)
    if (const FunctionDecl *F = P.Events[I].Callee;
        F && P.Events[I].Kind == EventKind::Received && !ReadsAnew(*F) &&
        llvm::none_of(Apis.functions(*F),
                      [](const ApiFunction *A) { return A->Waits; }))
      return true;
  return false;
}

} // namespace

bool isPoll(const Path &Round, const RunResult &Run, const Candidate &What,
            ApiIndex &Apis) {
  return waitsForMore(Round, Run, What) || isResumed(Round, Apis) ||
         asksForState(Round, Run) || isToldTo(Round, What, Apis);
}

} // namespace retrylint
