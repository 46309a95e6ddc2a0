// retry::call: a correct retry in one call, in the calling thread.
#ifndef RETRY_CALL_H
#define RETRY_CALL_H

#include "retry/attempt.h"
#include "retry/classify.h"
#include "retry/result.h"

#if defined(__GNUC__)
#define RETRY_COLD __attribute__((noinline, cold))
#else
#define RETRY_COLD
#endif

namespace retry {

/// What a callable that returns nothing gives.
struct done {};
inline failure classify(done) noexcept { return success; }

/// Classifies by `classifier`, that is by the overloads of `classify`.
struct by_type {
  template <typename T> failure operator()(const T &answer) const {
    return classifier<T>::of(answer);
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
    decision d =
        decide(to.limits(), now.history(), why, at, to.where().random());
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

  void recovered() {
    to.watcher().recovered(event_of(success, to.where().now(), {}));
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
    e.dependency = to.name();
    e.operation = now.doing().name;
    e.attempt = now.number();
    e.max_attempts = to.limits().max_attempts;
    e.backoff = d.wait;
    e.error_type = why.type;
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

inline void note_success(dependency &to) {
  to.breaker().succeeded();
  if (token_bucket *bucket = to.own_bucket())
    bucket->succeeded();
  else
    to.retries().ended(true, to.where().now());
}

/// One attempt into `last`: its answer or what it threw, and what that means.
template <typename T, typename Fn, typename Classify>
void try_once(Fn &fn, attempt &now, Classify &meaning, result<T> &last) {
#if defined(__cpp_exceptions)
  try {
    last.given_answer().emplace(invoke(fn, now));
  } catch (...) {
    last.given_answer().reset();
    last.given_error() = std::current_exception();
    if constexpr (std::is_invocable_v<Classify &, const std::exception_ptr &>)
      last.how().why = meaning(last.given_error());
    else
      last.how().why = classify(last.given_error());
    return;
  }
#else
  last.given_answer().emplace(invoke(fn, now));
#endif
  last.how().why = meaning(*last.given_answer());
}

template <typename T, typename Fn, typename Classify>
RETRY_COLD void go_on(dependency &to, attempt &now, Fn &fn, Classify &meaning,
                      result<T> &last, bool nested) {
  after_failure then(to, now, nested);
  for (;;) {
    decision d = then.next(last.why());
    if (d.again()) {
      bool waited = to.where().wait_until(then.wake_at(), now.stop());
      then.proceed(last.why(), d, waited);
    }
    if (!d.again()) {
      last.how() = then.end(last.why(), d.stop);
      return;
    }
    last.given_error() = nullptr;
    try_once(fn, now, meaning, last);
    if (last.ok()) {
      note_success(to);
      then.recovered();
      last.how() = then.end(success, stop_reason::succeeded);
      return;
    }
  }
}

/// Whether a first attempt may not even start, and why.
inline stop_reason refusal(dependency &to, const operation &what) {
  if (what.stop.stop_requested())
    return stop_reason::cancelled;
  if (!to.breaker().closed() && !to.breaker().allow(to.where().now()))
    return stop_reason::circuit_open;
  return stop_reason::none;
}

inline ending refused(dependency &to, const operation &what, stop_reason why) {
  return {transient(name(why)), why, 0, {}, to.name(), what.name};
}

} // namespace detail

/// Calls `fn` until it succeeds or the policy of the dependency says stop.
/// `fn` takes nothing or a `retry::attempt &`; what it returns or throws is
/// classified by `meaning`.
template <typename Fn, typename Classify = by_type>
auto call(dependency &to, operation &&what, Fn &&fn, Classify meaning = {}) {
  result<decltype(detail::invoke(fn, std::declval<attempt &>()))> last;
  const bool nested = detail::depth() != 0;
  if (stop_reason why = detail::refusal(to, what); why != stop_reason::none) {
    last.how() = detail::refused(to, what, why);
    return last;
  }
  attempt now(to, what);
  detail::try_once(fn, now, meaning, last);
  if (last.ok()) {
    detail::note_success(to);
    last.how().dependency = to.name();
    last.how().operation = what.name;
  } else {
    detail::go_on(to, now, fn, meaning, last, nested);
  }
  return last;
}

template <typename Fn, typename Classify = by_type>
auto call(dependency &to, const operation &what, Fn &&fn,
          Classify meaning = {}) {
  return call(to, operation(what), fn, std::move(meaning));
}

/// The same for the dependency of this name (see `named`).
template <typename Fn, typename Classify = by_type>
auto call(const char *dependency_name, operation what, Fn &&fn,
          Classify meaning = {}) {
  return call(named(dependency_name), std::move(what), fn, std::move(meaning));
}

} // namespace retry

#undef RETRY_COLD
#endif
