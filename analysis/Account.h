// What happened in a scenario, step by step: for whoever asks why.
#ifndef RETRYLINT_ANALYSIS_ACCOUNT_H
#define RETRYLINT_ANALYSIS_ACCOUNT_H

#include "analysis/Wait.h"
#include "clang/Basic/SourceLocation.h"
#include <string>
#include <vector>

namespace retrylint {

struct Step {
  enum Kind {
    Supposes, // nothing decides a condition, and it was given this answer
    Attempts,
    Throws, // what was attempted; caught there
    Waits,
    MayWait, // in a call that was not followed
    Calls,   // something else that was not followed
    Logs,
    Bounds, // this comparison ended the rounds
    Returns,
    Raises,   // an exception that the function lets out
    Exits,    // the process
    Leaves,   // the loop; what comes then was not run
    MovesOn,  // to another target, or another entry
    GoesOn,   // longer than anybody watched
    Abandons, // the analysis does, at a limit
  };
  Kind Is = Attempts;
  clang::SourceRange At;
  std::string Text;       // as it is written, or the name of what is called
  bool Answer = false;    // of a condition
  bool Switched = false;  // the text says which case it was instead
  bool OfAttempt = false; // the condition asks what the dependency answered
  Wait Length;
  std::string Why; // the reason why it is not known
};

/// One steady behaviour of the dependency, and what the code did.
struct Account {
  enum Kind {
    Failing,
    GivingUp, // the same from the last attempt on, when an unknown bound ends
              // it
    Succeeding,
  };
  Kind Of = Failing;
  std::vector<Step> Steps;
};

} // namespace retrylint

#endif
