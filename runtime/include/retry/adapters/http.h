// What the adapters of HTTP clients have in common.
#ifndef RETRY_ADAPTERS_HTTP_H
#define RETRY_ADAPTERS_HTTP_H

#include "retry/call.h"
#include "retry/http.h"

namespace retry::detail {

inline constexpr const char *key_header = "Idempotency-Key";

/// POST and PATCH: the key goes into a header.
inline bool sends_key(const attempt &now) noexcept {
  return now.doing().repeat == repeatable::with_key;
}

/// Whole milliseconds, rounded up: to most libraries 0 means no limit at all.
inline std::chrono::milliseconds whole_milliseconds(duration time) noexcept {
  using std::chrono::milliseconds;
  milliseconds whole = std::chrono::duration_cast<milliseconds>(time);
  return time > whole || whole < milliseconds(1) ? whole + milliseconds(1)
                                                 : whole;
}

} // namespace retry::detail

#endif
