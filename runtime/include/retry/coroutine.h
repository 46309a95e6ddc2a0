// retry::co_call: retries in a C++20 coroutine, of whichever task type.
#ifndef RETRY_COROUTINE_H
#define RETRY_COROUTINE_H

#include "retry/driver.h"
#if !defined(__cpp_impl_coroutine)
#error "retry/coroutine.h needs coroutines, that is C++20"
#endif
#include <concepts>
#include <coroutine>

namespace retry {

/// What is known of a coroutine's type. A specialisation may have more: a
/// function `sleep(time_point, const stop_token &)`, see `sleeper`, and a class
/// `default_meaning`.
template <typename Task> struct task_traits;

template <template <typename...> class Task, typename T, typename... Rest>
struct task_traits<Task<T, Rest...>> {
  using value_type = T;
  template <typename U> using rebind = Task<U, Rest...>;
};

/// Gives something to await until then, which gives false if the token ended
/// it. If it throws, the wait was cancelled.
template <typename Fn>
concept sleeper = std::invocable<Fn &, time_point, const stop_token &>;

namespace detail {

template <typename Fn> auto start(Fn &fn, attempt &now) {
  nesting_guard guard(inside_attempt());
  if constexpr (takes_attempt<Fn>)
    return fn(now);
  else
    return fn();
}

template <typename Fn>
using task_of =
    decltype(start(std::declval<Fn &>(), std::declval<attempt &>()));
template <typename Fn> using traits_of = task_traits<task_of<Fn>>;
template <typename Fn>
using awaited =
    std::conditional_t<std::is_void_v<typename traits_of<Fn>::value_type>, done,
                       typename traits_of<Fn>::value_type>;
/// The same type of task, for the result.
template <typename Fn>
using retried = typename traits_of<Fn>::template rebind<result<awaited<Fn>>>;

template <typename Traits> struct meaning_for {
  using type = by_type;
};
template <typename Traits>
  requires requires { typename Traits::default_meaning; }
struct meaning_for<Traits> {
  using type = typename Traits::default_meaning;
};

template <typename Fn>
using default_meaning = typename meaning_for<traits_of<Fn>>::type;

template <typename Traits> struct sleep_of {
  static constexpr bool known =
      requires(time_point then, stop_token stop) { Traits::sleep(then, stop); };
  static_assert(known,
                "retry::co_call does not know how to wait in this type of "
                "coroutine: pass it a function sleep(time_point, const "
                "stop_token &), or specialise retry::task_traits");
  auto operator()(time_point then, const stop_token &stop) const {
    return Traits::sleep(then, stop);
  }
};

} // namespace detail

/// Awaits `fn(attempt)` until it succeeds or the policy of the dependency says
/// stop. Gives what `fn` does, around a `retry::result`. Waits by awaiting
/// `sleep(then, stop)`.
template <typename Fn, sleeper Sleep,
          typename Classify = detail::default_meaning<Fn>>
detail::retried<Fn> co_call(dependency &to, operation what, Fn fn, Sleep sleep,
                            Classify meaning = {}) {
  result<detail::awaited<Fn>> last(to.name(), what.name);
  const bool nested = detail::inside_attempt();
  if (stop_reason why = detail::refusal(to, what); why != stop_reason::none) {
    last.how() = detail::refused(to, what, why);
    co_return last;
  }
  attempt now(to, what);
  detail::after_failure then(to, now, nested);
  for (;;) {
    last.given_answer().reset();
    last.given_error() = nullptr;
    try {
      if constexpr (std::is_void_v<
                        typename detail::traits_of<Fn>::value_type>) {
        co_await detail::start(fn, now);
        last.given_answer().emplace();
      } else {
        last.given_answer().emplace(co_await detail::start(fn, now));
      }
    } catch (...) {
      last.given_error() = std::current_exception();
    }
    failure why =
        detail::meaning_of<detail::default_meaning<Fn>>(meaning, last);
    if (why.ok()) {
      detail::note_success(to);
      if (now.number() > 1)
        last.how() = then.recovered();
      co_return last;
    }
    decision d = then.next(why);
    if (d.again()) {
      bool waited = false;
      if (to.where().simulated()) {
        waited = to.where().wait_until(then.wake_at(), now.stop());
      } else {
        try {
          waited = co_await sleep(then.wake_at(), now.stop());
        } catch (...) {
        }
      }
      then.proceed(why, d, waited);
    }
    if (!d.again()) {
      last.how() = then.end(why, d.stop);
      co_return last;
    }
  }
}

/// The same where the type of coroutine knows how to wait.
template <typename Fn, typename Classify = detail::default_meaning<Fn>>
  requires(!sleeper<Classify>)
detail::retried<Fn> co_call(dependency &to, operation what, Fn fn,
                            Classify meaning = {}) {
  return co_call(to, std::move(what), std::move(fn),
                 detail::sleep_of<detail::traits_of<Fn>>(), std::move(meaning));
}

} // namespace retry

#endif
