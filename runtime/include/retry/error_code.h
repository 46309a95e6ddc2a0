// std::error_code, as another attempt sees it: errno under any name, and the
// codes of Asio, known by the names of their categories.
#ifndef RETRY_ERROR_CODE_H
#define RETRY_ERROR_CODE_H

#include "retry/gai.h"
#include <cstring>
#include <system_error>

namespace retry {

namespace detail {

inline bool is_named(const std::error_category &category,
                     const char *name) noexcept {
  return std::strcmp(category.name(), name) == 0;
}

/// Boost and Asio have categories of their own for what is errno.
inline bool is_errno(const std::error_category &category) noexcept {
  return category == std::generic_category() || is_named(category, "generic")
#if defined(__unix__) || defined(__APPLE__)
         || category == std::system_category() ||
         is_named(category, "system") || is_named(category, "asio.system")
#endif
      ;
}

/// asio.netdb: what gethostbyname gave, and getaddrinfo's errors become.
inline failure of_resolver(int code) noexcept {
  switch (code) {
  case TRY_AGAIN:
    return classify(gai_code{EAI_AGAIN});
  case NO_RECOVERY:
    return classify(gai_code{EAI_FAIL});
  default: // HOST_NOT_FOUND, NO_DATA
    return classify(gai_code{EAI_NONAME});
  }
}

/// asio.ssl: an error of OpenSSL. What is not an interruption is settings, or
/// worse.
inline failure of_openssl(int code) noexcept {
  constexpr int certificate_verify_failed = 134, unexpected_eof = 294;
  switch (code & 0xFFF) {
  case certificate_verify_failed:
    return permanent("tls_certificate", failure_kind::tls_certificate);
  case unexpected_eof:
    return maybe_executed("tls_truncated");
  default:
    return permanent("tls_error");
  }
}

inline failure of_asio(const std::error_code &code) noexcept {
  constexpr int eof = 2;
  const std::error_category &category = code.category();
  if (is_named(category, "asio.misc"))
    return code.value() == eof ? maybe_executed("eof")
                               : permanent("asio_error");
  if (is_named(category, "asio.netdb"))
    return of_resolver(code.value());
  if (is_named(category, "asio.addrinfo"))
    return classify(gai_code{code.value()});
  if (is_named(category, "asio.ssl.stream"))
    return maybe_executed("tls_truncated");
  if (is_named(category, "asio.ssl"))
    return of_openssl(code.value());
  return failure{};
}

} // namespace detail

inline failure classify(const std::error_condition &condition) noexcept {
  if (!condition)
    return success;
  return detail::is_errno(condition.category())
             ? classify(errno_value{condition.value()})
             : failure{};
}

namespace detail {
RETRY_COLD inline failure of_failed_code(const std::error_code &code) noexcept {
  if (is_errno(code.category()))
    return classify(errno_value{code.value()});
  // Other categories of the standard library map to errno's conditions.
  failure why = classify(code.default_error_condition());
  return why.is == failure_class::unknown ? of_asio(code) : why;
}
} // namespace detail

inline failure classify(const std::error_code &code) noexcept {
  return code ? detail::of_failed_code(code) : success;
}

} // namespace retry

#endif
