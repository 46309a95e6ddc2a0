// What a retry loop does: the facts that the checks ask about.
#ifndef RETRYLINT_ANALYSIS_BEHAVIOUR_H
#define RETRYLINT_ANALYSIS_BEHAVIOUR_H

#include "analysis/Account.h"
#include "rules/ApiModel.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceLocation.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace retrylint {

/// How sure a fact is. Checks report what is known; what is only possible is
/// reported under --pedantic.
enum class Certainty { Unknown, Possible, Known };

template <typename T> struct Fact {
  T Is{};
  Certainty Sure = Certainty::Unknown;
  clang::SourceRange Where;
  bool known() const { return Sure == Certainty::Known; }
};

enum class Growth { None, Grows, Unknown };

/// How chance comes into the waits, by the ranges they are drawn from.
enum class Jitter {
  None,
  Full,         // from 0 to what grows
  Decorrelated, // from a floor that stays to what grows
  Equal,        // from a share of what grows to all of it
  Additive,     // what grows, and something on top that does not
  Constant,     // from the same range every time
  Unknown,
};

/// The waits of one steady way of failing, first round first.
struct WaitPattern {
  std::vector<Wait> Waits;
  bool Complete = false; // it gives up after these: there are no more
  bool Capped = false;   // at a length that is not among the waits
  double CappedAt = 0;   // that length, as far as it is known
  Growth Shape = Growth::Unknown;
  Jitter Form = Jitter::Unknown;
  double Spread = 0; // the widest range, as a share of its middle
  /// The wait between the last attempt and giving up.
  std::optional<Wait> AfterLast;
  clang::SourceRange AfterLastAt;
  clang::SourceRange Where;            // the wait, in the looping function
  const clang::Expr *Call = nullptr;   // the one call that waits, if it is one
  const clang::Expr *Length = nullptr; // what it is told to wait for
  bool MayWaitElsewhere = false;       // a call that was not followed may wait
  std::string Named; // what is written where the number is unknown
};

enum class BoundKind {
  None,     // nothing ends it while the dependency fails
  Shutdown, // only a flag that somebody else sets
  Attempts,
  Time,
  Stuck, // a bound is written, but some failure does not advance it
  Unknown,
};

struct Bound {
  BoundKind Kind = BoundKind::Unknown;
  std::optional<unsigned> Attempts; // counting the first
  bool Constant = false; // a number is written, but it was too far to count

  bool endless() const {
    return Kind == BoundKind::None || Kind == BoundKind::Shutdown;
  }
};

/// A failure that the loop treats on its own, in the words of the policy
/// ("http-429", "deadlock"), and how many attempts it then makes.
struct OwnFailure {
  std::string Failure;
  unsigned Attempts = 0;
};

/// Somebody else who repeats what a loop attempts, from the loop inwards.
struct RetryLayer {
  std::optional<unsigned> Attempts; // each time it is asked; unset: unknown
  bool Endless = false;
  clang::SourceRange Where; // the loop, or the setting; invalid: a default
  Certainty Sure = Certainty::Known;
};

/// What a library calls a code, and the failure that it stands for.
struct NamedCode {
  std::string Name, Failure;
};

/// A bound that does not come nearer while the dependency fails in some way.
struct StuckBound {
  std::string Written;     // "n < 5"
  bool Time = false;       // a deadline that is not always asked
  bool Always = false;     // whatever fails
  clang::SourceRange When; // what decides that the round does not count
};

/// What the caller can see of the last attempt's failure.
enum class GivingUp {
  Told,       // an error, an exception, a call or a state that success lacks
  SameValue,  // it gets what success gives
  EmptyValue, // an empty string or container, which success may give as well
  Nothing,    // the function returns nothing
  NextItem,   // the loop around goes on
};

/// Something that a round changes and the next round uses as it is.
struct StaleState {
  enum Change { Appended, Consumed, Moved, Used } How = Appended;
  std::string Name;
  clang::SourceRange Declared;
};

/// The ways in which the wish to stop is passed over.
struct Cancellation {
  enum Fault { None, NotAsked, SleepsOn, CodeRetried } Is = None;
  std::string Name; // the token, flag or code
  double Wait = 0;  // the longest one that nothing can end
};

/// The codes that go round again, of those that were tried.
struct RetriedCodes {
  StatusDomain Domain = StatusDomain::None;
  std::vector<int> Known, Possible;
  std::vector<int> Ending;        // those that never do
  std::map<int, NamedCode> Names; // of those that an API model names
  clang::SourceRange ReadAt;      // where the loop looks at the code
};

/// What is wrong with the idempotency key.
enum class KeyUse {
  Right,
  New,      // another one is made for each attempt
  Timed,    // the time of the attempt is in it
  Counted,  // the number of the attempt is in it
  Constant, // all operations share it
  TooLong,
};

enum class CycleKind { Loop, Goto, Recursion, Callback };

struct RetryLoop {
  const clang::FunctionDecl *Function = nullptr;
  CycleKind Kind = CycleKind::Loop;
  const clang::Stmt *Cycle = nullptr; // the loop, if it is one
  clang::SourceLocation CycleAt;      // loop keyword, label or recursive call
  clang::SourceRange CycleRange;

  std::string Operation;                // "fetch_invoice"
  clang::SourceRange AttemptAt;         // in the looping function
  const clang::Expr *Top = nullptr;     // the call there ...
  const clang::Expr *Attempt = nullptr; // ... and what it leads to
  Fact<bool> Remote;

  clang::SourceRange FailureAt; // where failure is seen
  std::string Failure;          // "returns false", "throws"
  clang::SourceRange SuccessAt; // where success leaves

  std::vector<WaitPattern> Patterns; // one for each way of failing
  Fact<Bound> Limit;
  Context RunsIn = Context::Synchronous; // who retries: decides the limits
  bool ContextTold = false;              // it is not the default
  bool WatchesClock = false; // something in it is compared with the time
  /// A deadline ends it, but nobody asks whether a wait still fits.
  Fact<bool> SleepsPastDeadline;
  clang::SourceRange DeadlineAt; // where the deadline is looked at
  Fact<StuckBound> Stuck;
  Fact<GivingUp> OnExhaustion;
  Fact<GivingUp> MessageEnds; // Told: it was handed on, or sent back
  Fact<StaleState> Stale;
  Fact<Cancellation> Stopping;
  std::vector<OwnFailure> OwnFailures;
  /// Success begins anew as well: a daemon that serves and reconnects.
  bool Daemon = false;
  /// The retries inside an attempt, outermost first.
  std::vector<RetryLayer> Inside;
  /// The loop around it in the same function that begins anew when this one
  /// has given up.
  std::optional<RetryLayer> Around;
  /// Before a retry something is asked that may refuse it: a budget, a limiter,
  /// a circuit breaker.
  Fact<bool> Budgeted;
  std::vector<RetriedCodes> Codes;
  Fact<bool> Alike; // every failure goes round, whatever it says
  /// The answer shows its headers, and Retry-After is not among those read.
  Fact<bool> IgnoresRetryAfter;
  Fact<Protection> Drops; // between two attempts

  Fact<std::string> Method; // "POST"
  Fact<bool> HasKey;        // an idempotency key is sent
  Fact<KeyUse> Key;         // and how it is made
  /// The variable of the loop that a new key is made in, of nothing else.
  const clang::VarDecl *MadeKey = nullptr;

  Fact<std::string> Leak; // what a log line between attempts gives away
  Fact<bool> Silent;      // nobody hears of the failures
  /// Whether the operation may run twice, as far as an API model says so.
  Fact<bool> Idempotent;

  std::vector<Account> Accounts; // of the scenarios that were run
  unsigned MoreAccounts = 0;     // of further ways of failing
  bool AllWaysRun = true;        // no limit of the analysis was met
  bool RunFromStart = true;      // and not from the loop on
};

} // namespace retrylint

#endif
