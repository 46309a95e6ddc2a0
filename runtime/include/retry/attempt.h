// What an attempt is told.
#ifndef RETRY_ATTEMPT_H
#define RETRY_ATTEMPT_H

#include "retry/dependency.h"
#include "retry/operation.h"

namespace retry {

/// Given to the callable of `retry::call`, if it takes one.
class attempt {
public:
  attempt(dependency &called, operation &doing, time_point since,
          unsigned first = 1) noexcept
      : to(called), what(doing), began(since), count(first) {}
  attempt(const attempt &) = delete;
  attempt &operator=(const attempt &) = delete;

  unsigned number() const noexcept { return count; }

  /// The idempotency key, the same on every attempt. Send it: a POST whose key
  /// was never asked for is not repeated.
  const id &key() {
    if (what.key.empty())
      what.key = id::uuid();
    key_taken = true;
    return what.key;
  }

  time_point deadline() const noexcept {
    return end_of(to.limits(), so_far(), failure_kind::other);
  }
  /// What is left until the deadline.
  duration remaining() const {
    time_point end = deadline(), now = to.where().now();
    return end > now ? end - now : duration::zero();
  }
  /// How long this attempt may take.
  duration timeout() const {
    duration left = remaining(), own = to.limits().attempt_timeout;
    return own > duration::zero() && own < left ? own : left;
  }
  /// The attempt before failed because its token had expired: refresh it first.
  bool token_expired() const noexcept { return expired; }
  const stop_token &stop() const noexcept { return what.stop; }
  const id &correlation_id() const noexcept { return what.correlation_id; }

  /// For drivers.
  bool may_repeat() const noexcept {
    return what.repeat == repeatable::yes ||
           (what.repeat == repeatable::with_key && key_taken);
  }
  progress so_far() const noexcept {
    progress p = history;
    p.attempts = count;
    p.started = began;
    p.deadline = what.deadline;
    p.repeatable = may_repeat();
    return p;
  }
  void next(const failure &why, duration wait) noexcept {
    history = advance(history, why, wait);
    expired = why.kind == failure_kind::expired_token;
    ++count;
  }
  time_point started() const noexcept { return began; }
  const operation &doing() const noexcept { return what; }

private:
  dependency &to;
  operation &what;
  time_point began;
  unsigned count;
  bool key_taken = false, expired = false;
  progress history;
};

} // namespace retry

#endif
