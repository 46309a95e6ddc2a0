// The decision: again after a wait, or stop for a reason. No clock, no sleep,
// no allocation; every driver asks this one function.
#ifndef RETRY_DECIDE_H
#define RETRY_DECIDE_H

#include "retry/backoff.h"
#include "retry/policy.h"

namespace retry {

enum class stop_reason : unsigned char {
  none, // it goes on
  succeeded,
  permanent,
  attempts_exhausted,
  deadline,
  retry_after_beyond_deadline,
  not_idempotent,
  budget_exhausted,
  circuit_open,
  nested, // a call around this one retries already
  cancelled,
};

constexpr const char *name(stop_reason reason) noexcept {
  switch (reason) {
  case stop_reason::none:
    return "none";
  case stop_reason::succeeded:
    return "succeeded";
  case stop_reason::permanent:
    return "permanent";
  case stop_reason::attempts_exhausted:
    return "attempts_exhausted";
  case stop_reason::deadline:
    return "deadline";
  case stop_reason::retry_after_beyond_deadline:
    return "retry_after_beyond_deadline";
  case stop_reason::not_idempotent:
    return "not_idempotent";
  case stop_reason::budget_exhausted:
    return "budget_exhausted";
  case stop_reason::circuit_open:
    return "circuit_open";
  case stop_reason::nested:
    return "nested";
  case stop_reason::cancelled:
    return "cancelled";
  }
  return "?";
}

/// What is known of the operation so far.
struct progress {
  unsigned attempts = 0; // made
  time_point started{};
  time_point deadline = never; // the caller's own
  bool repeatable = true;      // idempotent, or keyed
  duration previous_wait{};
  unsigned unknown_retries = 0;
  unsigned token_retries = 0;
  bool undone_by_failure = false; // repeatable if it was certainly not done
};

struct decision {
  stop_reason stop = stop_reason::none;
  duration wait{};
  constexpr bool again() const noexcept { return stop == stop_reason::none; }
};

/// When everything must be over: the caller's deadline or the policy's total.
constexpr time_point end_of(const policy &p, const progress &so_far,
                            failure_kind kind) noexcept {
  time_point end = after(so_far.started, p.total);
  if (duration own = p.limit(kind).total; own > duration::zero()) {
    time_point other = after(so_far.started, own);
    end = other < end ? other : end;
  }
  return so_far.deadline < end ? so_far.deadline : end;
}

namespace detail {

template <typename Random>
duration next_wait(const policy &p, const progress &so_far, const failure &why,
                   Random &random) noexcept {
  if (p.schedule != nullptr)
    return p.schedule[so_far.attempts];
  unsigned retry = so_far.attempts - 1;
  if (p.unsafe_waits != nullptr)
    return p.unsafe_waits(p.base, p.cap, retry,
                          std::uniform_real_distribution<>()(random));
  duration low{};
  if (why.is == failure_class::throttled)
    low = p.throttled_floor < p.cap / 2 ? p.throttled_floor : p.cap / 2;
  if (p.form == jitter::decorrelated)
    return decorrelated_jitter(p.base > low ? p.base : low, p.cap,
                               so_far.previous_wait, random);
  duration high = ceiling(p.base, p.cap, retry);
  return uniform(low, high > p.cap - low ? p.cap : high + low, random);
}

} // namespace detail

/// `so_far.attempts` attempts were made, the last ended with `why` at `now`.
template <typename Random>
decision decide(const policy &p, const progress &so_far, const failure &why,
                time_point now, Random &random) noexcept {
  if (why.ok())
    return {stop_reason::succeeded, {}};
  if (why.kind == failure_kind::cancelled)
    return {stop_reason::cancelled, {}};
  bool token = why.kind == failure_kind::expired_token &&
               so_far.token_retries < p.expired_token_retries;
  if (why.is == failure_class::permanent && !token)
    return {stop_reason::permanent, {}};
  if (why.is == failure_class::unknown &&
      so_far.unknown_retries >= p.unknown_retries)
    return {stop_reason::permanent, {}};
  bool undone =
      so_far.undone_by_failure && (why.is == failure_class::transient ||
                                   why.is == failure_class::throttled);
  if (!so_far.repeatable && !undone)
    return {stop_reason::not_idempotent, {}};
  unsigned most = p.max_attempts;
  if (unsigned own = p.limit(why.kind).max_attempts; own != 0 && own < most)
    most = own;
  if (so_far.attempts >= most)
    return {stop_reason::attempts_exhausted, {}};
  duration wait = detail::next_wait(p, so_far, why, random);
  bool asked = why.retry_after && *why.retry_after > wait;
  if (asked)
    wait = *why.retry_after;
  if (after(after(now, wait), p.reserve) > end_of(p, so_far, why.kind))
    return {asked ? stop_reason::retry_after_beyond_deadline
                  : stop_reason::deadline,
            {}};
  return {stop_reason::none, wait};
}

/// What is known when the next attempt begins.
constexpr progress advance(progress so_far, const failure &why,
                           duration wait) noexcept {
  ++so_far.attempts;
  so_far.previous_wait = wait;
  so_far.unknown_retries += why.is == failure_class::unknown;
  so_far.token_retries += why.kind == failure_kind::expired_token;
  return so_far;
}

} // namespace retry

#endif
