#include "analysis/Judge.h"
#include "analysis/Classification.h"
#include "analysis/Codes.h"
#include "analysis/Compatibility.h"
#include "analysis/Names.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

namespace {

/// Whether a name's words turn the meaning of a bool around: `failed`,
/// `timed_out`.
bool namesError(const SymbolInfo &I) {
  const auto *D = llvm::dyn_cast_or_null<NamedDecl>(I.Source);
  if (!D || !D->getIdentifier())
    return false;
  for (const std::string &W : wordsOf(D->getName()))
    if (W == "error" || W == "err" || W == "fail" || W == "failed" ||
        W == "failure" || W == "timeout" || W == "broken" || W == "bad" ||
        W == "empty" || W == "null" || W == "retry" || W == "retryable" ||
        W == "retriable" || W == "transient" || W == "again" ||
        W == "temporary" || W == "recoverable")
      return true;
  return false;
}

/// The word for having worked or not; `empty` and `again` may be a state.
bool namesOutcome(const NamedDecl &D) {
  return llvm::any_of(wordsOf(D.getName()), [](const std::string &W) {
    return W == "ok" || W == "okay" || W == "success" || W == "successful" ||
           W == "succeeded" || W == "fail" || W == "failed" || W == "failure" ||
           W == "error" || W == "err";
  });
}

/// What an answer says of its error in words.
bool isTextOfError(const std::string &Key, const SymbolInfo &I) {
  QualType T = I.Type.getNonReferenceType();
  return Key != "ret" && T->isPointerType() &&
         T->getPointeeType()->isCharType() && namesError(I);
}

/// A pointer that is set on failure: GError *.
bool pointsToError(QualType T) {
  const TagDecl *D =
      T->isPointerType() ? T->getPointeeType()->getAsTagDecl() : nullptr;
  if (!D || !D->getIdentifier())
    return false;
  return llvm::any_of(wordsOf(D->getName()), [](const std::string &W) {
    return W == "error" || W == "gerror" || W == "exception";
  });
}

/// Whether a bool tells of success. The call's own result does; a part of it
/// may as well be data, so that its name has to say so.
bool saysSuccess(const std::string &Key, const SymbolInfo &I) {
  const auto *D = llvm::dyn_cast_or_null<NamedDecl>(I.Source);
  if (Key == "ret" || !D || isa<CXXConversionDecl>(D) || namesError(I))
    return true;
  if (!D->getIdentifier())
    return false;
  for (const std::string &W : wordsOf(D->getName()))
    if (W == "ok" || W == "okay" || W == "success" || W == "successful" ||
        W == "succeeded" || W == "good" || W == "valid" || W == "value" ||
        W == "accepted" || W == "delivered" || W == "sent" || W == "acked" ||
        W == "connected" || W == "established" || W == "authenticated" ||
        W == "registered" || W == "logged" || W == "joined" || W == "attached")
      return true;
  return false;
}

/// memcmp(wanted, answer, n): whether it is what somebody waits for.
bool isComparison(const SymbolInfo &I) {
  const auto *F = llvm::dyn_cast_or_null<FunctionDecl>(I.Source);
  switch (F ? F->getMemoryFunctionKind() : 0) {
  case Builtin::BImemcmp:
  case Builtin::BIbcmp:
  case Builtin::BIstrcmp:
  case Builtin::BIstrncmp:
  case Builtin::BIstrcasecmp:
  case Builtin::BIstrncasecmp:
    return true;
  default:
    return false;
  }
}

/// enum class Fault: whatever its values are called, none is good.
bool listsErrors(const EnumDecl &E) {
  return llvm::any_of(wordsOf(E.getName()), [](const std::string &W) {
    return W == "error" || W == "err" || W == "errc" || W == "fault" ||
           W == "failure";
  });
}

/// The values that an enumeration has for success: by name, else 0. There may
/// be several, for different things that worked.
llvm::SmallVector<double, 2> successesOf(const EnumDecl &E) {
  llvm::SmallVector<double, 2> Found;
  for (const EnumConstantDecl *C : E.enumerators())
    if (namesSuccess(*C))
      Found.push_back(C->getInitVal().roundToDouble());
  if (Found.empty() && !listsErrors(E))
    for (const EnumConstantDecl *C : E.enumerators())
      if (C->getInitVal() == 0)
        return {0};
  return Found;
}

/// The one enumerator that goes round says "not all of it yet": WantRead.
bool asksForMore(const EnumDecl &E, const Constraint &Round) {
  if (Round.Lo != Round.Hi)
    return false;
  for (const EnumConstantDecl *C : E.enumerators())
    if (C->getInitVal().roundToDouble() == Round.Lo)
      for (const std::string &W : wordsOf(C->getName()))
        if (W == "want" || W == "wants" || W == "more" || W == "partial" ||
            W == "incomplete" || W == "progress" || W == "pending" ||
            W == "queued" || W == "running" || W == "processing")
          return true;
  return false;
}

/// 1xx, 3xx: go on, somewhere else or with the next command.
bool asksForTheNext(const Constraint &Class) {
  return Class.Lo == Class.Hi && (Class.Lo == 1 || Class.Lo == 3);
}

/// Whether the constraint lets every success through; some loops want 201.
bool httpSuccess(const Constraint &C) {
  return C.allows(200) && C.allows(201) && C.allows(204);
}
bool httpFailure(const Constraint &C) {
  for (int Code = 400; Code < 600; ++Code)
    if (C.allows(Code))
      return true;
  return C.allows(0) || C.allows(-1);
}

} // namespace

bool isAmount(QualType T) {
  const auto *Named = T->getAs<TypedefType>();
  return Named && (Named->getDecl()->getName() == "size_t" ||
                   Named->getDecl()->getName() == "ssize_t");
}

/// std::expected and the like: what has no value has an error.
static bool holdsValueOrError(const NamedDecl &Asked) {
  const auto *M = dyn_cast<CXXMethodDecl>(&Asked);
  if (!M || !(isa<CXXConversionDecl>(M) || M->getName() == "has_value"))
    return false;
  return llvm::any_of(M->getParent()->methods(), [](const CXXMethodDecl *Has) {
    return Has->getIdentifier() && Has->getName() == "error";
  });
}

bool Judge::isErrorText(const std::string &Key) const {
  auto Info = Run.Parts.find(Key);
  return Info != Run.Parts.end() && !Info->second.Type.isNull() &&
         isTextOfError(Key, Info->second);
}

bool Judge::namesVerdict(const std::string &Key) const {
  auto Info = Run.Parts.find(Key);
  if (Key == "ret" || Info == Run.Parts.end() || Info->second.Type.isNull() ||
      !Info->second.Type.getNonReferenceType()->isBooleanType())
    return false;
  const auto *D = llvm::dyn_cast_or_null<NamedDecl>(Info->second.Source);
  return D &&
         (holdsValueOrError(*D) || (D->getIdentifier() && namesOutcome(*D)));
}

Verdict Judge::value(const std::string &Key, const Constraint &Round,
                     const Constraint &Leave) const {
  auto Info = Run.Parts.find(Key);
  if (Info == Run.Parts.end())
    return Verdict::Undecided;
  QualType T = Info->second.Type;
  if (SuccessWhen Told = successWhen(Key); Told != SuccessWhen::Unknown)
    return bySuccess(Told, Round, Leave);
  // Some bits of an answer are a state: "still busy".
  if (llvm::StringRef(Key).contains('&'))
    return Verdict::Undecided;
  // errno tells of a failure, and nothing of success.
  if (Key == "errno" && Round.allows(0))
    return Verdict::Undecided;
  auto Domain = Run.Domains.find(Key);
  // There is no code for success among these.
  if (Domain != Run.Domains.end() && Domain->second == StatusDomain::QtSocket)
    return Verdict::Undecided;
  if (Domain != Run.Domains.end() && Domain->second != StatusDomain::Http)
    return Round.allows(0)   ? Verdict::Success
           : Leave.allows(0) ? Verdict::Failure
                             : Verdict::Undecided;
  if (isHttpStatus(Run, Key))
    return httpSuccess(Round) && !httpSuccess(Leave) ? Verdict::Success
           : httpFailure(Round)                      ? Verdict::Failure
                                                     : Verdict::Undecided;
  if (llvm::StringRef(Key).ends_with("/100")) // the class of an HTTP status
    return Round.allows(2)         ? Verdict::Success
           : asksForTheNext(Round) ? Verdict::Undecided
                                   : Verdict::Failure;
  if (T.isNull())
    return Verdict::Undecided;
  T = T.getNonReferenceType();
  // Whether a text is another says nothing of how it went.
  if (const auto *F = dyn_cast_or_null<FunctionDecl>(Info->second.Source);
      F && Key != "ret" && F->getBuiltinID())
    return Verdict::Undecided;
  if (T->isBooleanType() && !saysSuccess(Key, Info->second))
    return Verdict::Undecided;
  if (T->isBooleanType())
    return Round.allows(0) != namesError(Info->second) ? Verdict::Failure
                                                       : Verdict::Success;
  if (T->isAnyPointerType())
    return Round.allows(0) !=
                   (pointsToError(T) || isTextOfError(Key, Info->second))
               ? Verdict::Failure
               : Verdict::Success;
  if (const EnumDecl *E = asEnumDecl(T)) {
    llvm::SmallVector<double, 2> Good = successesOf(*E);
    if (Round.Lo == Round.Hi && llvm::is_contained(Good, Round.Lo))
      return Verdict::Success;
    if (llvm::any_of(Good, [&](double Ok) {
          return Leave.allows(Ok) && !Round.allows(Ok);
        }))
      return asksForMore(*E, Round) ? Verdict::Undecided : Verdict::Failure;
    return llvm::any_of(Good, [&](double Ok) { return Round.allows(Ok); })
               ? Verdict::Success
               : Verdict::Undecided;
  }
  if (T->isIntegerType() &&
      ((isAmount(T) && Round.Hi > 0) || isComparison(Info->second)))
    return Verdict::Undecided;
  if (T->isIntegerType())
    return integer(Round, Leave, Key);
  // A class turned into a bool: optional, expected, a smart pointer.
  return Verdict::Undecided;
}

bool Judge::succeeded(const Path &Other, const Path &Failing) const {
  if (Other.Attempts.front().Threw)
    return false;
  for (const auto &[Key, C] : Other.FirstOutcome) {
    auto Failed = Failing.FirstOutcome.find(Key);
    if (!mayBeSuccess(Key, C,
                      Failed == Failing.FirstOutcome.end() ? Constraint()
                                                           : Failed->second))
      return false;
  }
  return true;
}

SuccessWhen Judge::successWhen(const std::string &Key) const {
  if (auto It = Run.Successes.find(Key); It != Run.Successes.end())
    return It->second;
  return Key == "ret" && What.Model ? What.Model->Success
                                    : SuccessWhen::Unknown;
}

bool Judge::mayBeSuccess(const std::string &Key, const Constraint &C,
                         const Constraint &Failed) const {
  auto Domain = Run.Domains.find(Key);
  if (isHttpStatus(Run, Key)) {
    for (int Code = 200; Code < 300; ++Code)
      if (C.allows(Code))
        return true;
    return false;
  }
  if (llvm::StringRef(Key).ends_with("/100"))
    return C.allows(2);
  if (Key == "errno")
    return true; // means nothing after success
  if (Domain != Run.Domains.end())
    return C.allows(0);
  Constraint Any;
  if (SuccessWhen Told = successWhen(Key); Told != SuccessWhen::Unknown)
    return bySuccess(Told, C, Any) != Verdict::Failure;
  auto Info = Run.Parts.find(Key);
  if (Info == Run.Parts.end() || Info->second.Type.isNull())
    return true;
  QualType T = Info->second.Type.getNonReferenceType();
  if (T->isBooleanType())
    return !saysSuccess(Key, Info->second) ||
           (namesError(Info->second) ? C.allows(0) : !isOnly(C, 0));
  if (T->isAnyPointerType())
    return !isOnly(C, 0);
  if (const EnumDecl *E = asEnumDecl(T)) {
    llvm::SmallVector<double, 2> Good = successesOf(*E);
    return Good.empty() ||
           llvm::any_of(Good, [&](double Ok) { return C.allows(Ok); });
  }
  if (T->isIntegerType() && Key == "ret")
    return Failed.allows(0) && !Failed.allows(1) ? !C.allows(0)
           : Failed.Hi < 0                       ? C.Hi >= 0
                                                 : C.allows(0);
  return true;
}

Verdict Judge::bySuccess(SuccessWhen When, const Constraint &Round,
                         const Constraint &Leave) const {
  bool Succeeds = true, Other = true; // whether success may leave
  switch (When) {
  case SuccessWhen::Zero:
  case SuccessWhen::False:
    Succeeds = Round.allows(0);
    Other = Leave.allows(0);
    break;
  case SuccessWhen::NonZero:
  case SuccessWhen::NonNull:
  case SuccessWhen::True:
    Succeeds = !isOnly(Round, 0);
    Other = !isOnly(Leave, 0);
    break;
  case SuccessWhen::Positive:
    Succeeds = Round.Lo > 0 || Round.allows(1);
    Other = Leave.Hi > 0;
    break;
  case SuccessWhen::NonNegative:
    Succeeds =
        Round.Lo >= 0 || (Round.Lo >= -1 && Leave.Lo == -1 && Leave.Hi == -1);
    Other = Leave.Hi >= 0;
    break;
  default:
    return Verdict::Undecided;
  }
  return Succeeds ? Verdict::Success
         : Other  ? Verdict::Failure
                  : Verdict::Undecided;
}

Verdict Judge::integer(const Constraint &Round, const Constraint &Leave,
                       const std::string &Key) const {
  if (Round.Hi < 0)
    return Verdict::Failure; // below zero
  // More than nothing goes round, and less leaves: how much it got.
  if (Round.Lo > 0 && Leave.Hi <= 0 && leavesBelowZero(Key))
    return Verdict::Success;
  // Only what is below zero leaves: that is the failure, whatever goes round.
  if (Round.Lo >= 0 && Leave.Hi < 0)
    return Verdict::Success;
  bool Zero = Round.Lo == 0 && Round.Hi == 0;
  if (!Round.allows(0))
    return Leave.allows(0) ? Verdict::Failure : Verdict::Undecided;
  // 0 goes round, anything else leaves: an int used as a bool.
  // Written as a comparison with 0, it is a code, and 0 is success.
  auto At = Run.ComparedAt.find(Key);
  if (At != Run.ComparedAt.end() && isa<BinaryOperator>(At->second))
    return Zero ? Verdict::Success : Verdict::Undecided;
  bool Truth = Zero && Leave.Lo <= -1e299 && Leave.Hi >= 1e299;
  return Truth && Key == "ret" ? Verdict::Failure : Verdict::Undecided;
}

bool Judge::leavesBelowZero(const std::string &Key) const {
  return llvm::any_of(Run.Paths, [&](const Path &P) {
    auto C = P.FirstOutcome.find(Key);
    return P.rounds() == 1 && C != P.FirstOutcome.end() && C->second.Hi <= 0 &&
           C->second.Lo < 0;
  });
}

Verdict ownVerdict(const Path &Round, const Path &Leave) {
  for (const auto &[F, Says] : Round.Verdicts) {
    auto Other = Leave.Verdicts.find(F);
    if (Other == Leave.Verdicts.end() || Other->second == Says)
      continue;
    SymbolInfo Asked;
    Asked.Source = F;
    if (!saysSuccess("", Asked))
      continue;
    return Says == namesError(Asked) ? Verdict::Failure : Verdict::Success;
  }
  return Verdict::Undecided;
}

} // namespace retrylint
