// Waits and codes in words.
#ifndef RETRYLINT_CHECKS_DESCRIBE_H
#define RETRYLINT_CHECKS_DESCRIBE_H

#include "analysis/Behaviour.h"
#include "rules/Policy.h"
#include <string>

namespace retrylint {

/// "250 ms", "1.5 s", "2 min".
std::string describeSeconds(double Seconds);

/// "17 min", "5.3 h": a long time, about.
std::string describeTotal(double Seconds);

/// "1 s" or "500 ms to 1 s".
std::string describeWait(const Wait &W);

/// "1 s, 2 s, 4 s ..." and, if all are known, "(7 s in total)".
std::string describeWaits(const WaitPattern &Waits, const Bound &Limit);

/// "400, 401, 403-407" or "NOT_FOUND, UNAUTHENTICATED".
std::string describeCodes(StatusDomain Domain, llvm::ArrayRef<int> Codes);
/// The same, with the names that a library gives its codes.
std::string describeCodes(const RetriedCodes &In, llvm::ArrayRef<int> Codes);

/// Every fact of a loop that is listed, by name.
std::vector<std::pair<llvm::StringRef, std::string>>
describeLoop(const RetryLoop &Loop);

/// "5 attempts" or, if their number is not known, "the last attempt".
std::string describeLastAttempt(const Bound &Limit);

/// "a synchronous call", "the handler of an event".
llvm::StringRef describeContext(Context C);

/// "429", "a network timeout".
std::string describeFailure(llvm::StringRef Failure);

/// "4", "endless", "an unknown number of".
std::string describeAttempts(const RetryLayer &Layer);

/// "3 x 4 = 12 attempts"; a factor that is not known is named as such.
std::string describeProduct(llvm::ArrayRef<RetryLayer> Layers);

} // namespace retrylint

#endif
