// errno, as another attempt sees it.
#ifndef RETRY_ERRNO_H
#define RETRY_ERRNO_H

#include "retry/failure.h"
#include <cerrno>

namespace retry {

struct errno_value {
  int value = 0;
};

namespace detail {
RETRY_COLD inline failure errno_failure(int code) noexcept {
  switch (code) {
  case ECONNREFUSED:
    return transient("ECONNREFUSED", failure_kind::connection_refused);
  case ETIMEDOUT:
    return maybe_executed("ETIMEDOUT", failure_kind::network_timeout);
  case ECONNRESET:
    return maybe_executed("ECONNRESET");
  case ECONNABORTED:
    return maybe_executed("ECONNABORTED");
  case EPIPE:
    return maybe_executed("EPIPE");
  case ENETUNREACH:
    return transient("ENETUNREACH");
  case EHOSTUNREACH:
    return transient("EHOSTUNREACH");
  case ENETDOWN:
    return transient("ENETDOWN");
  case ENETRESET:
    return maybe_executed("ENETRESET");
  case EAGAIN:
#if EAGAIN != EWOULDBLOCK
  case EWOULDBLOCK:
#endif
    return transient("EAGAIN");
  case EINTR:
    return transient("EINTR");
  case EBUSY:
    return transient("EBUSY");
  case ENOBUFS:
    return transient("ENOBUFS");
  case EDEADLK:
    return transient("EDEADLK", failure_kind::deadlock);
  case ECANCELED:
    return permanent("ECANCELED", failure_kind::cancelled);
  case EACCES:
    return permanent("EACCES");
  case EPERM:
    return permanent("EPERM");
  case ENOENT:
    return permanent("ENOENT");
  case EINVAL:
    return permanent("EINVAL");
  case EBADF:
    return permanent("EBADF");
  case EFAULT:
    return permanent("EFAULT");
  case ENOTSOCK:
    return permanent("ENOTSOCK");
  case EAFNOSUPPORT:
    return permanent("EAFNOSUPPORT");
  case EPROTONOSUPPORT:
    return permanent("EPROTONOSUPPORT");
  case EADDRNOTAVAIL:
    return permanent("EADDRNOTAVAIL");
  case EMSGSIZE:
    return permanent("EMSGSIZE");
  case ENOSYS:
    return permanent("ENOSYS");
  case EOPNOTSUPP:
    return permanent("EOPNOTSUPP");
  default:
    return failure{};
  }
}
} // namespace detail

inline failure classify(errno_value code) noexcept {
  return code.value == 0 ? success : detail::errno_failure(code.value);
}

} // namespace retry

#endif
