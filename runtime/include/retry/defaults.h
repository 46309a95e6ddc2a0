// The numbers of the shipped policy, one preset for each kind of caller.
#ifndef RETRY_DEFAULTS_H
#define RETRY_DEFAULTS_H

#include "retry/policy.h"

namespace retry {

namespace defaults {

inline constexpr std::array<failure_limit, failure_kinds> per_failure = {{
    {0, {}},                       // other
    {5, std::chrono::seconds(30)}, // network_timeout
    {5, std::chrono::seconds(30)}, // connection_refused
    {5, std::chrono::seconds(30)}, // http_503
    {3, std::chrono::seconds(60)}, // http_429
    {3, std::chrono::seconds(15)}, // http_500
    {3, std::chrono::seconds(10)}, // deadlock
    {2, {}},                       // dns_temporary
    {0, {}},                       // tls_certificate
    {0, {}},                       // expired_token
    {0, {}},                       // cancelled
}};

constexpr policy preset(unsigned attempts, duration total) noexcept {
  policy p;
  p.max_attempts = attempts;
  p.base = std::chrono::seconds(1);
  p.cap = std::chrono::seconds(30);
  p.total = total;
  p.reserve = std::chrono::milliseconds(50);
  p.throttled_floor = std::chrono::milliseconds(250);
  p.unknown_retries = 1;
  p.expired_token_retries = 1;
  p.per_failure = per_failure;
  return p;
}

inline constexpr duration webhook_schedule[] = {
    std::chrono::seconds(0),  std::chrono::seconds(1), std::chrono::seconds(5),
    std::chrono::seconds(30), std::chrono::minutes(2), std::chrono::minutes(15),
    std::chrono::hours(1),    std::chrono::hours(4)};

constexpr policy webhook() noexcept {
  policy p = preset(5, std::chrono::hours(24));
  p.schedule = webhook_schedule;
  p.schedule_size = sizeof(webhook_schedule) / sizeof(*webhook_schedule);
  return p;
}

} // namespace defaults

/// Somebody waits for the answer.
inline constexpr policy sync_api =
    defaults::preset(3, std::chrono::seconds(30));
/// A message from a queue.
inline constexpr policy async_event =
    defaults::preset(5, std::chrono::hours(24));
/// Delivery to somebody's server, by a schedule.
inline constexpr policy webhook = defaults::webhook();
/// One item of a batch.
inline constexpr policy batch = defaults::preset(3, std::chrono::hours(24));
inline constexpr policy grpc_unary =
    defaults::preset(3, std::chrono::seconds(30));

} // namespace retry

#endif
