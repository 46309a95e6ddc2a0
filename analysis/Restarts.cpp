#include "analysis/Restarts.h"
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/Judge.h"
#include "analysis/Names.h"
#include "analysis/SystemCodes.h"
#include "llvm/ADT/STLExtras.h"
#include <cerrno>

namespace retrylint {

using namespace clang;

static bool alwaysWaits(const Path &P) {
  for (unsigned I = 1; I < P.rounds(); ++I)
    if (std::none_of(P.Events.begin() + P.Attempts[I - 1].EventIndex,
                     P.Events.begin() + P.Attempts[I].EventIndex,
                     [](const Event &E) {
                       return E.Kind == EventKind::Wait ||
                              E.Kind == EventKind::PossibleWait;
                     }))
      return false;
  return true;
}

bool waitsLonger(const Path &P) {
  if (P.rounds() < 3 || !alwaysWaits(P))
    return false;
  auto Last = [&](unsigned Round) {
    Value Amount;
    for (size_t I = P.Attempts[Round].EventIndex;
         I < P.Attempts[Round + 1].EventIndex; ++I)
      if (P.Events[I].Kind == EventKind::Wait)
        Amount = P.Events[I].Amount;
    return Amount;
  };
  Value First = Last(0), Next = Last(1);
  if (First.isNumber() && Next.isNumber())
    return Next.hi() > First.hi();
  return First.isSymbolic() && Next.isSymbolic() &&
         First.symbol() == Next.symbol() && Next.coef() > First.coef();
}

/// The errno that goes round, in whatever part of the answer it is.
static std::optional<int> errnoOf(const Path &P, const RunResult &Run,
                                  const ASTContext &Ctx) {
  for (const auto &[Key, C] : P.FirstOutcome) {
    if (C.Lo != C.Hi)
      continue;
    auto Domain = Run.Domains.find(Key);
    if (Key == "errno" ||
        (Domain != Run.Domains.end() && Domain->second == StatusDomain::Errno))
      return C.Lo;
    // -EAGAIN, as kernels and many libraries give it.
    if (Key == "ret" && C.Lo < 0 &&
        llvm::any_of(
            P.Choices,
            [&](const Choice &C) {
              return C.Taken && C.Subject.has(TaintAttempt) &&
                     namesSystemCode(C.Label ? *C.Label : *C.Where, Ctx);
            }))
      return -C.Lo;
  }
  return std::nullopt;
}

/// Sleeps each time, and not for ever: it gives the other side a chance, and
/// gives up.
static bool triesForSomeTime(const Path &P, const RunResult &Run) {
  for (unsigned I = 1; I < P.rounds(); ++I)
    if (std::none_of(P.Events.begin() + P.Attempts[I - 1].EventIndex,
                     P.Events.begin() + P.Attempts[I].EventIndex,
                     [](const Event &E) { return E.Kind == EventKind::Wait; }))
      return false;
  if (P.End != Path::RoundLimit && P.End != Path::Abandoned)
    return true;
  return llvm::any_of(P.Progress, [&](const auto &Asked) {
    return Run.Bounds.count(Asked.first);
  });
}

/// How much was read or written is its answer.
static bool givesAmount(const RunResult &Run) {
  auto Ret = Run.Parts.find("ret");
  return Ret != Run.Parts.end() && !Ret->second.Type.isNull() &&
         isAmount(Ret->second.Type);
}

/// The calls in what the first round asked before it went round.
template <typename Says> static bool asks(const Path &P, Says Question) {
  struct Calls : ConstDynamicRecursiveASTVisitor {
    explicit Calls(Says &Question) : Question(Question) {}
    Says &Question;
    bool Found = false;
    bool VisitCallExpr(const CallExpr *C) override {
      const FunctionDecl *F = C->getDirectCallee();
      Found |= F && Question(*F);
      return !Found;
    }
  } Find(Question);
  for (const Choice &C : P.Choices)
    if (C.Round == 1)
      Find.TraverseStmt(C.Where);
  return Find.Found;
}

bool isRestart(const Path &P, const RunResult &Run, const Candidate &What,
               ApiIndex &Apis, const ASTContext &Ctx) {
  if (asks(P, [&](const FunctionDecl &F) {
        return llvm::any_of(Apis.functions(F), [](const ApiFunction *A) {
          return A->TellsRestart;
        });
      }))
    return true;
  for (const auto &[Key, C] : P.FirstOutcome)
    if (auto Domain = Run.Domains.find(Key);
        C.Lo == C.Hi && Domain != Run.Domains.end() &&
        Apis.restarts(Domain->second, C.Lo))
      return true;
  std::optional<int> Code = errnoOf(P, Run, Ctx);
  if (!Code)
    return false;
  if (llvm::is_contained(
          {EINTR, EAGAIN, ENOBUFS, EINPROGRESS, EALREADY, EISCONN}, *Code))
    return !waitsLonger(P) &&
           !(*Code == EAGAIN && !givesAmount(Run) && triesForSomeTime(P, Run));
  // Waiting until somebody has made a file is polling, and whoever takes a lock
  // again at once compares and exchanges.
  bool Remote = What.Model && What.Model->Sends && What.Model->Sends->Remote;
  return !Remote && (*Code == ENOENT || (*Code == EEXIST && !alwaysWaits(P)));
}

/// What the answer is compared with; of a case not what is done there.
static const Stmt &codeIn(const Choice &C) {
  if (const auto *Case = dyn_cast_or_null<CaseStmt>(C.Label))
    return *Case->getLHS();
  const auto *Op = cast<BinaryOperator>(C.Where);
  bool Left = isa<IntegerLiteral>(Op->getLHS()->IgnoreParenImpCasts());
  return Left ? *Op->getLHS() : *Op->getRHS();
}

/// A code whose name has such a word in it, if no model says what it means.
template <typename Says>
static bool namesCodeThat(Says Word, const Path &P, const RunResult &Run,
                          const ASTContext &Ctx, bool CodeAlone = false) {
  if (llvm::any_of(P.FirstOutcome, [&](const auto &Part) {
        return Run.Domains.count(Part.first);
      }))
    return false;
  return llvm::any_of(P.Choices, [&](const Choice &C) {
    const auto *Op = dyn_cast<BinaryOperator>(C.Where);
    bool Is = C.Label || (Op && Op->getOpcode() == (C.Taken ? BO_EQ : BO_NE));
    if (!Is || C.Round != 1 || !C.Subject.has(TaintAttempt) ||
        (CodeAlone && isa_and_nonnull<DefaultStmt>(C.Label)))
      return false;
    const Stmt &Named = CodeAlone ? codeIn(C) : C.Label ? *C.Label : *C.Where;
    return llvm::any_of(wordsOf(sourceText(Named, Ctx)), Word);
  });
}

bool namesFailure(const Path &P, const RunResult &Run, const ASTContext &Ctx) {
  return namesCodeThat(
      [](const std::string &W) {
        return W == "error" || W == "fail" || W == "failed" || W == "failure";
      },
      P, Run, Ctx, /*CodeAlone=*/true);
}

bool namesContinuation(const Path &P, const RunResult &Run,
                       const ASTContext &Ctx) {
  auto Continues = [](const std::string &W) {
    return W == "want" || W == "wants" || W == "inprogress" || W == "again" ||
           W == "wouldblock" || W == "intr" || W == "interrupted";
  };
  // was_interrupted(), is_transient(): what is given nothing looks at errno.
  return asks(P,
              [&](const FunctionDecl &F) {
                return F.param_empty() && F.getIdentifier() &&
                       llvm::any_of(wordsOf(F.getName()),
                                    [&](const std::string &W) {
                                      return Continues(W) || W == "transient";
                                    });
              }) ||
         namesCodeThat(Continues, P, Run, Ctx);
}

bool namesAbsence(const Path &P, const RunResult &Run, const Candidate &What,
                  const ASTContext &Ctx) {
  return !What.SoundsRemote && !What.Model &&
         namesCodeThat(
             [](const std::string &W) {
               return W == "exist" || W == "exists" || W == "noent" ||
                      W == "enoent" || W == "missing" || W == "absent";
             },
             P, Run, Ctx);
}

bool looksForName(const RunResult &Run, const ASTContext &Ctx) {
  return llvm::any_of(Run.Paths, [&](const Path &P) {
    return P.rounds() >= 2 && errnoOf(P, Run, Ctx) == EEXIST && !alwaysWaits(P);
  });
}

} // namespace retrylint
