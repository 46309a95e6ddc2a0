// What came of it: the real last answer or exception, and what it took.
#ifndef RETRY_RESULT_H
#define RETRY_RESULT_H

#include "retry/decide.h"
#include "retry/slot.h"
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace retry {

/// How a call ended.
struct ending {
  failure why = success;
  stop_reason stop = stop_reason::succeeded;
  unsigned attempts = 1;
  /// Since somebody first wanted to know the time: an attempt that asked for
  /// its timeout, or the first failure. Zero if nobody did.
  duration elapsed{};
  const char *dependency = "", *operation = "";

  bool ok() const noexcept { return why.ok(); }
};

/// "billing.charge: gave up after 3 attempts in 4200 ms: http_503 (deadline)"
inline std::string describe(const ending &e) {
  std::string text = std::string(e.dependency) + "." + e.operation + ": ";
  text += e.ok() ? "succeeded" : "gave up";
  text += " after " + std::to_string(e.attempts) +
          (e.attempts == 1 ? " attempt" : " attempts") + " in " +
          std::to_string(
              std::chrono::duration_cast<std::chrono::milliseconds>(e.elapsed)
                  .count()) +
          " ms";
  if (!e.ok())
    text += std::string(": ") + e.why.type + " (" + name(e.stop) + ")";
  return text;
}

/// No attempt was made: the circuit was open, the deadline had passed, or it
/// was cancelled before.
class not_attempted : public std::exception {
public:
  explicit not_attempted(const ending &how) : text(describe(how)) {}
  const char *what() const noexcept override { return text.c_str(); }

private:
  std::string text;
};

/// Holds what the last attempt gave, be it good or bad, or what it threw.
template <typename T>
class [[nodiscard]] result
    : detail::copied_if<std::is_copy_constructible_v<T>> {
public:
  using value_type = T;

  result() = default;
  /// For drivers: succeeded, until they say otherwise.
  result(const char *dependency, const char *operation) noexcept
      : end{success, stop_reason::succeeded, 1, {}, dependency, operation} {}

  bool ok() const noexcept { return end.ok(); }
  explicit operator bool() const noexcept { return ok(); }
  stop_reason stop() const noexcept { return end.stop; }
  const failure &why() const noexcept { return end.why; }
  unsigned attempts() const noexcept { return end.attempts; }
  duration elapsed() const noexcept { return end.elapsed; }
  const ending &how() const noexcept { return end; }

  /// False if the last attempt threw, or none was made.
  bool has_answer() const noexcept { return given.has_value(); }
  /// What the last attempt gave; throws what it threw.
  T &answer() & {
    rethrow();
    return *given;
  }
  const T &answer() const & {
    rethrow();
    return *given;
  }
  T &&answer() && {
    rethrow();
    return std::move(*given);
  }
  const std::exception_ptr &error() const noexcept { return thrown; }
  void rethrow() const {
    if (!given)
      no_answer();
  }

  /// For drivers.
  detail::slot<T> &given_answer() noexcept { return given; }
  std::exception_ptr &given_error() noexcept { return thrown; }
  ending &how() noexcept { return end; }

private:
  [[noreturn]] RETRY_COLD void no_answer() const {
#if defined(__cpp_exceptions)
    if (thrown)
      std::rethrow_exception(thrown);
    throw not_attempted(end);
#else
    std::fprintf(stderr, "retry: %s\n", describe(end).c_str());
    std::abort();
#endif
  }

  detail::slot<T> given;
  std::exception_ptr thrown;
  ending end;
};

} // namespace retry

#endif
