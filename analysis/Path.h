// What the interpreter saw on one way through a function.
#ifndef RETRYLINT_ANALYSIS_PATH_H
#define RETRYLINT_ANALYSIS_PATH_H

#include "analysis/Memory.h"
#include "clang/AST/Expr.h"
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace retrylint {

struct ApiFunction;

enum class EventKind {
  Attempt,
  Again, // the same, in the same round
  Wait,
  PossibleWait, // a call that was not followed and may wait
  Log,
  Guess,      // an inner loop of unknown length was left
  Adjust,     // an option or state set by a modelled call
  Watched,    // what the scenario asked for
  ClockCheck, // something is compared with the clock
  Header,     // a header of the request is set
  Told,       // somebody may have heard of it: a callback, a lasting write
  Work,       // anything else that was not followed
  Callback,   // a functor that somebody passed in
  Received,   // the next of several things was taken
};

struct Event {
  EventKind Kind;
  const clang::Expr *At;  // the call itself
  const clang::Expr *Top; // the call in the analysed function that led to it
  Value Amount;           // of a wait, in seconds
  const clang::FunctionDecl *Callee = nullptr;
  const clang::Expr *Written =
      nullptr;                        // the amount, as it stands in the source
  bool UnitKnown = true;              // false: whatever the function takes
  const ApiFunction *Model = nullptr; // the entry that was applied
  SymbolId Given = 0;                 // made from what the call was given
  std::string Name{};                 // of the header, in lower case
};

/// What one attempt was given.
struct Operands {
  std::vector<Value> Values;
  /// Contents of the objects that are passed by reference or pointer.
  /// By operand and path, so that objects in different places compare.
  std::map<std::pair<size_t, std::string>, Value> Contents;
  /// Operands whose object the attempt itself may write to.
  std::set<size_t> Shared;
  /// Operands that a call has given again since the last attempt: a stream.
  std::set<size_t> Reopened;
};

struct AttemptRecord {
  size_t EventIndex = 0;
  std::shared_ptr<const Operands> In; // every fork copies the record
  bool Threw = false;
  const clang::Stmt *Handler = nullptr; // the catch that took it
  std::vector<SymbolId> Outcome;        // symbols that are parts of its outcome
};

/// An undecidable condition and the answer that this path assumes.
struct Choice {
  const clang::Stmt *Where;
  int Taken;
  Value Subject; // what the condition is about
  unsigned Round;
  size_t EventIndex;                         // of what happened next
  const clang::Stmt *Label = nullptr;        // of a switch: where it went
  bool AfterLoop = false;                    // the watched loop had been left
  const clang::FunctionDecl *Step = nullptr; // whose answer it is about
};

/// How the sides of a comparison have moved against each other.
struct Advance {
  bool Up = false, Down = false;
  unsigned Stood = 0;   // times in a row that they did not
  bool Counter = false; // one of them is there to count rounds
  bool turnsBack() const { return Up && Down; }
};

struct Path {
  enum EndKind {
    Returned,
    Threw,
    Exited,     // the process ends
    Outside,    // left the loop, and is not followed further
    MovedOn,    // the next attempt has other operands, or another entry
    RoundLimit, // still going round
    Settled,    // goes round for ever, and attempts nothing more
    Abandoned,  // a limit of the analysis
  };
  EndKind End = Abandoned;
  const clang::Stmt *EndAt = nullptr;
  Value Given; // what the function returned
  std::vector<Event> Events;
  std::vector<AttemptRecord> Attempts;
  std::vector<Choice> Choices;
  /// Choices that were asked again after an attempt.
  std::set<const clang::Stmt *> AskedAgain;
  /// Comparisons whose operands moved from round to round, or read the clock:
  /// candidates for the bound. The value says whether time moves it.
  std::map<const clang::Stmt *, bool> Progress;
  /// Comparisons whose sides are numbers.
  std::map<const clang::Stmt *, Advance> Advances;
  /// The last decided progress comparison before the end.
  const clang::Stmt *LastProgress = nullptr;
  /// What was used again although an earlier round had changed it.
  std::vector<Touch> Stale;
  /// What was stored where at the end.
  std::vector<std::pair<LocationId, Value>> Final;
  bool LeftLoop = false;
  bool Caught = false;   // after the first attempt, what something else threw
  bool TimedOut = false; // the bound that ended it is one of time
  /// Constraints on the parts of the first attempt's outcome.
  std::map<std::string, Constraint> FirstOutcome;
  /// What functions of the program made of it that tell good from bad: ok().
  std::map<const clang::FunctionDecl *, bool> Verdicts;

  unsigned rounds() const { return Attempts.size(); }
};

} // namespace retrylint

#endif
