// Who hears of a retry. There is no field for a URL, a header or a body, so
// none can leak.
#ifndef RETRY_OBSERVER_H
#define RETRY_OBSERVER_H

#include "retry/decide.h"
#include "retry/key.h"
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <string_view>

namespace retry {

namespace detail {

/// A name is a literal of the characters and the length that an id may have.
/// Should somebody hand data as a name, it does not get into logs and metrics.
inline const char *name_or_not(const char *name) noexcept {
  return name != nullptr && (*name == '\0' || !id::from(name).empty())
             ? name
             : "invalid_name";
}

/// For observers, which must not throw.
template <typename Fn> void quietly(Fn &&fn) noexcept {
#if defined(__cpp_exceptions)
  try {
    fn();
  } catch (...) { // a line is lost, or a number; the call goes on
  }
#else
  fn();
#endif
}

} // namespace detail

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

/// An event as a line of "name=value", without an end of line.
class event_line {
public:
  event_line(const char *what, const retry_event &e) noexcept {
    using milliseconds = std::chrono::milliseconds;
    int size = std::snprintf(
        text.data(), text.size(),
        "retry: %s dependency=%s operation=%s attempt=%u max_attempts=%u "
        "backoff_ms=%lld error_type=%s correlation_id=%.*s "
        "idempotency_key=%.*s stop=%s",
        what, e.dependency, e.operation, e.attempt, e.max_attempts,
        static_cast<long long>(
            std::chrono::duration_cast<milliseconds>(e.backoff).count()),
        e.error_type, static_cast<int>(e.correlation_id.view().size()),
        e.correlation_id.view().data(),
        static_cast<int>(e.idempotency_key.view().size()),
        e.idempotency_key.view().data(), name(e.stop));
    length = size < 0 ? 0 : static_cast<std::size_t>(size);
    if (length >= text.size())
      length = text.size() - 1;
  }
  std::string_view view() const noexcept { return {text.data(), length}; }

private:
  std::array<char, 768> text; // three names and two ids of 64, and the rest
  std::size_t length;
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
    const event_line line(what, e);
    std::fprintf(stderr, "%.*s\n", static_cast<int>(line.view().size()),
                 line.view().data());
  }
};

/// Several that all hear of everything: a log, and metrics. Each must outlive
/// it.
template <std::size_t Count> class observers final : public observer {
public:
  template <typename... Each>
  explicit observers(Each &...one) noexcept : all{&one...} {}

  void retrying(const retry_event &e) noexcept override {
    for (observer *one : all)
      one->retrying(e);
  }
  void gave_up(const retry_event &e) noexcept override {
    for (observer *one : all)
      one->gave_up(e);
  }
  void recovered(const retry_event &e) noexcept override {
    for (observer *one : all)
      one->recovered(e);
  }

private:
  std::array<observer *, Count> all;
};
template <typename... Each> observers(Each &...) -> observers<sizeof...(Each)>;

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
