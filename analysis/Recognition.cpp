#include "analysis/Recognition.h"
#include "analysis/CallParts.h"
#include "analysis/Classification.h"
#include "analysis/Codes.h"
#include "analysis/Compatibility.h"
#include "analysis/FailureReports.h"
#include "analysis/Judge.h"
#include "analysis/Names.h"
#include "analysis/Polling.h"
#include "analysis/Restarts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace retrylint {

using namespace clang;

bool tellsApart(const Path &A, const Path &B, std::string *Part) {
  const AttemptRecord &X = A.Attempts.front(), &Y = B.Attempts.front();
  if (X.Threw != Y.Threw || (X.Threw && X.Handler != Y.Handler)) {
    if (Part)
      Part->clear();
    return true;
  }
  for (const auto &[Key, C] : A.FirstOutcome) {
    auto Other = B.FirstOutcome.find(Key);
    if (Other == B.FirstOutcome.end() || !C.disjoint(Other->second))
      continue;
    if (Part)
      *Part = Key;
    return true;
  }
  return false;
}

bool isComplete(const RunResult &Run, llvm::ArrayRef<const Path *> Failing) {
  return llvm::all_of(Run.Unfinished, [&](const Path &Rest) {
    return !Rest.Attempts.empty() && llvm::all_of(Failing, [&](const Path *P) {
      return tellsApart(Rest, *P);
    });
  });
}

namespace {

/// The result is below zero, or not zero and handed on to the caller in the
/// end: a code, not a count or a state.
bool givesErrorCode(const Path &P, const std::string &Part) {
  auto It = P.FirstOutcome.find(Part);
  if (Part != "ret" || It == P.FirstOutcome.end() || It->second.allows(0))
    return false;
  return It->second.Hi < 0 || P.Given.has(TaintAttempt);
}

/// A number in the answer that its name calls a code.
bool namesCode(const RunResult &Run, const std::string &Part) {
  auto It = Run.Parts.find(Part);
  const auto *D = It == Run.Parts.end()
                      ? nullptr
                      : llvm::dyn_cast_or_null<NamedDecl>(It->second.Source);
  if (!D || !D->getIdentifier() || It->second.Type.isNull() ||
      !It->second.Type->isIntegralOrEnumerationType() ||
      It->second.Type->isBooleanType())
    return false;
  return llvm::any_of(wordsOf(D->getName()), [](const std::string &W) {
    return W == "code" || W == "ccode" || W == "error" || W == "err" ||
           W == "errno" || W == "rc" || W == "errcode";
  });
}

bool isPointer(const RunResult &Run, const std::string &Part) {
  auto It = Run.Parts.find(Part);
  return It != Run.Parts.end() && !It->second.Type.isNull() &&
         It->second.Type->isAnyPointerType();
}

/// A number of which is asked whether it is true, and no model says what it is.
bool asksTruth(const RunResult &Run, const Candidate &What,
               const std::string &Part) {
  auto It = Run.Parts.find(Part);
  auto At = Run.ComparedAt.find(Part);
  return It != Run.Parts.end() && !It->second.Type.isNull() &&
         It->second.Type->isIntegerType() &&
         !It->second.Type->isBooleanType() &&
         !It->second.Type->isEnumeralType() &&
         (!What.Model || What.Model->Success == SuccessWhen::Unknown) &&
         At != Run.ComparedAt.end() && !isa<BinaryOperator>(At->second);
}

/// It is a code if it is compared with one somewhere.
bool isComparedWithCode(const RunResult &Run, const std::string &Part) {
  auto It = Run.Compared.find(Part);
  return It != Run.Compared.end() &&
         llvm::any_of(It->second, [](double With) { return With != 0; });
}

/// job = fetch_job(): who is not told what to fetch gives another one each
/// time, or nothing.
bool handsOutAny(const Candidate &What) {
  const FunctionDecl *F = calleeOf(*What.Attempt);
  if (What.Model || !F || !F->getIdentifier() ||
      !argumentsOf(*What.Attempt).empty())
    return false;
  QualType T = F->getReturnType();
  llvm::SmallVector<std::string, 4> Words = wordsOf(F->getName());
  return (T->isPointerType() || T->isRecordType()) && !Words.empty() &&
         (Words[0] == "fetch" || Words[0] == "request" || Words[0] == "query");
}

/// text.empty(), list.size() == 0
bool asksWhetherEmpty(const Stmt &Question) {
  const auto *E = dyn_cast<Expr>(&Question);
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Not = dyn_cast<UnaryOperator>(E))
      E = Not->getSubExpr();
    else if (const auto *Compared = dyn_cast<BinaryOperator>(E))
      E = Compared->getLHS();
    else
      break;
  }
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(E);
  const CXXMethodDecl *M = Call ? Call->getMethodDecl() : nullptr;
  return M && M->getParent()->isInStdNamespace() && M->getIdentifier() &&
         (M->getName() == "empty" || M->getName() == "size" ||
          M->getName() == "length");
}

/// The other one got something, and this one goes round because it did not.
bool gotNothing(const Path &P, const Path &Other) {
  return llvm::any_of(P.Choices, [&](const Choice &C) {
    return C.Round == 1 && asksWhetherEmpty(*C.Where) &&
           llvm::any_of(Other.Choices, [&](const Choice &Theirs) {
             return Theirs.Where == C.Where && Theirs.Taken != C.Taken;
           });
  });
}

/// Something else than the attempt decided how it went on.
bool asksElse(const Path &P) {
  return llvm::any_of(P.Choices, [](const Choice &C) {
    return C.Round > 0 && !C.Subject.has(TaintAttempt);
  });
}

/// The two went the same way wherever it was not the attempt that decided.
bool alikeOtherwise(const Path &A, const Path &B) {
  for (const Choice &X : A.Choices) {
    auto Y = llvm::find_if(B.Choices,
                           [&](const Choice &C) { return C.Where == X.Where; });
    if (Y != B.Choices.end() && X.Taken != Y->Taken && X.Round > 0 &&
        !X.Subject.has(TaintAttempt) && !Y->Subject.has(TaintAttempt))
      return false;
  }
  return true;
}

/// The whole that a part of an answer is in: ret of ret->length.
llvm::StringRef wholeOf(llvm::StringRef Key) {
  return Key.take_while(llvm::isAlnum);
}

/// It has got what the other one got, and goes on for something in it: \p By.
bool gotAnswer(const Path &P, const Path &Other, const std::string &Key,
               const std::string &By) {
  auto Mine = P.FirstOutcome.find(Key), Theirs = Other.FirstOutcome.find(Key);
  return By != Key && wholeOf(By) == wholeOf(Key) &&
         !P.Attempts.front().Threw && Mine != P.FirstOutcome.end() &&
         Theirs != Other.FirstOutcome.end() &&
         !Mine->second.disjoint(Theirs->second);
}

/// A device on this machine has answered, and what it has filled in says
/// whether it is asked again.
bool asksDevice(const Path &P, const Path &Other, const Candidate &What,
                const std::string &Key, llvm::StringRef By) {
  auto Mine = P.FirstOutcome.find(Key), Theirs = Other.FirstOutcome.find(Key);
  return What.Model && What.Model->Sends && !What.Model->Sends->Remote &&
         By.starts_with("arg") && !P.Attempts.front().Threw &&
         Mine != P.FirstOutcome.end() && Theirs != Other.FirstOutcome.end() &&
         !Mine->second.disjoint(Theirs->second);
}

bool isZero(const Constraint &C) { return C.Lo == 0 && C.Hi == 0; }

/// The part is a status whose codes are known: HTTP, gRPC and the like.
bool readsStatus(const RunResult &Run, const std::string &Part) {
  return Run.Failures.count(Part) || isHttpStatus(Run, Part) ||
         llvm::StringRef(Part).ends_with("/100") ||
         (Part != "ret" && Run.Domains.count(Part));
}

bool leftAfterFirst(const Path &P) {
  return P.rounds() == 1 && P.End != Path::RoundLimit &&
         P.End != Path::Abandoned;
}

/// After the loop, one way is as good as another, and may throw.
bool failedInside(const Path &P) { return P.End == Path::Threw && !P.LeftLoop; }

/// It waits longer and longer, and not for a yes or no to change: still alive,
/// not yet done.
bool holdsBack(const Path &P, const RunResult &Run, const Candidate &What,
               const std::string &Part) {
  auto Answer = P.FirstOutcome.find(Part);
  auto Info = Run.Parts.find(Part);
  bool Yes = Answer != P.FirstOutcome.end() && !Answer->second.allows(0) &&
             asksTruth(Run, What, Part);
  bool Asks = Part == "ret" && Info != Run.Parts.end() &&
              !Info->second.Type.isNull() && Info->second.Type->isBooleanType();
  return waitsLonger(P) && !Yes && !Asks;
}

/// Whoever gives up returns something else.
bool endsOtherwise(const RunResult &Run, const Path &Success) {
  return llvm::any_of(Run.Paths, [&](const Path &P) {
    return P.rounds() > 1 && P.End == Path::Returned &&
           P.EndAt != Success.EndAt && !P.Given.sameAs(Success.Given);
  });
}

/// It gives what can only mean that it failed, where another way out gives
/// something better: less than 0; or no pointer, or false, as \p GaveUp does.
bool saysFailed(const Path &P, const Path &GaveUp, const RunResult &Run) {
  auto Gives = [](const Path &Q) {
    return Q.End == Path::Returned ? Q.Given.exact() : std::nullopt;
  };
  std::optional<double> Given = Gives(P);
  const auto *Return = dyn_cast_or_null<ReturnStmt>(P.EndAt);
  const Expr *E = Return ? Return->getRetValue() : nullptr;
  if (!Given || !E || *Given > 0)
    return false;
  QualType T = E->getType();
  if (*Given == 0 &&
      (Gives(GaveUp) != 0.0 || !(T->isPointerType() || T->isBooleanType())))
    return false;
  return llvm::any_of(Run.Paths, [&](const Path &Q) {
    return Q.End == Path::Returned &&
           (*Given < 0 ? Gives(Q).value_or(0) >= 0 : Gives(Q) != 0.0);
  });
}

/// Asks how something ended, and does nothing: PQstatus(connection).
bool tellsOutcome(const FunctionDecl &F, ApiIndex &Apis) {
  return llvm::any_of(Apis.functions(F), [](const ApiFunction *A) {
    return !A->Sends && !A->Receives && !A->Yields.empty();
  });
}

/// What is done next with a socket or file that was made says nothing about
/// making it. Neither does another call that is given the answer; but it may
/// look at it, which only a wait tells.
bool isFurtherStep(const RunResult &Run, const Candidate &What, ApiIndex &Apis,
                   const std::string &Part, bool Waits) {
  if (!llvm::StringRef(Part).contains('('))
    return false;
  auto It = Run.Parts.find(Part);
  const auto *F = It == Run.Parts.end()
                      ? nullptr
                      : llvm::dyn_cast_or_null<FunctionDecl>(It->second.Source);
  if (isa_and_nonnull<CXXConversionDecl>(F)) // whether it was made at all
    return false;
  if (What.Model && What.Model->Creates)
    return !F || !tellsOutcome(*F, Apis);
  return !Waits && F && !isa<CXXMethodDecl>(F) && Apis.functions(*F).empty() &&
         Apis.hint(*F) == ApiIndex::Hint::Verb;
}

/// A number that a call through a pointer gave for the answer: next(ops,
/// reply).
bool isMadeOf(const RunResult &Run, const std::string &Part) {
  auto It = Run.Parts.find(Part);
  return llvm::StringRef(Part).contains('(') && It != Run.Parts.end() &&
         !It->second.Source && !It->second.Type.isNull() &&
         It->second.Type->isIntegerType() && !It->second.Type->isBooleanType();
}

/// It went round because another step failed that comes after the attempt: a
/// login after a connect.
bool laterStepFailed(const Path &P, const Path &Success, ApiIndex &Apis) {
  return llvm::any_of(P.Choices, [&](const Choice &C) {
    if (C.Round != 1 || !C.Subject.isSymbolic() || !C.Step ||
        C.Subject.has(TaintAttempt))
      return false;
    bool Sends = llvm::any_of(Apis.functions(*C.Step),
                              [](const ApiFunction *A) { return A->Sends; });
    bool Acts = Apis.functions(*C.Step).empty() &&
                (Apis.hint(*C.Step) == ApiIndex::Hint::Verb ||
                 Apis.hint(*C.Step) == ApiIndex::Hint::None);
    return (Sends || Acts) &&
           llvm::any_of(Success.Choices, [&](const Choice &Theirs) {
             return Theirs.Where == C.Where && Theirs.Taken != C.Taken;
           });
  });
}

/// std::make_unique gives an object, or throws.
bool alwaysGives(const Candidate &What) {
  const FunctionDecl *F = calleeOf(*What.Attempt);
  return F && F->isInStdNamespace() && F->getIdentifier() &&
         (F->getName() == "make_unique" || F->getName() == "make_shared");
}

struct Gap {
  bool Waits = false;
  unsigned Work = 0;
  unsigned Received = 0;
  bool Adjusts = false;
  std::vector<Value> Amounts;
  std::vector<const Expr *> Places; // of these
};

Gap gapAfter(const Path &P, unsigned Round) {
  Gap G;
  size_t From = P.Attempts[Round].EventIndex + 1;
  size_t To = P.rounds() > Round + 1 ? P.Attempts[Round + 1].EventIndex
                                     : P.Events.size();
  for (size_t I = From; I < To; ++I) {
    const Event &E = P.Events[I];
    if (E.Kind == EventKind::Wait) {
      G.Waits = true;
      G.Amounts.push_back(E.Amount);
      G.Places.push_back(E.At);
    }
    if (E.Kind == EventKind::PossibleWait)
      G.Waits = true;
    if (E.Kind == EventKind::Work)
      ++G.Work;
    if (E.Kind == EventKind::Received)
      ++G.Received;
    if (E.Kind == EventKind::Adjust)
      G.Adjusts = true;
  }
  return G;
}

Gap firstGap(const Path &P) { return gapAfter(P, 0); }

bool sameWaits(const Gap &A, const Gap &B) {
  if (A.Amounts.size() != B.Amounts.size())
    return false;
  for (size_t I = 0; I < A.Amounts.size(); ++I)
    if (!A.Amounts[I].sameAs(B.Amounts[I]))
      return false;
  return true;
}

/// The waits grow while it fails, and begin anew after a success.
bool backsOff(const Path &Failing, const Path &Success) {
  auto Again = [](const Path &P) {
    return P.rounds() > 2 || (P.rounds() == 2 && P.End == Path::MovedOn);
  };
  return Again(Failing) && Again(Success) &&
         !sameWaits(gapAfter(Failing, 0), gapAfter(Failing, 1)) &&
         sameWaits(gapAfter(Success, 0), gapAfter(Success, 1));
}

/// while (!killed() && !connect()), if (!connected() && !connect()): what is
/// waited for is decided by another call, which talks to somebody.
bool waitsForAnother(const Path &P, const RunResult &Run, const Candidate &What,
                     ApiIndex &Apis) {
  if ((What.Why != Evidence::Opaque && What.Why != Evidence::Query) ||
      !firstGap(P).Waits)
    return false;
  return llvm::any_of(P.Choices, [&](const Choice &C) {
    return C.Round == 1 && C.Step && C.Step != calleeOf(*What.Attempt) &&
           talksToSomebody(*C.Step, Apis) &&
           llvm::any_of(Run.Paths, [&](const Path &Q) {
             return !Q.Attempts.empty() && !tellsApart(P, Q) &&
                    !firstGap(Q).Waits &&
                    llvm::any_of(Q.Choices, [&](const Choice &Theirs) {
                      return Theirs.Round == 1 && Theirs.Where == C.Where &&
                             Theirs.Taken != C.Taken;
                    });
           });
  });
}

Value sum(const Gap &G) {
  Value Sum = Value::number(0);
  for (const Value &V : G.Amounts)
    Sum = add(Sum, V);
  return Sum;
}

/// All that it waits for after a failure it waits for after a success, too; or
/// it waits for a point in time, whatever came before.
bool waitsAnyway(const Gap &Fail, const Gap &Ok) {
  if (Fail.Amounts.empty())
    return Ok.Amounts.empty();
  if (Fail.Places.back() == (Ok.Places.empty() ? nullptr : Ok.Places.back()) &&
      sum(Fail).closeTo(sum(Ok)))
    return true;
  return llvm::all_of(Fail.Amounts, [&](const Value &Wait) {
    return llvm::any_of(Ok.Amounts,
                        [&](const Value &V) { return V.sameAs(Wait); });
  });
}

/// Nothing is left to attempt, or something else is, after a wait as after a
/// failure: it keeps its pace.
bool keepsItsPace(const Path &Success, const Gap &Fail) {
  if (Success.End == Path::Settled && !Fail.Waits)
    return true;
  bool GoesOn = Success.End == Path::Settled ||
                (Success.End == Path::MovedOn && !Fail.Amounts.empty());
  return GoesOn && waitsAnyway(Fail, firstGap(Success));
}

/// A daemon: success works for a while, then the same begins again.
bool isSession(const Path &Failing, const Path &Success,
               const Candidate &What) {
  Gap Fail = firstGap(Failing), Ok = firstGap(Success);
  unsigned Done = Ok.Work + Ok.Received, Undone = Fail.Work + Fail.Received;
  // A stream is read before it tells how it ended.
  bool Before = What.Model && What.Model->Sends->Remote && !Ok.Waits && Done &&
                Done == Undone;
  return Success.rounds() >= 2 && Fail.Waits && (Done > Undone || Before) &&
         (!waitsAnyway(Fail, Ok) || backsOff(Failing, Success));
}

/// while (reader.get(record)): yes goes on with the next, no leaves.
bool handsOut(const RunResult &Run, const Path &Left) {
  auto Ret = Run.Parts.find("ret");
  auto No = Left.FirstOutcome.find("ret");
  if (Ret == Run.Parts.end() || Ret->second.Type.isNull() ||
      !Ret->second.Type->isBooleanType() || No == Left.FirstOutcome.end() ||
      !isZero(No->second))
    return false;
  return llvm::any_of(Run.Paths, [](const Path &P) {
    auto Yes = P.FirstOutcome.find("ret");
    return P.rounds() > 1 && !P.Attempts.front().Threw &&
           Yes != P.FirstOutcome.end() && !Yes->second.allows(0);
  });
}

/// Success of another kind goes round after the same wait: fork() in the
/// parent, while the child leaves. What failed is not repeated because of that.
bool worksOn(const Path &Failing, const Path &Success, const RunResult &Run,
             const Judge &Judge) {
  Gap Fail = firstGap(Failing);
  return llvm::any_of(Run.Paths, [&](const Path &P) {
    std::string By;
    return P.rounds() >= 2 && tellsApart(P, Success, &By) && By == "ret" &&
           tellsApart(P, Failing) && Judge.succeeded(P, Failing) &&
           firstGap(P).Waits && waitsAnyway(Fail, firstGap(P));
  });
}

} // namespace

/// Something that is passed was made anew: a token, a connection.
static bool inputsReplaced(const Operands &A, const Operands &B) {
  return llvm::any_of(B.Contents, [&](const auto &E) {
    auto Before = A.Contents.find(E.first);
    return Before != A.Contents.end() && !E.second.has(TaintAttempt) &&
           !Before->second.sameAs(E.second);
  });
}

/// Somebody is asked who is written down: "localhost", where the user's host is
/// not known.
static bool asksNamed(const Operands &A, const Operands &B) {
  for (size_t I = 0; I < std::min(A.Values.size(), B.Values.size()); ++I)
    if (A.Values[I].isSymbolic() && B.Values[I].isReference())
      return true;
  return false;
}

bool isOneShot(const Path &P) {
  Gap G = firstGap(P);
  return P.rounds() == 2 &&
         (G.Work || G.Adjusts ||
          asksNamed(*P.Attempts[0].In, *P.Attempts[1].In)) &&
         (!G.Waits || inputsReplaced(*P.Attempts[0].In, *P.Attempts[1].In)) &&
         P.End != Path::RoundLimit && P.End != Path::Abandoned;
}

Recognition recognise(const RunResult &Run, const Candidate &What,
                      ApiIndex &Apis, ASTContext &Ctx) {
  Recognition R;
  Judge Judge(Run, What);
  bool TriesNames = looksForName(Run, Ctx);
  for (const Path &Round : Run.Paths) {
    if (Round.rounds() < 2 || isRestart(Round, Run, What, Apis, Ctx))
      continue;
    const Path *Success = nullptr;
    std::string Part;
    Gap G = firstGap(Round);
    if ((!G.Waits && namesContinuation(Round, Run, Ctx)) ||
        namesAbsence(Round, Run, What, Ctx))
      continue;
    // Without a wait it is a retry only if nothing else can explain it.
    if (!G.Waits && (TriesNames || (!Run.Complete && What.Attempt != What.Top)))
      continue;
    bool Failure = false, ByStatus = false, ByErrno = false, ByCode = false;
    bool Succeeded = false, SaidOk = false, ByName = false;
    for (const Path &Other : Run.Paths) {
      std::string Key;
      if (&Other == &Round || Other.Attempts.empty() ||
          !tellsApart(Round, Other, &Key) || !alikeOtherwise(Round, Other))
        continue;
      const AttemptRecord &Mine = Round.Attempts.front(),
                          &Theirs = Other.Attempts.front();
      Verdict V = Verdict::Undecided;
      if (Mine.Threw && !Theirs.Threw)
        V = Verdict::Failure;
      else if (Theirs.Threw || alwaysGives(What))
        continue;
      else
        V = Judge.value(Key, Round.FirstOutcome.at(Key),
                        Other.FirstOutcome.at(Key));
      // Whoever wrote ok() knows better what a part of the answer means.
      if (Verdict Own = ownVerdict(Round, Other);
          Own != Verdict::Undecided && !readsStatus(Run, Key))
        V = Own;
      // Some int functions give 0 for failure: only a wait says which it is.
      if (V == Verdict::Failure && Key == "ret" && !G.Waits &&
          asksTruth(Run, What, Key) &&
          (Round.FirstOutcome.at(Key).allows(0) ||
           !isComparedWithCode(Run, Key)))
        V = Verdict::Undecided;
      // "Go on" as likely as "failed", if nothing is told at the end.
      if (V == Verdict::Failure && Key == "ret" &&
          What.Why == Evidence::Functor && asksTruth(Run, What, Key) &&
          !Round.FirstOutcome.at(Key).allows(0) && !endsOtherwise(Run, Other))
        V = Verdict::Undecided;
      // 0 goes round, and what is not 0 becomes an error: 0 was success.
      bool IsCode = (V == Verdict::Failure && Key == "ret") ||
                    (V == Verdict::Undecided && namesCode(Run, Key));
      if (IsCode && !isPointer(Run, Key) &&
          isZero(Round.FirstOutcome.at(Key)) && Other.Given.isExact() &&
          Other.Given.lo() < 0 && !asksElse(Other))
        V = Verdict::Success;
      // What an unknown function makes of the answer may be anything.
      if (V == Verdict::Failure && !G.Waits && isMadeOf(Run, Key))
        V = Verdict::Undecided;
      // Who leaves says that it failed, and who goes round does not.
      if (V == Verdict::Failure && Key == "ret" && !What.Model &&
          asksTruth(Run, What, Key) && reportsFailure(Other, Apis, Ctx) &&
          !reportsFailure(Round, Apis, Ctx))
        V = Verdict::Undecided;
      // Nor is 0 success, if the way out that it leads to is that of a failure.
      if (V == Verdict::Failure && Key == "ret" && asksTruth(Run, What, Key) &&
          !Round.FirstOutcome.at(Key).allows(0) &&
          saysFailed(Other, Round, Run))
        V = Verdict::Success;
      if (V == Verdict::Success) {
        Succeeded = true;
        SaidOk |= Key != "ret";
      }
      if (V != Verdict::Failure)
        continue;
      // An empty answer is a failure as others are, unless it is waited for
      // until there is one.
      bool MayBeEmpty = Round.End != Path::RoundLimit &&
                        (Run.Domains.count(Key) || readsStatus(Run, Key));
      // Success must be what leaves, not a flag that is asked on the way.
      bool Leaves = leftAfterFirst(Other) && !failedInside(Other) &&
                    !keepsItsPace(Other, G) &&
                    llvm::none_of(Run.Paths, [&](const Path &Q) {
                      std::string By;
                      // Unless a later step failed.
                      return Q.rounds() >= 2 && !Q.Caught &&
                             !(G.Waits && laterStepFailed(Q, Other, Apis)) &&
                             !(MayBeEmpty && gotNothing(Q, Other)) &&
                             (!tellsApart(Q, Other, &By) ||
                              isFurtherStep(Run, What, Apis, By, G.Waits) ||
                              asksDevice(Q, Other, What, Key, By) ||
                              (!What.Model && gotAnswer(Q, Other, Key, By) &&
                               Judge.value(By, Q.FirstOutcome.at(By),
                                           Other.FirstOutcome.at(By)) ==
                                   Verdict::Undecided));
                    });
      if (!Leaves && (handsOutAny(What) || !isSession(Round, Other, What)))
        continue;
      Failure = true;
      // Nobody says that an unknown function sets errno, and what calls itself
      // good does not fail by it.
      ByStatus |= readsStatus(Run, Key) && Key != "errno";
      ByErrno |= Key == "errno" && What.Why != Evidence::Opaque;
      ByStatus |= Run.Successes.count(Key) != 0;
      ByCode |= namesCode(Run, Key) || Judge.isErrorText(Key);
      ByName |= Judge.namesVerdict(Key);
      if (!Success) {
        Success = &Other;
        Part = Key;
      }
    }
    // A call that succeeded and is repeated polls, unless the answer it got is
    // a status that says otherwise.
    for (const auto &[Key, C] : Round.FirstOutcome)
      ByStatus |= Round.Attempts.front().Threw && isHttpStatus(Run, Key);
    ByCode |= namesFailure(Round, Run, Ctx);
    // A code in an answer that calls itself good says "more", not "failed".
    if (!Failure ||
        (Succeeded && !ByStatus && (!(ByCode || ByErrno) || SaidOk)))
      continue;
    ByStatus |= ByCode || ByErrno;
    bool Threw = Round.Attempts.front().Threw;
    if (needsWait(What) && !G.Waits)
      continue;
    // What gives one thing after the other has nothing to give at the end.
    if (What.Why == Evidence::Opaque && !G.Waits && isPointer(Run, "ret"))
      continue;
    if (What.Why == Evidence::Query && !ByStatus && !(G.Waits && Threw))
      continue;
    // An unknown function needs more: it threw, said that it failed, gave a
    // code that is not 0, or the program calls it a failure or holds back
    // longer and longer; and that is waited for.
    if (What.Why == Evidence::Opaque &&
        !(G.Waits && (Threw || ByName || givesErrorCode(Round, Part) ||
                      holdsBack(Round, Run, What, Part) ||
                      reportsFailure(Round, Apis, Ctx))) &&
        !ByStatus && !(Threw && What.SoundsRemote))
      continue;
    if (Round.Attempts.front().Threw && !G.Waits && handsOut(Run, *Success))
      continue;
    if (What.Model && G.Waits && Part == "ret" && !readsStatus(Run, Part) &&
        worksOn(Round, *Success, Run, Judge))
      continue;
    if (isOneShot(Round) || isPoll(Round, Run, What, Apis) ||
        waitsForAnother(Round, Run, What, Apis))
      continue;
    R.Failing.push_back(&Round);
    if (!R.Success) {
      R.Success = Success;
      R.Part = Part;
    }
  }
  for (const Path &P : Run.Paths)
    if (leftAfterFirst(P) && llvm::all_of(R.Failing, [&](const Path *Failing) {
          return !saysFailed(P, *Failing, Run) && tellsApart(P, *Failing) &&
                 Judge.succeeded(P, *Failing);
        }))
      R.Successes.push_back(&P);
  // Who throws or exits has not succeeded, where another way returns.
  auto Returns = [](const Path *P) { return P->End == Path::Returned; };
  if (llvm::any_of(R.Successes, Returns))
    llvm::erase_if(R.Successes, [](const Path *P) {
      return P->End == Path::Threw || P->End == Path::Exited;
    });
  return R;
}

} // namespace retrylint
