// retry::call: a correct retry in one call, in the calling thread.
#ifndef RETRY_CALL_H
#define RETRY_CALL_H

#include "retry/attempt.h"
#include "retry/classify.h"
#include "retry/result.h"
#if defined(__linux__)
#include <time.h>
#endif

namespace retry {

/// What a callable that returns nothing gives.
struct done {};
inline failure classify(done) noexcept { return success; }

/// Classifies by the overloads of `classify`.
struct by_type {
  template <typename T> failure operator()(const T &answer) const {
    return classify(answer);
  }
};

namespace detail {

/// How deep this thread is in attempts of `call`.
inline unsigned &depth() noexcept {
  static thread_local unsigned now = 0;
  return now;
}
struct deeper {
  deeper() noexcept { ++depth(); }
  ~deeper() { --depth(); }
  deeper(const deeper &) = delete;
  deeper &operator=(const deeper &) = delete;
};

/// When it began. A few milliseconds early do no harm, and the coarse clock
/// costs a fifth of the exact one.
inline time_point beginning(dependency &to) {
#if defined(__linux__)
  if (to.real()) {
    timespec now;
    ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return time_point(std::chrono::seconds(now.tv_sec) +
                      std::chrono::nanoseconds(now.tv_nsec));
  }
#endif
  return to.where().now();
}

template <typename Fn, typename = void>
struct takes_attempt : std::false_type {};
template <typename Fn>
struct takes_attempt<Fn, std::enable_if_t<std::is_invocable_v<Fn &, attempt &>>>
    : std::true_type {};

template <typename Fn> auto invoke(Fn &fn, attempt &now) {
  deeper guard;
  if constexpr (takes_attempt<Fn>::value) {
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

/// Everything between two attempts that does not depend on types; shared by
/// all drivers.
class after_failure {
public:
  after_failure(dependency &called, attempt &current, bool inside) noexcept
      : to(called), now(current), nested(inside) {}

  /// Decides, takes from the budget and tells the observer.
  decision next(const failure &why) {
    time_point at = to.where().now();
    // Whoever answers that it cannot be done is alive.
    if (why.is == failure_class::permanent)
      to.breaker().succeeded();
    else
      to.breaker().failed(at);
    progress so_far = now.so_far();
    decision d = decide(to.limits(), so_far, why, at, to.where().random());
    if (d.again() && nested)
      d = {stop_reason::nested, {}};
    if (d.again() && now.stop().stop_requested())
      d = {stop_reason::cancelled, {}};
    if (d.again() && !to.breaker().closed())
      d = {stop_reason::circuit_open, {}};
    if (d.again() && !to.retries().acquire(at)) {
      d = {stop_reason::budget_exhausted, {}};
      to.breaker().open(at);
    }
    wake = after(at, d.wait);
    retry_event event = event_of(why, at);
    event.stop = d.stop;
    event.backoff = d.wait;
    if (d.again())
      to.watcher().retrying(event);
    else
      give_up(event, at);
    return d;
  }

  /// After the wait: false, and the reason, if there is no further attempt.
  bool proceed(const failure &why, decision &d, bool waited) {
    if (!waited)
      d.stop = stop_reason::cancelled;
    else if (!to.breaker().allow(to.where().now()))
      d.stop = stop_reason::circuit_open;
    if (d.again()) {
      now.next(why, d.wait);
      return true;
    }
    time_point at = to.where().now();
    retry_event event = event_of(why, at);
    event.stop = d.stop;
    give_up(event, at);
    return false;
  }

  void recovered() {
    time_point at = to.where().now();
    to.watcher().recovered(event_of(success, at));
  }

  time_point wake_at() const noexcept { return wake; }

  ending end(const failure &why, stop_reason stop) {
    return {why,          stop,
            now.number(), to.where().now() - now.started(),
            to.name(),    now.doing().name};
  }

private:
  retry_event event_of(const failure &why, time_point at) const {
    retry_event e;
    e.correlation_id = now.doing().correlation_id;
    e.dependency = to.name();
    e.operation = now.doing().name;
    e.attempt = now.number();
    e.max_attempts = to.limits().max_attempts;
    e.error_type = why.type;
    e.idempotency_key = now.doing().key;
    e.elapsed = at - now.started();
    return e;
  }
  void give_up(const retry_event &event, time_point at) {
    to.retries().ended(false, at);
    to.watcher().gave_up(event);
  }

  dependency &to;
  attempt &now;
  const bool nested;
  time_point wake{};
};

inline void note_success(dependency &to) {
  to.breaker().succeeded();
  if (token_bucket *bucket = to.own_bucket())
    bucket->succeeded();
  else
    to.retries().ended(true, to.where().now());
}

/// One attempt: its answer or what it threw, and what that means.
template <typename T> struct tried {
  std::optional<T> answer;
  std::exception_ptr thrown;
  failure why = success;
};

template <typename T, typename Fn, typename Classify>
tried<T> try_once(Fn &fn, attempt &now, Classify &meaning) {
  tried<T> t;
#if defined(__cpp_exceptions)
  try {
    t.answer.emplace(invoke(fn, now));
  } catch (...) {
    t.thrown = std::current_exception();
  }
  if (t.thrown) {
    if constexpr (std::is_invocable_v<Classify &, const std::exception_ptr &>)
      t.why = meaning(t.thrown);
    else
      t.why = classify(t.thrown);
    return t;
  }
#else
  t.answer.emplace(invoke(fn, now));
#endif
  t.why = meaning(*t.answer);
  return t;
}

template <typename T, typename Fn, typename Classify>
result<T> go_on(dependency &to, attempt &now, Fn &fn, Classify &meaning,
                tried<T> last, bool nested) {
  after_failure then(to, now, nested);
  for (;;) {
    decision d = then.next(last.why);
    if (d.again()) {
      bool waited = to.where().wait_until(then.wake_at(), now.stop());
      if (then.proceed(last.why, d, waited)) {
        last = try_once<T>(fn, now, meaning);
        if (last.why.ok()) {
          note_success(to);
          then.recovered();
          return {std::move(last.answer),
                  then.end(success, stop_reason::succeeded)};
        }
        continue;
      }
    }
    ending how = then.end(last.why, d.stop);
    if (last.thrown)
      return {last.thrown, how};
    return {std::move(last.answer), how};
  }
}

} // namespace detail

/// Calls `fn` until it succeeds or the policy of the dependency says stop.
/// `fn` takes nothing or a `retry::attempt &`; what it returns or throws is
/// classified by `meaning`.
template <typename Fn, typename Classify = by_type>
auto call(dependency &to, operation what, Fn &&fn, Classify meaning = {}) {
  using T = decltype(detail::invoke(fn, std::declval<attempt &>()));
  const bool nested = detail::depth() != 0;
  attempt now(to, what, detail::beginning(to));
  detail::after_failure then(to, now, nested);
  stop_reason refused = stop_reason::none;
  if (now.stop().stop_requested())
    refused = stop_reason::cancelled;
  else if (!to.breaker().closed() && !to.breaker().allow(to.where().now()))
    refused = stop_reason::circuit_open;
  if (refused != stop_reason::none) {
    ending how = then.end(failure{failure_class::transient, failure_kind::other,
                                  std::nullopt, name(refused)},
                          refused);
    how.attempts = 0;
    return result<T>(std::optional<T>(), how);
  }
  detail::tried<T> first = detail::try_once<T>(fn, now, meaning);
  if (first.why.ok()) {
    detail::note_success(to);
    return result<T>(std::move(first.answer),
                     ending{success, stop_reason::succeeded, 1,
                            duration::zero(), to.name(), what.name});
  }
  return detail::go_on<T>(to, now, fn, meaning, std::move(first), nested);
}

/// The same for the dependency of this name (see `named`).
template <typename Fn, typename Classify = by_type>
auto call(const char *dependency_name, operation what, Fn &&fn,
          Classify meaning = {}) {
  return call(named(dependency_name), std::move(what), fn, std::move(meaning));
}

} // namespace retry

#endif
