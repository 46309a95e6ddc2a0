// A way to end a wait early: std::stop_token where there is one, else the same
// in small.
#ifndef RETRY_STOP_H
#define RETRY_STOP_H

#include "retry/time.h"
#include <condition_variable>
#include <memory>
#include <mutex>
#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif
#if defined(__cpp_lib_jthread)
#include <stop_token>
#endif

namespace retry {

namespace detail {

struct stop_state {
  std::mutex mutex;
  std::condition_variable changed;
  bool stopped = false;

  void stop() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      stopped = true;
    }
    changed.notify_all();
  }
};

} // namespace detail

class stop_token {
public:
  stop_token() = default; // never stops

#if defined(__cpp_lib_jthread)
  /// What the standard's token asks for, this one does.
  stop_token(std::stop_token other) : standard(std::move(other)) {}
#endif

  bool stop_requested() const {
#if defined(__cpp_lib_jthread)
    if (standard.stop_requested())
      return true;
#endif
    if (!state)
      return false;
    std::lock_guard<std::mutex> lock(state->mutex);
    return state->stopped;
  }

  /// Waits until then; false if it was stopped before.
  bool wait_until(time_point then) const {
#if defined(__cpp_lib_jthread)
    if (standard.stop_possible()) {
      auto own = std::make_shared<detail::stop_state>();
      std::stop_callback wake(standard, [own] { own->stop(); });
      return wait(*own, then);
    }
#endif
    if (state)
      return wait(*state, then);
    detail::stop_state nobody;
    return wait(nobody, then);
  }

private:
  friend class stop_source;
  explicit stop_token(std::shared_ptr<detail::stop_state> s)
      : state(std::move(s)) {}

  static bool wait(detail::stop_state &s, time_point then) {
    std::unique_lock<std::mutex> lock(s.mutex);
    if (then == never) {
      s.changed.wait(lock, [&] { return s.stopped; });
      return false;
    }
    return !s.changed.wait_until(lock, then, [&] { return s.stopped; });
  }

  std::shared_ptr<detail::stop_state> state;
#if defined(__cpp_lib_jthread)
  std::stop_token standard;
#endif
};

class stop_source {
public:
  stop_token token() const { return stop_token(state); }
  void request_stop() { state->stop(); }

private:
  std::shared_ptr<detail::stop_state> state =
      std::make_shared<detail::stop_state>();
};

} // namespace retry

#endif
