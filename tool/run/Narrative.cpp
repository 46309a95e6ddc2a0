#include "tool/run/Narrative.h"
#include "checks/Describe.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;
using namespace retrylint;
using llvm::formatv;

namespace {

constexpr size_t ShownRounds = 8;

class Narrator {
public:
  Narrator(const RetryLoop &L, const SourceManager &SM) : L(L), SM(SM) {}

  std::vector<std::string> tell() {
    reason();
    for (auto [Index, Pattern] : llvm::enumerate(L.Patterns))
      rounds(Pattern, Index);
    codes();
    unknowns();
    return std::move(Lines);
  }

private:
  std::string at(SourceRange Where) {
    return Where.isValid()
               ? formatv(" (line {0})",
                         SM.getExpansionLineNumber(Where.getBegin()))
                     .str()
               : "";
  }
  template <typename... T> void say(const char *Format, T &&...Values) {
    Lines.push_back(formatv(Format, std::forward<T>(Values)...));
  }

  void reason() {
    say("'{0}' is attempted{1}; when it {2}{3}, it is tried again{4}",
        L.Operation, at(L.AttemptAt), L.Failure, at(L.FailureAt),
        L.SuccessAt.isValid() ? "; success leaves" + at(L.SuccessAt) : "");
    say("It runs as {0}.", describeContext(L.RunsIn));
  }

  void rounds(const WaitPattern &P, size_t Index) {
    if (L.Patterns.size() == 1)
      say("While it keeps failing:");
    else
      say("While it keeps failing, way {0} of {1}:", Index + 1,
          L.Patterns.size());
    size_t Round = 0;
    for (const Wait &W : llvm::ArrayRef(P.Waits).take_front(ShownRounds)) {
      say("  attempt {0} fails", ++Round);
      std::string Length = W.Numeric ? describeWait(W) : "'" + P.Named + "'";
      bool None = W.Numeric && W.Hi == 0;
      say("  {0}{1}{2}", None ? "no wait is seen" : "waits " + Length,
          None ? "" : at(P.Where),
          W.FromServer ? ", as the server asks"
          : W.Random   ? ", at random"
                       : "");
    }
    if (P.Waits.size() > ShownRounds)
      say("  ... and so on");
    if (!P.Complete) {
      say("  and so on: {0}", ending());
      return;
    }
    say("  attempt {0} fails", P.Waits.size() + 1);
    if (P.AfterLast)
      say("  waits {0}{1}, though no attempt follows",
          describeWait(*P.AfterLast), at(P.AfterLastAt));
    say("  gives up: {0}", exhaustion());
  }

  std::string ending() {
    switch (L.Limit.Is.Kind) {
    case BoundKind::None:
      return "nothing ends it";
    case BoundKind::Shutdown:
      return "only a flag that somebody else sets ends it";
    case BoundKind::Attempts:
      return "a bound on the attempts ends it" + at(L.Limit.Where);
    case BoundKind::Time:
      return "a deadline ends it" + at(L.Limit.Where);
    case BoundKind::Stuck:
      return "a bound is written, but this does not come nearer to it";
    case BoundKind::Unknown:
      return "what ends it is not known";
    }
    llvm_unreachable("unknown bound");
  }

  std::string exhaustion() {
    for (const auto &[Name, Text] : describeLoop(L))
      if (Name == "exhaustion")
        return Text;
    return "what the caller sees is not known";
  }

  void codes() {
    for (const RetriedCodes &C : L.Codes) {
      if (!C.Known.empty())
        say("It goes round again on {0}{1}.", describeCodes(C, C.Known),
            at(C.ReadAt));
      if (!C.Possible.empty())
        say("It may go round again on {0}: that depends on something that is "
            "not decided here.",
            describeCodes(C, C.Possible));
    }
  }

  void unknown(const llvm::Twine &What, llvm::StringRef Why) {
    if (!AnyUnknown)
      say("Not known:");
    AnyUnknown = true;
    say("  {0}: {1}", What.str(), Why);
  }

  void unknowns() {
    if (!L.Remote.known())
      unknown("whether '" + L.Operation + "' talks to somebody",
              "no API model has it, and its name does not say so");
    if (!L.Limit.known())
      unknown("what ends it",
              "a condition was not decided, or the analysis reached a limit");
    for (const WaitPattern &P : L.Patterns) {
      if (llvm::any_of(P.Waits, [](const Wait &W) { return !W.Numeric; }))
        unknown("how long it waits",
                "'" + P.Named + "' has no value in this file");
      if (P.MayWaitElsewhere)
        unknown("whether it waits elsewhere",
                "a call that could not be followed may wait");
    }
    if (L.Budgeted.Sure == Certainty::Unknown)
      unknown("whether a budget can refuse a retry",
              "a call that could not be followed may be one");
  }

  const RetryLoop &L;
  const SourceManager &SM;
  std::vector<std::string> Lines;
  bool AnyUnknown = false;
};

} // namespace

std::vector<std::string> retrylint::narrate(const RetryLoop &L,
                                            const SourceManager &SM) {
  return Narrator(L, SM).tell();
}
