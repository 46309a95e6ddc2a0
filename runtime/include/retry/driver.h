// What every driver does between two attempts, whichever way it waits: the
// blocking `call`, callbacks and coroutines.
#ifndef RETRY_DRIVER_H
#define RETRY_DRIVER_H

#include "retry/attempt.h"
#include "retry/classify.h"
#include "retry/result.h"

namespace retry {

/// What a callable that returns nothing gives.
struct done {};
constexpr failure classify(done) noexcept { return success; }

/// The result of another call means what that came to.
template <typename T> failure classify(const result<T> &inner) noexcept {
  return inner.why();
}

namespace detail {

/// Whether this thread is in an attempt.
inline bool &inside_attempt() noexcept {
  static thread_local bool inside = false;
  return inside;
}
class nesting_guard {
public:
  explicit nesting_guard(bool nested) noexcept : before(nested) {
    inside_attempt() = true;
  }
  ~nesting_guard() { inside_attempt() = before; }
  nesting_guard(const nesting_guard &) = delete;
  nesting_guard &operator=(const nesting_guard &) = delete;

private:
  const bool before;
};

template <typename Fn>
inline constexpr bool takes_attempt = std::is_invocable_v<Fn &, attempt &>;

template <typename Fn> auto invoke(Fn &fn, attempt &now) {
  if constexpr (takes_attempt<Fn>) {
    if constexpr (std::is_void_v<decltype(fn(now))>) {
      fn(now);
      return done{};
    } else {
      return fn(now);
    }
  } else {
    if constexpr (std::is_void_v<decltype(fn())>) {
      fn();
      return done{};
    } else {
      return fn();
    }
  }
}

template <typename Fn>
using answer_of =
    decltype(invoke(std::declval<Fn &>(), std::declval<attempt &>()));

/// Everything between two attempts that does not depend on types.
class after_failure {
public:
  after_failure(dependency &called, attempt &current, bool inside) noexcept
      : to(called), now(current), nested(inside || current.doing().nested) {}

  /// Decides, takes from the budget and tells the observer.
  decision next(const failure &why, bool cancelled = false) {
    time_point at = to.where().now();
    // Whoever answers that it cannot be done is alive; of whom nobody waited
    // for, nothing is known.
    if (why.is != failure_class::permanent)
      to.breaker().failed(at);
    else if (why.kind != failure_kind::cancelled)
      to.breaker().succeeded();
    decision d =
        decide(to.limits(), now.history(), why, at, to.where().random());
    if (d.again() && nested)
      d = {stop_reason::nested, {}};
    if (d.again() && (cancelled || now.stop().stop_requested()))
      d = {stop_reason::cancelled, {}};
    if (d.again() && !to.breaker().closed())
      d = {stop_reason::circuit_open, {}};
    if (d.again() && !to.retries().acquire(at)) {
      d = {stop_reason::budget_exhausted, {}};
      to.breaker().open(at);
    }
    wake = after(at, d.wait);
    if (d.again())
      to.watcher().retrying(event_of(why, at, d));
    else
      give_up(why, at, d);
    return d;
  }

  /// After the wait: false, and the reason, if there is no further attempt.
  bool proceed(const failure &why, decision &d, bool waited) {
    time_point at = to.where().now();
    if (!waited)
      d.stop = stop_reason::cancelled;
    else if (!to.breaker().allow(at))
      d.stop = stop_reason::circuit_open;
    if (d.again())
      now.next(why, d.wait);
    else
      give_up(why, at, d);
    return d.again();
  }

  /// A later attempt than the first has succeeded.
  ending recovered() {
    to.watcher().recovered(event_of(success, to.where().now(), {}));
    return end(success, stop_reason::succeeded);
  }

  time_point wake_at() const noexcept { return wake; }

  ending end(const failure &why, stop_reason stop) {
    return {why,          stop,
            now.number(), to.where().now() - now.history().started,
            to.name(),    now.doing().name};
  }

private:
  retry_event event_of(const failure &why, time_point at, const decision &d) {
    retry_event e;
    e.correlation_id = now.doing().correlation_id;
    e.dependency = name_or_not(to.name());
    e.operation = name_or_not(now.doing().name);
    e.attempt = now.number();
    e.max_attempts = to.limits().max_attempts;
    e.backoff = d.wait;
    e.error_type = name_or_not(why.type);
    e.idempotency_key = now.doing().key;
    e.elapsed = at - now.history().started;
    e.stop = d.stop;
    return e;
  }
  void give_up(const failure &why, time_point at, const decision &d) {
    to.retries().ended(false, at);
    to.watcher().gave_up(event_of(why, at, d));
  }

  dependency &to;
  attempt &now;
  const bool nested;
  time_point wake{};
};

RETRY_COLD inline void tell_shared_budget(dependency &to) {
  to.retries().ended(true, to.where().now());
}

inline void note_success(dependency &to) {
  to.breaker().succeeded();
  if (token_bucket *bucket = to.own_bucket())
    bucket->succeeded();
  else
    tell_shared_budget(to);
}

RETRY_COLD inline bool may_probe(dependency &to) {
  return to.breaker().allow(to.where().now());
}

/// What was thrown, as `meaning` sees it, or as `Default` does if that takes no
/// exceptions.
template <typename Default = by_type, typename Classify>
failure meaning_of_thrown([[maybe_unused]] Classify &meaning,
                          const std::exception_ptr &thrown) {
  if constexpr (std::is_invocable_v<Classify &, const std::exception_ptr &>)
    return meaning(thrown);
  else
    return Default()(thrown);
}

/// What the last attempt gave or threw, as `meaning` sees it.
template <typename Default = by_type, typename Classify, typename T>
failure meaning_of(Classify &meaning, result<T> &last) {
#if defined(__cpp_exceptions)
  if (last.error())
    return meaning_of_thrown<Default>(meaning, last.error());
#endif
  return meaning(*last.given_answer());
}

RETRY_COLD inline bool too_late(dependency &to, const operation &what) {
  return to.where().now() >= what.deadline;
}

/// Whether a first attempt may not even start, and why.
inline stop_reason refusal(dependency &to, const operation &what) {
  if (what.stop.stop_requested())
    return stop_reason::cancelled;
  if (what.deadline != never && too_late(to, what))
    return stop_reason::deadline;
  if (!to.breaker().closed() && !may_probe(to))
    return stop_reason::circuit_open;
  return stop_reason::none;
}

inline ending refused(dependency &to, const operation &what, stop_reason why) {
  return {transient(name(why)), why, 0, {}, to.name(), what.name};
}

} // namespace detail
} // namespace retry

#endif
