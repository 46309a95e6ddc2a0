// What went wrong, as far as another attempt is concerned.
#ifndef RETRY_FAILURE_H
#define RETRY_FAILURE_H

#include "retry/time.h"
#include <optional>

// What only happens after a failure is kept out of the way of success.
#if defined(__GNUC__)
#define RETRY_COLD __attribute__((noinline, cold))
#define RETRY_HOT __attribute__((always_inline)) inline
#else
#define RETRY_COLD
#define RETRY_HOT inline
#endif

namespace retry {

enum class failure_class : unsigned char {
  none,           // it succeeded
  permanent,      // the same again will not help
  transient,      // did not reach the other side, or was refused by it
  throttled,      // the other side asks for fewer requests
  maybe_executed, // nobody knows whether it happened
  unknown,        // nobody has classified it
};

/// Failures with a limit of their own (rule L6), and those that stand out.
enum class failure_kind : unsigned char {
  other,
  network_timeout,
  connection_refused,
  http_503,
  http_429,
  http_500,
  deadlock,
  dns_temporary,
  tls_certificate,
  expired_token,
  cancelled,
};
inline constexpr unsigned failure_kinds = 11;

struct failure {
  failure_class is = failure_class::unknown;
  failure_kind kind = failure_kind::other;
  /// What the other side asked for. A floor, never shortened.
  std::optional<duration> retry_after;
  /// A name for logs; always a literal, so that no data can end up there.
  const char *type = "unknown";

  constexpr bool ok() const noexcept { return is == failure_class::none; }
};

inline constexpr failure success{failure_class::none, failure_kind::other,
                                 std::nullopt, "ok"};

constexpr failure permanent(const char *type,
                            failure_kind kind = failure_kind::other) noexcept {
  return {failure_class::permanent, kind, std::nullopt, type};
}
constexpr failure transient(const char *type,
                            failure_kind kind = failure_kind::other) noexcept {
  return {failure_class::transient, kind, std::nullopt, type};
}
constexpr failure throttled(const char *type,
                            failure_kind kind = failure_kind::other) noexcept {
  return {failure_class::throttled, kind, std::nullopt, type};
}
constexpr failure
maybe_executed(const char *type,
               failure_kind kind = failure_kind::other) noexcept {
  return {failure_class::maybe_executed, kind, std::nullopt, type};
}

} // namespace retry

#endif
