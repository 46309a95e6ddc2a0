// retry::call: a correct retry in one call, in the calling thread.
#ifndef RETRY_CALL_H
#define RETRY_CALL_H

#include "retry/driver.h"

namespace retry {
namespace detail {

/// One attempt into `last`: its answer or what it threw. Gives what that means.
template <typename T, typename Fn, typename Classify>
RETRY_HOT failure try_once(Fn &fn, attempt &now, Classify &meaning,
                           result<T> &last, bool nested) {
#if defined(__cpp_exceptions)
  try {
    nesting_guard guard(nested);
    last.given_answer().emplace_from([&] { return invoke(fn, now); });
  } catch (...) {
    last.given_answer().reset();
    last.given_error() = std::current_exception();
    return meaning_of_thrown(meaning, last.given_error());
  }
#else
  nesting_guard guard(nested);
  last.given_answer().emplace_from([&] { return invoke(fn, now); });
#endif
  return meaning(*last.given_answer());
}

template <typename T, typename Fn, typename Classify>
RETRY_COLD void go_on(dependency &to, attempt &now, Fn &fn, Classify &meaning,
                      result<T> &last, bool nested, failure why) {
  after_failure then(to, now, nested);
  for (;;) {
    decision d = then.next(why);
    if (d.again()) {
      bool waited = to.where().wait_until(then.wake_at(), now.stop());
      then.proceed(why, d, waited);
    }
    if (!d.again()) {
      last.how() = then.end(why, d.stop);
      return;
    }
    last.given_error() = nullptr;
    why = try_once(fn, now, meaning, last, nested);
    if (why.ok()) {
      note_success(to);
      last.how() = then.recovered();
      return;
    }
  }
}

template <typename T, typename Fn, typename Classify>
RETRY_HOT void run(dependency &to, operation &what, Fn &fn, Classify &meaning,
                   result<T> &last) {
  if (stop_reason why = refusal(to, what); why != stop_reason::none) {
    last.how() = refused(to, what, why);
    return;
  }
  const bool nested = inside_attempt();
  attempt now(to, what);
  failure why = try_once(fn, now, meaning, last, nested);
  if (!why.ok())
    return go_on(to, now, fn, meaning, last, nested, why);
  note_success(to);
}

} // namespace detail

/// Calls `fn` until it succeeds or the policy of the dependency says stop.
/// `fn` takes nothing or a `retry::attempt &`; what it returns or throws is
/// classified by `meaning`.
template <typename Fn, typename Classify = by_type>
result<detail::answer_of<Fn>> call(dependency &to, operation &&what, Fn &&fn,
                                   Classify meaning = {}) {
  result<detail::answer_of<Fn>> last(to.name(), what.name);
  detail::run(to, what, fn, meaning, last);
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

#endif
