// HTTP statuses, as another attempt sees them.
#ifndef RETRY_HTTP_H
#define RETRY_HTTP_H

#include "retry/failure.h"
#include "retry/retry_after.h"
#include <string_view>

namespace retry {

/// The status, and the Retry-After header if there was one.
struct http_status {
  int code = 0;
  std::string_view retry_after{};
  std::time_t now = -1; // for a Retry-After that is a date; -1: ask
};

namespace detail {
RETRY_COLD inline failure of_http(const http_status &answer) noexcept {
  failure f;
  switch (answer.code) {
  case 408:
    f = transient("http_408", failure_kind::network_timeout);
    break;
  case 429:
    f = throttled("http_429", failure_kind::http_429);
    break;
  case 500:
    f = maybe_executed("http_500", failure_kind::http_500);
    break;
  case 502:
    f = maybe_executed("http_502");
    break;
  case 503:
    f = transient("http_503", failure_kind::http_503);
    break;
  case 504:
    f = maybe_executed("http_504", failure_kind::network_timeout);
    break;
  case 401:
    return permanent("http_401");
  case 403:
    return permanent("http_403");
  case 404:
    return permanent("http_404");
  case 409:
    return permanent("http_409");
  default:
    if (answer.code >= 400 && answer.code < 500)
      return permanent("http_4xx");
    return failure{}; // 501, 505 and what is no status
  }
  if (!answer.retry_after.empty())
    f.retry_after = parse_retry_after(
        answer.retry_after, answer.now != -1 ? answer.now : std::time(nullptr));
  return f;
}
} // namespace detail

inline failure classify(const http_status &answer) noexcept {
  return answer.code >= 200 && answer.code < 400 ? success
                                                 : detail::of_http(answer);
}

/// After the 401 of an expired token: one more attempt, with a new token.
inline failure expired_token() noexcept {
  return permanent("expired_token", failure_kind::expired_token);
}

} // namespace retry

#endif
