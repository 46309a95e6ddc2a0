// Who hears of a retry. There is no field for a URL, a header or a body, so
// none can leak.
#ifndef RETRY_OBSERVER_H
#define RETRY_OBSERVER_H

#include "retry/decide.h"
#include "retry/key.h"
#include <atomic>
#include <cstdio>

namespace retry {

/// What every retry is logged with.
struct retry_event {
  id correlation_id;
  const char *dependency = ""; // as named by the program, a literal
  const char *operation = "";
  unsigned attempt = 0; // the one that failed, from 1
  unsigned max_attempts = 0;
  duration backoff{};
  const char *error_type = "";
  id idempotency_key;
  duration elapsed{};
  stop_reason stop = stop_reason::none; // set: there is no further attempt
};

class observer {
public:
  virtual ~observer() = default;
  /// Another attempt follows after `event.backoff`.
  virtual void retrying(const retry_event &event) noexcept = 0;
  /// It was given up; `event.stop` says why.
  virtual void gave_up(const retry_event &event) noexcept = 0;
  /// The call succeeded after at least one retry.
  virtual void recovered(const retry_event &) noexcept {}
};

/// One line for each event.
class stderr_observer final : public observer {
public:
  void retrying(const retry_event &e) noexcept override {
    write("retrying", e);
  }
  void gave_up(const retry_event &e) noexcept override { write("gave_up", e); }

private:
  static void write(const char *what, const retry_event &e) noexcept {
    using milliseconds = std::chrono::milliseconds;
    std::fprintf(
        stderr,
        "retry: %s dependency=%s operation=%s attempt=%u max_attempts=%u "
        "backoff_ms=%lld error_type=%s correlation_id=%.*s "
        "idempotency_key=%.*s stop=%s\n",
        what, e.dependency, e.operation, e.attempt, e.max_attempts,
        static_cast<long long>(
            std::chrono::duration_cast<milliseconds>(e.backoff).count()),
        e.error_type, static_cast<int>(e.correlation_id.view().size()),
        e.correlation_id.view().data(),
        static_cast<int>(e.idempotency_key.view().size()),
        e.idempotency_key.view().data(), name(e.stop));
  }
};

class null_observer final : public observer {
public:
  void retrying(const retry_event &) noexcept override {}
  void gave_up(const retry_event &) noexcept override {}
};

namespace detail {
inline std::atomic<observer *> &default_observer_slot() noexcept {
  static stderr_observer lines;
  static std::atomic<observer *> slot{&lines};
  return slot;
}
} // namespace detail

/// Hears what no observer of a dependency hears. At first: a line on stderr.
inline observer &default_observer() noexcept {
  return *detail::default_observer_slot().load(std::memory_order_acquire);
}
/// `one` must outlive every call.
inline void set_default_observer(observer &one) noexcept {
  detail::default_observer_slot().store(&one, std::memory_order_release);
}

} // namespace retry

#endif
