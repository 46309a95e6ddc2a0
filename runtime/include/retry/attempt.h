// What an attempt is told.
#ifndef RETRY_ATTEMPT_H
#define RETRY_ATTEMPT_H

#include "retry/dependency.h"
#include "retry/operation.h"
#include <new>

namespace retry {

/// Given to the callable of `retry::call`, if it takes one.
class attempt {
public:
  attempt(dependency &called, operation &doing) noexcept
      : to(called), what(doing) {}
  attempt(const attempt &) = delete;
  attempt &operator=(const attempt &) = delete;

  unsigned number() const noexcept { return begun ? so_far.attempts : 1; }

  /// The idempotency key, the same on every attempt. Send it: a POST whose key
  /// was never asked for is not repeated.
  const id &key() {
    if (what.key.empty())
      what.key = id::uuid();
    keyed = true;
    return what.key;
  }

  time_point deadline() {
    return end_of(to.limits(), history(), failure_kind::other);
  }
  /// What is left until the deadline.
  duration remaining() {
    time_point end = deadline(), now = to.where().now();
    return end > now ? end - now : duration::zero();
  }
  /// How long this attempt may take.
  duration timeout() {
    duration left = remaining(), own = to.limits().attempt_timeout;
    return own > duration::zero() && own < left ? own : left;
  }
  /// The attempt before failed because its token had expired: refresh it first.
  bool token_expired() const noexcept { return expired; }
  const stop_token &stop() const noexcept { return what.stop; }
  const id &correlation_id() const noexcept { return what.correlation_id; }
  const operation &doing() const noexcept { return what; }

  /// For drivers. The clock is first read when somebody wants to know the time:
  /// a call that succeeds at once does not pay for it.
  const progress &history() {
    if (!begun) {
      begun = true;
      ::new (&so_far) progress{1, to.where().now(), what.deadline};
      so_far.undone_by_failure = what.repeat == repeatable::unless_executed;
    }
    so_far.repeatable = what.repeat == repeatable::yes ||
                        (what.repeat == repeatable::with_key && keyed);
    return so_far;
  }
  void next(const failure &why, duration wait) noexcept {
    so_far = advance(so_far, why, wait);
    expired = why.kind == failure_kind::expired_token;
  }

private:
  dependency &to;
  operation &what;
  bool begun = false, keyed = false, expired = false;
  union {
    progress so_far; // from when it has begun
  };
};

} // namespace retry

#endif
