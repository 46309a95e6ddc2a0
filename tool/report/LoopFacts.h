// What is known of a retry loop, free of the compiler: the inventory.
#ifndef RETRYLINT_TOOL_REPORT_LOOPFACTS_H
#define RETRYLINT_TOOL_REPORT_LOOPFACTS_H

#include "rules/Context.h"
#include <string>
#include <utility>
#include <vector>

namespace retrylint {

/// A wait in seconds: anything from Lo to Hi.
struct WaitRange {
  double Lo = 0, Hi = 0;
};

struct LoopFacts {
  std::string File; // absolute
  unsigned Line = 0, EndLine = 0, AttemptLine = 0;
  std::string Function;
  /// In words, by name and in order: "waits", "1 s, 2 s (3 s in total)". What
  /// is not known is not in it.
  std::vector<std::pair<std::string, std::string>> Facts;
  llvm::StringRef fact(llvm::StringRef Name) const;

  std::vector<std::string> Story; // what it does, step by step

  /// The waits of the first way of failing; empty unless all are known.
  std::vector<WaitRange> Waits;
  bool Random = false;  // every client draws its own
  bool Endless = false; // nothing ends it while the dependency fails
  Context RunsIn = Context::Synchronous;
  /// What the policy in force recommends instead.
  struct {
    unsigned Attempts = 0;
    double Base = 0, Cap = 0, Total = 0;
    std::vector<double> Schedule; // instead of a backoff: webhooks
  } Recommended;
};

} // namespace retrylint

#endif
