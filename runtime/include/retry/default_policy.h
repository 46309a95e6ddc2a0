// Made by `retrylint policy emit-header` from the retry policy. Do not
// edit: change the policy and make it again.
// clang-format off
#ifndef RETRY__DEFAULTS_POLICY_H
#define RETRY__DEFAULTS_POLICY_H

#include "retry/policy.h"

namespace retry::defaults {

inline constexpr std::array<retry::failure_limit, retry::failure_kinds>
    per_failure = {{
        {0, {}},
        {5, std::chrono::seconds(30)}, // network-timeout
        {5, std::chrono::seconds(30)}, // connection-refused
        {5, std::chrono::seconds(30)}, // http-503
        {3, std::chrono::minutes(1)}, // http-429
        {3, std::chrono::seconds(15)}, // http-500
        {3, std::chrono::seconds(10)}, // deadlock
        {2, {}}, // dns-temporary
        {0, {}},
        {0, {}},
        {0, {}},
    }};

inline constexpr retry::duration webhook_schedule[] = {
    std::chrono::nanoseconds(0),
    std::chrono::seconds(1),
    std::chrono::seconds(5),
    std::chrono::seconds(30),
    std::chrono::minutes(2),
    std::chrono::minutes(15),
    std::chrono::hours(1),
    std::chrono::hours(4),
};

/// Somebody waits for the answer.
inline constexpr retry::policy sync_api = {
    3, // max_attempts
    std::chrono::seconds(1), // base
    std::chrono::seconds(30), // cap
    std::chrono::seconds(30), // total
    std::chrono::milliseconds(50), // reserve
    {}, // attempt_timeout
    std::chrono::milliseconds(250), // throttled_floor
    retry::jitter::full,
    1, // unknown_retries
    1, // expired_token_retries
    per_failure,
    nullptr,
    0,
};

/// A message from a queue.
inline constexpr retry::policy async_event = {
    5, // max_attempts
    std::chrono::seconds(1), // base
    std::chrono::seconds(30), // cap
    std::chrono::hours(24), // total
    std::chrono::milliseconds(50), // reserve
    {}, // attempt_timeout
    std::chrono::milliseconds(250), // throttled_floor
    retry::jitter::full,
    1, // unknown_retries
    1, // expired_token_retries
    per_failure,
    nullptr,
    0,
};

/// Delivery to somebody's server, by a schedule.
inline constexpr retry::policy webhook = {
    5, // max_attempts
    std::chrono::seconds(1), // base
    std::chrono::seconds(30), // cap
    std::chrono::hours(24), // total
    std::chrono::milliseconds(50), // reserve
    {}, // attempt_timeout
    std::chrono::milliseconds(250), // throttled_floor
    retry::jitter::full,
    1, // unknown_retries
    1, // expired_token_retries
    per_failure,
    webhook_schedule,
    8,
};

/// One item of a batch.
inline constexpr retry::policy batch = {
    3, // max_attempts
    std::chrono::seconds(1), // base
    std::chrono::seconds(30), // cap
    std::chrono::hours(24), // total
    std::chrono::milliseconds(50), // reserve
    {}, // attempt_timeout
    std::chrono::milliseconds(250), // throttled_floor
    retry::jitter::full,
    1, // unknown_retries
    1, // expired_token_retries
    per_failure,
    nullptr,
    0,
};

/// A unary gRPC call.
inline constexpr retry::policy grpc_unary = {
    3, // max_attempts
    std::chrono::seconds(1), // base
    std::chrono::seconds(30), // cap
    std::chrono::seconds(30), // total
    std::chrono::milliseconds(50), // reserve
    {}, // attempt_timeout
    std::chrono::milliseconds(250), // throttled_floor
    retry::jitter::full,
    1, // unknown_retries
    1, // expired_token_retries
    per_failure,
    nullptr,
    0,
};

/// The share of requests that may be retries.
inline constexpr double budget_ratio = 0.20;
inline constexpr unsigned budget_capacity = 100;
inline constexpr retry::duration budget_window = std::chrono::seconds(30);

} // namespace retry::defaults

#endif
