// What goes round and is no failure: a call that goes on where it was, and what
// is not there yet; and what the code calls one.
#ifndef RETRYLINT_ANALYSIS_RESTARTS_H
#define RETRYLINT_ANALYSIS_RESTARTS_H

#include "analysis/Candidates.h"
#include "analysis/Interpreter.h"

namespace retrylint {

/// Waits longer and longer: it does not take the next round for a matter of
/// course.
bool waitsLonger(const Path &P);

/// A call that a signal or a full buffer interrupted goes on where it was.
bool isRestart(const Path &P, const RunResult &Run, const Candidate &What,
               ApiIndex &Apis, const clang::ASTContext &Ctx);

/// The call is to go on: WANT_READ.
bool namesContinuation(const Path &P, const RunResult &Run,
                       const clang::ASTContext &Ctx);

/// An answer came, and it is a failure: REDIS_REPLY_ERROR.
bool namesFailure(const Path &P, const RunResult &Run,
                  const clang::ASTContext &Ctx);

/// What is here on this machine, and not there yet, is waited for.
bool namesAbsence(const Path &P, const RunResult &Run, const Candidate &What,
                  const clang::ASTContext &Ctx);

/// The next name, if this one is taken. What else goes round there at once may
/// be a matter of the name, too.
bool looksForName(const RunResult &Run, const clang::ASTContext &Ctx);

} // namespace retrylint

#endif
