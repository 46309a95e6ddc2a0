#include "tool/run/Narrative.h"
#include "checks/Describe.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <utility>

using namespace clang;
using namespace retrylint;
using llvm::formatv;

namespace {

/// Rounds that are told before the last one.
constexpr size_t ShownRounds = 6;

/// What follows an attempt until the next one, and how often in a row.
using Round = std::vector<std::pair<std::string, unsigned>>;

class Narrator {
public:
  Narrator(const RetryLoop &L, const SourceManager &SM) : L(L), SM(SM) {}

  std::vector<std::string> tell() {
    say("'{0}' is attempted{1}; when it {2}{3}, it is tried again. It runs as "
        "{4}.",
        L.Operation, at(L.AttemptAt), L.Failure, at(L.FailureAt),
        describeContext(L.RunsIn));
    suppositions();
    for (auto [Index, A] : llvm::enumerate(L.Accounts))
      scenario(A, Index + 1);
    if (L.MoreAccounts)
      say("{0} more way{1} of failing {2} seen, told apart by other "
          "conditions.",
          L.MoreAccounts, L.MoreAccounts == 1 ? "" : "s",
          L.MoreAccounts == 1 ? "was" : "were");
    codes();
    unknowns();
    return std::move(Lines);
  }

private:
  template <typename... T> void say(const char *Format, T &&...Values) {
    Lines.push_back(formatv(Format, std::forward<T>(Values)...));
  }

  /// The line, and the file if it is another one.
  std::string at(SourceRange Where) const {
    if (Where.isInvalid())
      return "";
    SourceLocation At = SM.getExpansionLoc(Where.getBegin());
    unsigned Line = SM.getExpansionLineNumber(At);
    if (SM.getFileID(At) == SM.getFileID(SM.getExpansionLoc(L.CycleAt)))
      return formatv(" (line {0})", Line);
    return formatv(" ({0}:{1})", llvm::sys::path::filename(SM.getFilename(At)),
                   Line);
  }

  void open(const std::string &Question) {
    if (!llvm::is_contained(Open, Question))
      Open.push_back(Question);
  }

  /// What every scenario begins with is said once.
  void suppositions() {
    bool First = true;
    for (const Account &A : L.Accounts) {
      if (A.Of == Account::GivingUp)
        continue;
      std::vector<std::string> Mine;
      for (const Step &S : A.Steps)
        if (S.Is != Step::Attempts)
          Mine.push_back(describe(S));
        else
          break;
      if (std::exchange(First, false))
        Throughout = std::move(Mine);
      else
        llvm::erase_if(Throughout, [&](const std::string &Line) {
          return !llvm::is_contained(Mine, Line);
        });
    }
    if (!Throughout.empty())
      say("In all scenarios:");
    for (const std::string &Line : Throughout)
      say("  {0}", Line);
  }

  void scenario(const Account &A, size_t Number) {
    say("Scenario {0} of {1}: {2}", Number, L.Accounts.size(), title(A));
    std::vector<Round> Rounds;
    bool GoesOn = false; // what was watched last is nothing special
    for (const Step &S : A.Steps)
      if (S.Is == Step::GoesOn)
        GoesOn = true;
      else if (S.Is == Step::Attempts)
        Rounds.emplace_back();
      else if (!Rounds.empty())
        add(Rounds.back(), describe(S), S.Is == Step::Waits);
      else if (std::string Line = describe(S);
               !llvm::is_contained(Throughout, Line))
        say("  {0}", Line);
    for (size_t I = 0; I < Rounds.size();) {
      size_t Same = I + 1;
      while (Same < Rounds.size() && Rounds[Same] == Rounds[I])
        ++Same;
      bool ToTheEnd = Same == Rounds.size();
      if (I >= ShownRounds && (GoesOn || !ToTheEnd)) {
        say("  ...");
        I = GoesOn ? Rounds.size() : Rounds.size() - 1;
        continue;
      }
      say("  {0}",
          A.Of == Account::GivingUp ? "the last attempt"
          : Same == I + 1           ? formatv("attempt {0}", I + 1).str()
          : GoesOn && ToTheEnd
              ? formatv("attempt {0}, and each that follows", I + 1).str()
              : formatv("attempts {0} to {1}, each", I + 1, Same).str());
      tell(Rounds[I]);
      I = Same;
    }
    if (GoesOn)
      say("  and so on: {0}", ending());
  }

  /// What is waited in slices counts; anything else is said once.
  static void add(Round &R, std::string Line, bool Counts) {
    if (R.empty() || R.back().first != Line)
      R.emplace_back(std::move(Line), 1);
    else if (Counts)
      ++R.back().second;
  }

  void tell(const Round &R) {
    if (R.empty())
      say("    goes the same way");
    for (const auto &[Line, Times] : R)
      say("    {0}{1}", Line,
          Times > 1 ? formatv(", {0} times", Times).str() : "");
  }

  std::string title(const Account &A) const {
    switch (A.Of) {
    case Account::Failing:
      return "'" + L.Operation + "' keeps failing";
    case Account::GivingUp:
      return "'" + L.Operation + "' fails for the last time";
    case Account::Succeeding:
      return "'" + L.Operation + "' succeeds";
    }
    llvm_unreachable("unknown account");
  }

  std::string describe(const Step &S) {
    std::string Where = at(S.At), Quoted = "'" + S.Text + "'";
    switch (S.Is) {
    case Step::Supposes:
      return suppose(S);
    case Step::Attempts: // begins a round
    case Step::GoesOn:   // ends it all
      break;
    case Step::Throws:
      return S.At.isValid() ? "throws, which is caught" + Where : "throws";
    case Step::Waits:
      return wait(S) + Where;
    case Step::MayWait:
      open("whether it waits in " + named(S) + Where + ": it is not followed");
      return "calls " + named(S) + ", which may wait" + Where;
    case Step::Calls:
      return "calls " + named(S) + ", which is not followed" + Where;
    case Step::Logs:
      return "logs" + Where;
    case Step::Bounds:
      return Quoted + " ends it" + Where;
    case Step::Returns:
      return "the function ends" + said(S) + Where;
    case Step::Raises:
      return "an exception leaves the function" + said(S) + Where;
    case Step::Exits:
      return "the process ends" + Where;
    case Step::Leaves:
      return "the loop is left; what comes then was not run";
    case Step::MovesOn:
      return "goes on with another target or entry" + Where;
    case Step::Abandons:
      return "here the analysis stopped: the way is too long, or there are "
             "too many";
    }
    llvm_unreachable("unknown step");
  }

  static std::string said(const Step &S) {
    return S.Text.empty() ? "" : ": " + S.Text;
  }
  static std::string named(const Step &S) {
    return S.Text.empty() ? "a function that a pointer names"
                          : "'" + S.Text + "'";
  }

  std::string suppose(const Step &S) {
    std::string What = S.Text.empty() ? "a condition in a macro" : S.Text,
                Where = at(S.At);
    std::string Is = S.Switched
                         ? What
                         : "'" + What + "' is " + (S.Answer ? "true" : "false");
    if (S.OfAttempt)
      return "the answer: " + Is + Where;
    open("'" + What + "'" + Where + ": " +
         (S.Why.empty() ? "nothing decides it here" : S.Why));
    return "supposed: " + Is + Where;
  }

  std::string wait(const Step &S) {
    const Wait &W = S.Length;
    if (W.Numeric)
      return "waits " + describeWait(W) +
             (W.FromServer ? ", as the server asks"
              : W.Random   ? ", at random"
                           : "");
    std::string What = S.Text.empty() ? "some time" : "'" + S.Text + "'";
    open("how long " + What + " is" + at(S.At) + ": " +
         (S.Why.empty() ? "nothing decides it here" : S.Why));
    return "waits " + What;
  }

  std::string ending() {
    switch (L.Limit.Is.Kind) {
    case BoundKind::None:
      return "nothing ends it";
    case BoundKind::Shutdown:
      return "only a flag that somebody else sets ends it" + at(L.Limit.Where);
    case BoundKind::Attempts:
      return "a bound on the attempts ends it" + at(L.Limit.Where);
    case BoundKind::Time:
      return "a deadline ends it" + at(L.Limit.Where);
    case BoundKind::Stuck:
      return "a bound is written, but this does not come nearer to it" +
             at(L.Limit.Where);
    case BoundKind::Unknown:
      return "what ends it is not known";
    }
    llvm_unreachable("unknown bound");
  }

  void codes() {
    for (const RetriedCodes &C : L.Codes) {
      auto Tell = [&](const std::vector<int> &Codes, const char *Text) {
        if (!Codes.empty())
          say("  {0} {1}", Text, describeCodes(C, Codes));
      };
      say("Each answer that the policy or the library names was tried{0}:",
          at(C.ReadAt));
      Tell(C.Known, "it goes round again on");
      Tell(C.Possible, "it depends on something else on");
      Tell(C.Ending, "it gives up on");
    }
  }

  void unknowns() {
    if (!L.Remote.known())
      open("whether '" + L.Operation +
           "' talks to somebody: no API model has it, and its name "
           "does not say so");
    if (!L.Limit.known())
      open("what ends it: a condition was not decided, or the analysis "
           "met a limit");
    if (L.Budgeted.Sure == Certainty::Unknown)
      open("whether a budget can refuse a retry: a call that was not "
           "followed may be one");
    if (!L.RunFromStart)
      open("what was set before the loop: too many ways lead there, so "
           "that it was run from the loop on");
    if (!L.AllWaysRun)
      open("whether there are more ways: the function has too many to "
           "run them all");
    if (!Open.empty())
      say("Not known:");
    for (const std::string &Line : Open)
      say("  {0}", Line);
  }

  const RetryLoop &L;
  const SourceManager &SM;
  std::vector<std::string> Lines;
  std::vector<std::string> Throughout; // what all scenarios suppose
  std::vector<std::string> Open;       // what is not known, and why
};

} // namespace

std::vector<std::string> retrylint::narrate(const RetryLoop &L,
                                            const SourceManager &SM) {
  return Narrator(L, SM).tell();
}
