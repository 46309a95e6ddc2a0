// How often, how long and how far apart.
#ifndef RETRY_POLICY_H
#define RETRY_POLICY_H

#include "retry/failure.h"
#include <array>
#include <cstddef>

namespace retry {

enum class jitter : unsigned char { full, decorrelated };

/// The wait before a retry, counted from 0; `random` is in [0, 1).
using wait_function = duration (*)(duration base, duration cap, unsigned retry,
                                   double random) noexcept;

/// 0: none of its own.
struct failure_limit {
  unsigned max_attempts = 0;
  duration total{};
};

/// An aggregate, so that `policy{.max_attempts = 5}` reads well in C++20. A
/// policy that makes no sense is refused, never bent: see `problem`.
struct policy {
  unsigned max_attempts = 1;  // counting the first
  duration base{};            // the first wait is at most this
  duration cap{};             // and no wait is longer than this
  duration total{};           // all attempts and waits together
  duration reserve{};         // left of the deadline for the last attempt
  duration attempt_timeout{}; // zero: what is left
  /// After "too many requests" the wait begins here, or at half of the cap: a
  /// random wait alone could be none at all.
  duration throttled_floor{};
  jitter form = jitter::full;
  unsigned unknown_retries = 0;       // of an error that nobody has classified
  unsigned expired_token_retries = 0; // after the token was refreshed
  std::array<failure_limit, failure_kinds> per_failure{};
  /// The waits themselves, instead of jitter (webhook delivery); the first is
  /// the wait before the first attempt.
  const duration *schedule = nullptr;
  std::size_t schedule_size = 0;
  /// Set by retry/unsafe/waits.h alone.
  wait_function unsafe_waits = nullptr;

  constexpr const failure_limit &limit(failure_kind kind) const noexcept {
    return per_failure[static_cast<std::size_t>(kind)];
  }
};

/// Why the policy cannot be used, or null.
constexpr const char *problem(const policy &p) noexcept {
  if (p.max_attempts == 0)
    return "max_attempts counts the first attempt and is at least 1";
  if (p.max_attempts > 1 && p.schedule == nullptr && p.base <= duration::zero())
    return "base must be positive";
  if (p.cap < p.base)
    return "cap is below base";
  if (p.total <= duration::zero())
    return "total must be positive";
  if (p.reserve < duration::zero() || p.reserve >= p.total)
    return "reserve must be at least 0 and below total";
  if (p.attempt_timeout < duration::zero())
    return "attempt_timeout is negative";
  if (p.throttled_floor < duration::zero())
    return "throttled_floor is negative";
  if (p.schedule != nullptr && p.schedule_size < p.max_attempts)
    return "schedule is shorter than max_attempts";
  return nullptr;
}

} // namespace retry

#endif
