#include "tool/commands/PolicyHeader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;

namespace {

/// In the largest unit that keeps it whole.
std::string chrono(double Seconds) {
  struct Unit {
    double Length;
    const char *Name;
  };
  static constexpr Unit Units[] = {{3600, "hours"},
                                   {60, "minutes"},
                                   {1, "seconds"},
                                   {1e-3, "milliseconds"},
                                   {1e-6, "microseconds"}};
  for (const Unit &U : Units) {
    double Count = Seconds / U.Length;
    if (Count >= 1 && std::abs(Count - std::round(Count)) < 1e-6)
      return formatv("std::chrono::{0}({1})", U.Name,
                     static_cast<long long>(std::round(Count)));
  }
  return formatv("std::chrono::nanoseconds({0})",
                 static_cast<long long>(std::round(Seconds * 1e9)));
}

/// The order of retry::failure_kind; null: no limit of its own can be set.
constexpr const char *Kinds[] = {
    nullptr,    "network-timeout", "connection-refused", "http-503", "http-429",
    "http-500", "deadlock",        "dns-temporary",      nullptr,    nullptr,
    nullptr};

void writeFailureLimits(raw_ostream &OS, const retrylint::Policy &P) {
  OS << "inline constexpr std::array<retry::failure_limit, "
        "retry::failure_kinds>\n    per_failure = {{\n";
  for (const char *Kind : Kinds) {
    retrylint::Policy::FailureLimit Limit;
    if (Kind)
      Limit = P.Limits.PerFailure.lookup(Kind);
    OS << formatv("        {{{0}, {1}},{2}\n", Limit.Attempts,
                  Limit.TotalDuration ? chrono(*Limit.TotalDuration) : "{}",
                  Kind ? formatv(" // {0}", Kind).str() : "");
  }
  OS << "    }};\n\n";
}

void writeSchedule(raw_ostream &OS, const retrylint::Policy &P) {
  OS << "inline constexpr retry::duration webhook_schedule[] = {\n";
  for (double Wait : P.Backoff.WebhookSchedule)
    OS << "    " << chrono(Wait) << ",\n";
  OS << "};\n\n";
}

void writePreset(raw_ostream &OS, const retrylint::Policy &P,
                 retrylint::Context Kind, StringRef Name, StringRef Comment) {
  unsigned Index = static_cast<unsigned>(Kind);
  bool Webhook = Kind == retrylint::Context::Webhook;
  bool Decorrelated = !is_contained(P.Backoff.AllowedJitter, "full") &&
                      is_contained(P.Backoff.AllowedJitter, "decorrelated");
  OS << formatv(
      "/// {0}\n"
      "inline constexpr retry::policy {1} = {{\n"
      "    {2}, // max_attempts\n"
      "    {3}, // base\n"
      "    {4}, // cap\n"
      "    {5}, // total\n"
      "    {6}, // reserve\n"
      "    {{}, // attempt_timeout\n"
      "    {12}, // throttled_floor\n"
      "    retry::jitter::{7},\n"
      "    {8}, // unknown_retries\n"
      "    {9}, // expired_token_retries\n"
      "    per_failure,\n"
      "    {10},\n"
      "    {11},\n};\n\n",
      Comment, Name, P.Limits.Attempts[Index].Default, chrono(P.Backoff.Base),
      chrono(P.Backoff.Cap), chrono(P.Limits.TotalDuration[Index]),
      chrono(P.Limits.DeadlineReserve), Decorrelated ? "decorrelated" : "full",
      P.Classification.UnknownErrorRetries,
      P.Classification.ExpiredTokenRetries,
      Webhook ? "webhook_schedule" : "nullptr",
      Webhook ? P.Backoff.WebhookSchedule.size() : 0,
      chrono(P.Backoff.Base / 4));
}

} // namespace

void retrylint::writePolicyHeader(raw_ostream &OS, const Policy &P,
                                  StringRef Namespace) {
  std::string Guard = Namespace.upper();
  for (char &C : Guard)
    if (!isAlnum(C))
      C = '_';
  OS << "// Made by `retrylint policy emit-header` from the retry policy. Do "
        "not\n"
        "// edit: change the policy and make it again.\n"
        "// clang-format off\n";
  OS << formatv("#ifndef {0}_POLICY_H\n#define {0}_POLICY_H\n\n", Guard);
  OS << "#include \"retry/policy.h\"\n\n";
  OS << formatv("namespace {0} {{\n\n", Namespace);
  writeFailureLimits(OS, P);
  writeSchedule(OS, P);
  writePreset(OS, P, Context::Synchronous, "sync_api",
              "Somebody waits for the answer.");
  writePreset(OS, P, Context::Event, "async_event", "A message from a queue.");
  writePreset(OS, P, Context::Webhook, "webhook",
              "Delivery to somebody's server, by a schedule.");
  writePreset(OS, P, Context::Batch, "batch", "One item of a batch.");
  writePreset(OS, P, Context::GrpcUnary, "grpc_unary", "A unary gRPC call.");
  OS << formatv("/// The share of requests that may be retries.\n"
                "inline constexpr double budget_ratio = {0};\n"
                "inline constexpr unsigned budget_capacity = {1};\n"
                "inline constexpr retry::duration budget_window = {2};\n\n",
                P.Budget.Ratio, P.Budget.BucketCapacity,
                chrono(P.Budget.Window));
  OS << formatv("} // namespace {0}\n\n#endif\n", Namespace);
}
