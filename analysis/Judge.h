// Was that a failure? What the parts of an answer mean, by the API models, by
// their types and by the names that the program gave them.
#ifndef RETRYLINT_ANALYSIS_JUDGE_H
#define RETRYLINT_ANALYSIS_JUDGE_H

#include "analysis/Candidates.h"
#include "analysis/Interpreter.h"
#include <string>

namespace retrylint {

enum class Verdict { Failure, Success, Undecided };

class Judge {
public:
  Judge(const RunResult &Run, const Candidate &What) : Run(Run), What(What) {}
  Verdict value(const std::string &Key, const Constraint &Round,
                const Constraint &Leave) const;
  /// Whether Other's first attempt succeeded, as far as its parts are known.
  bool succeeded(const Path &Other, const Path &Failing) const;
  /// The part is a yes or no that is called success or failure: status.ok().
  bool namesVerdict(const std::string &Key) const;
  /// The part says of an error in words: answer->error.
  bool isErrorText(const std::string &Key) const;

private:
  /// What an API model says of the part.
  SuccessWhen successWhen(const std::string &Key) const;
  bool mayBeSuccess(const std::string &Key, const Constraint &C,
                    const Constraint &Failed) const;
  static bool isOnly(const Constraint &C, double N) {
    return C.Lo == N && C.Hi == N;
  }
  Verdict bySuccess(SuccessWhen When, const Constraint &Round,
                    const Constraint &Leave) const;
  Verdict integer(const Constraint &Round, const Constraint &Leave,
                  const std::string &Key) const;
  bool leavesBelowZero(const std::string &Key) const;
  const RunResult &Run;
  const Candidate &What;
};

/// size_t and ssize_t say how much was done.
bool isAmount(clang::QualType T);

/// By a function of the program that tells good from bad, if it was asked of
/// both.
Verdict ownVerdict(const Path &Round, const Path &Leave);

} // namespace retrylint

#endif
