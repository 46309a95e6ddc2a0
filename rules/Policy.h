// The retry policy: every number, list and gate of rules/policy/*.yaml.
#ifndef RETRYLINT_RULES_POLICY_H
#define RETRYLINT_RULES_POLICY_H

#include "rules/ApiModel.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace retrylint {

/// What a violation does, weakest first.
enum class Gate { Advice, Review, Deploy, Merge };
inline constexpr std::pair<llvm::StringRef, Gate> GateNames[] = {
    {"advice", Gate::Advice},
    {"review", Gate::Review},
    {"deploy", Gate::Deploy},
    {"merge", Gate::Merge},
};

struct AttemptRange {
  unsigned Default = 3, Min = 1, Max = 5;
};

/// Seconds everywhere; the YAML writes them with a unit ("30s", "50ms").
struct Policy {
  struct {
    double Base = 0, Cap = 0, MaxCap = 0;
    std::vector<std::string>
        AllowedJitter; // full, decorrelated, equal, additive
    /// Random parts of at most this share of the wait are narrow (B4).
    double NarrowJitter = 0;
    std::vector<double> WebhookSchedule;
  } Backoff;

  struct FailureLimit {
    unsigned Attempts = 0;
    std::optional<double> TotalDuration;
    bool ByRetryAfter = false;
  };
  struct {
    std::array<AttemptRange, NumContexts> Attempts;
    std::array<double, NumContexts> TotalDuration{};
    double DeadlineReserve = 0;
    /// L8: a shorter wait need not be woken when the caller stops.
    double UninterruptibleWait = 0;
    /// Retries of an operation that is neither idempotent nor keyed.
    unsigned UnprotectedRetries = 0;
    /// L6, by failure: "network-timeout", "http-503".
    llvm::StringMap<FailureLimit> PerFailure;
    /// L7: retries here outlive a process.
    std::vector<Context> PersistAttempts;
  } Limits;

  struct CodeLists {
    std::vector<int> Retryable, Permanent;
    /// 4xx that neither list names are permanent too (HTTP only).
    bool Other4xxPermanent = false;
    /// Of the retryable: only if the operation is idempotent or keyed.
    std::vector<int> IfIdempotent;
  };
  struct {
    CodeLists Http, Grpc;
    /// Failures that have no code: "connection-refused", "tls-certificate".
    std::vector<std::string> RetryableFailures, PermanentFailures;
    unsigned UnknownErrorRetries = 0;
    unsigned ExpiredTokenRetries = 0;
    std::string RetryAfterHeader;
    std::vector<int> RetryAfterCodes;
  } Classification;

  struct {
    std::vector<std::string> SafeMethods, KeyedMethods;
    std::string Header;
    unsigned MaxKeyLength = 0;
    std::string KeyFormat; // uuid-v4, uuid, any
    double ServerRetention = 0, ConsumerWindow = 0;
  } Idempotency;

  struct {
    double Ratio = 0, StrictRatio = 0, Window = 0;
    unsigned BucketCapacity = 0, SuccessAdds = 0;
    bool ExhaustedOpensBreaker = false;
  } Budget;

  struct {
    /// Layers that may retry the same operation.
    unsigned MaxLayers = 1;
  } Nesting;

  struct {
    unsigned OpenAttempts = 0, HalfOpenAttempts = 0;
    bool ReportsOutcomes = false;
  } CircuitBreaker;

  struct {
    std::vector<Context> RequiredFor;
    std::vector<std::string> Keeps; // payload, headers, retry-metadata
    bool Alerts = false;
  } DeadLetter;

  struct {
    /// Words in a name that say that the value must not be logged.
    std::vector<std::string> SecretNames;
    std::vector<std::string> NeverRetried; // failures: "tls-certificate"
  } Security;

  struct Metric {
    std::string Name;
    std::string Type; // counter, gauge, histogram
    std::vector<std::string> Labels;
  };
  struct {
    std::vector<std::string> LogFields;
    std::vector<Metric> Metrics;
    double AlertRetryRate = 0, AlertFinalFailureRate = 0, AlertLongDelay = 0;
  } Observability;

  struct Check {
    bool Enabled = true;
    Gate TheGate = Gate::Advice;
    std::vector<std::string> Rules; // ids: "B1", "L1"
  };
  /// By name without the prefix: "fixed-interval".
  llvm::StringMap<Check> Checks;
  /// Findings of other gates are not shown.
  std::vector<Gate> ReportedGates;

  /// Which functions or files run in which context; the first that fits
  /// decides. Exactly one of the two globs is set.
  struct ContextRule {
    std::string Function, Path;
    Context TheContext = Context::Synchronous;
  };
  std::vector<ContextRule> Contexts;
  Context DefaultContext = Context::Synchronous;

  /// A recorded exception from a check of the gate "review".
  struct Approval {
    std::string Id, Approver;
    std::string Expires; // YYYY-MM-DD, the last day on which it holds
    std::string Check;   // as in Checks
    std::string Where;   // a glob of a function or a path
    std::string Reason;
    std::string Origin; // file:line
  };
  std::vector<Approval> Approvals;

  /// Report what is only possible, too.
  bool Pedantic = false;
  /// A suppression in the source must say why.
  bool RequireNolintReason = false;

  /// The models in force: the shipped ones and those the user's file adds.
  ApiModels Apis;

  /// Where a value was set, by its dotted key: Origins["backoff.cap"] is
  /// "default.yaml:12" or a path and a line.
  llvm::StringMap<std::string> Origins;
  /// As it is written there; maps are not listed, their keys are.
  llvm::StringMap<std::string> Values;
  /// The files that were read, the nearest last; empty: the compiled-in ones.
  std::vector<std::string> Files;
};

} // namespace retrylint

#endif
