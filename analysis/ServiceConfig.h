// The JSON of a gRPC service config, where it says how calls are retried.
#ifndef RETRYLINT_ANALYSIS_SERVICECONFIG_H
#define RETRYLINT_ANALYSIS_SERVICECONFIG_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace retrylint {

class ServiceConfig {
public:
  /// Nothing unless the text is JSON with a list `methodConfig`.
  static std::optional<ServiceConfig> parse(llvm::StringRef Text);

  struct RetryPolicy {
    std::string Path; // "methodConfig[0].retryPolicy"
    bool Hedging = false;
    const llvm::json::Object *Fields = nullptr;
    /// The full names of the services it is for; empty: all.
    std::vector<std::string> Services;
  };
  const std::vector<RetryPolicy> &policies() const { return Policies; }
  /// Null: there is none.
  const llvm::json::Object *throttling() const;
  /// Where the value of "methodConfig[0].retryPolicy.maxAttempts" stands in the
  /// text.
  size_t offsetOf(llvm::StringRef Path) const { return Offsets.lookup(Path); }

private:
  std::shared_ptr<llvm::json::Value> Root;
  std::vector<RetryPolicy> Policies;
  llvm::StringMap<size_t> Offsets;
};

/// Seconds from "0.5s", as JSON writes a protobuf duration.
std::optional<double> jsonDuration(const llvm::json::Value &V);

} // namespace retrylint

#endif
