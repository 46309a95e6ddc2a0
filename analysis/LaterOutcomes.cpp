// The part of the interpreter that knows what tells, after the attempt, how it
// ended: curl_easy_getinfo(), waitForConnected(), poll() on its descriptor,
// get() on the future that it gave.
#include "analysis/CallParts.h"
#include "analysis/Interpreter.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

static bool uses(const AttemptRecord &A, const Value &V) {
  return V.isSymbolic() && llvm::any_of(A.In->Values, [&](const Value &In) {
           return In.isSymbolic() && In.symbol() == V.symbol();
         });
}

void Interpreter::supersede(State &S, const ApiFunction &A,
                            const CallParts &C) {
  if (!A.Sends || S.Trace.Attempts.empty())
    return;
  const AttemptRecord &Last = S.Trace.Attempts.back();
  S.Superseded |=
      llvm::any_of(C.Values, [&](const Value &V) { return uses(Last, V); });
}

/// What stands at the place is what the last attempt was made on, holds it, or
/// is what it gave.
bool Interpreter::isOfAttempt(State &S, const Place &P, const CallParts &C) {
  if (S.Trace.Attempts.empty())
    return false;
  const AttemptRecord &Last = S.Trace.Attempts.back();
  LocationId L = placeOf(P, C);
  if (P.Where == Place::Argument && P.Index < C.Values.size() &&
      uses(Last, C.Values[P.Index]))
    return !S.Superseded;
  if (!L)
    return false;
  for (LocationId Whole = L; Whole; Whole = ThePool->at(Whole).Parent)
    if (const Value *V = S.Mem.lookup(Whole); V && V->has(TaintAttempt))
      return true;
  return llvm::any_of(Last.In->Values,
                      [&](const Value &In) {
                        return In.isReference() && In.location() == L;
                      }) ||
         llvm::any_of(S.Mem.Stored, [&](const auto &E) {
           return ThePool->inside(E.first, L) && uses(Last, E.second);
         });
}

/// pollfd::revents: what the call may have written to.
void Interpreter::writeOutcome(State &S, const Place &P, const CallParts &C,
                               const std::string &Key) {
  if (P.Where != Place::Argument || !C.mayChange(P.Index))
    return;
  LocationId L = placeOf(P, C);
  std::vector<LocationId> Written;
  for (const auto &[At, V] : S.Mem.Stored)
    if (L && At != L && ThePool->inside(At, L) &&
        !uses(S.Trace.Attempts.back(), V))
      Written.push_back(At);
  for (LocationId At : Written)
    S.Mem.store(At,
                outcome(S, Key + ThePool->pathFrom(L, At),
                        ThePool->at(At).Decl ? ThePool->at(At).Decl->getType()
                                             : Ctx.IntTy,
                        ThePool->at(At).Decl, StatusDomain::None),
                *ThePool);
}

static std::string keyOf(const StatusEffect &Y, const FunctionDecl &F) {
  // Told in an argument it is not errno itself.
  bool Own =
      Y.Domain == StatusDomain::None ||
      (Y.Domain == StatusDomain::Errno && Y.From.Where == Place::Argument);
  if (!Own)
    return nameOf(Y.Domain).str();
  std::string Key = F.getNameAsString();
  if (Y.From.Where == Place::Argument)
    Key += "." + std::to_string(Y.From.Index);
  return Key;
}

std::optional<Value> Interpreter::laterOutcome(State &S, const Expr *E,
                                               const CallParts &C,
                                               const ApiFunction &A) {
  if (A.Sends)
    return std::nullopt;
  QualType T = C.Callee->getReturnType();
  std::optional<Value> Given;
  bool Tells = false;
  for (const StatusEffect &Y : A.Yields) {
    if (Y.From.Where == Place::Errno ||
        (Y.Of ? !isOfAttempt(S, *Y.Of, C) : S.Superseded))
      continue;
    Tells = true;
    std::string Key = A.Rethrows ? "ret" : keyOf(Y, *C.Callee);
    if (!Y.Failure.empty())
      Result.Failures[Key] = Y.Failure;
    if (A.Success != SuccessWhen::Unknown && Y.From.Where == Place::Return)
      Result.Successes[Key] = A.Success;
    if (Y.Of)
      writeOutcome(S, *Y.Of, C, Key);
    if (Y.From.Where == Place::Argument) {
      if (Y.From.Index >= C.Values.size() ||
          !C.Values[Y.From.Index].isReference())
        continue;
      QualType Arg = C.Args[Y.From.Index]->getType();
      bool Status = Y.Domain != StatusDomain::None || !Arg->isPointerType();
      S.Mem.store(C.Values[Y.From.Index].location(),
                  outcome(S, Key, Status ? Ctx.LongTy : Arg->getPointeeType(),
                          C.Callee, Y.Domain),
                  *ThePool);
    } else if (Y.Domain == StatusDomain::Errno && T->isPointerType()) {
      Given = Value::reference(
          ThePool->location({LocationKind::Errno, 0, nullptr, nullptr, 0}));
    } else if (A.Rethrows && !throwsOutcome(S, E)) {
      return std::nullopt;
    } else if (!T->isVoidType()) {
      if (A.Rethrows) // what the attempt gave only promised it
        Result.Parts.erase(Key);
      Given = outcome(S, Key, T.getNonReferenceType(), C.Callee, Y.Domain);
      if (T->isReferenceType())
        Given = Value::reference(pointee(*Given, E), TaintAttempt);
    }
  }
  if (!Tells)
    return std::nullopt;
  if (A.Waits) // for the end of the attempt, and no longer
    event(S, EventKind::PossibleWait, E, C.Callee);
  return Given.value_or(Value::number(0));
}

bool Interpreter::isGuarded(const State &S, const Expr &E) {
  const Stmt *At = &E;
  for (const Frame &F : llvm::reverse(S.Frames)) {
    if (F.Graph->dispatch(*At))
      return true;
    At = F.CallSite;
  }
  return false;
}

/// The attempt throws here, or may; false: this path has left the expression.
bool Interpreter::throwsOutcome(State &S, const Expr *E) {
  if (What->Throws == Throwing::Never)
    return true;
  if (!isGuarded(S, *E)) {
    // It goes on throwing, also out of a last try that nothing is around.
    if (S.Trace.rounds() < 2 || !S.Trace.Attempts.front().Threw)
      return true;
    S.Trace.Attempts.back().Threw = true;
    Ended = !raise(S, E, {});
    Raised = true;
    return false;
  }
  Asked = true;
  if (What->Throws == Throwing::Always)
    S.Decisions[E] = 1;
  // It goes on as it did the first time, also where it is written once more.
  if (S.Trace.rounds() > 1)
    S.Decisions.try_emplace(E, S.Trace.Attempts.front().Threw);
  auto Earlier = S.Decisions.find(E);
  if (Earlier == S.Decisions.end()) {
    State Other = S;
    Other.Decisions[E] = 1;
    Other.Trace.Attempts.back().Threw = true;
    if (raise(Other, E, {}))
      later(std::move(Other), true);
    Ended = false;
    S.Decisions[E] = 0;
  } else if (Earlier->second) {
    S.Trace.Attempts.back().Threw = true;
    Ended = !raise(S, E, {});
    Raised = true;
    return false;
  }
  return true;
}

} // namespace retrylint
