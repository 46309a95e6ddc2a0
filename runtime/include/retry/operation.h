// What is being done, and whether doing it twice is harmless.
#ifndef RETRY_OPERATION_H
#define RETRY_OPERATION_H

#include "retry/key.h"
#include "retry/stop.h"

namespace retry {

enum class repeatable : unsigned char {
  yes,             // GET, HEAD, OPTIONS, PUT, DELETE
  with_key,        // POST, PATCH: if the attempt takes the key and sends it
  unless_executed, // a transaction: if the failure says that it was undone
  no,
};

/// Names are literals: they go into logs and metrics.
struct operation {
  const char *name = "";
  repeatable repeat = repeatable::no;
  bool nested = false; // part of an attempt of another call, which retries
  time_point deadline = never; // absolute, from the request that led here
  id key;                      // empty: made when the attempt asks for it
  id correlation_id;
  stop_token stop;

  operation &until(time_point when) & {
    deadline = when;
    return *this;
  }
  operation &&until(time_point when) && { return std::move(until(when)); }
  operation &with_key(id one) & {
    key = one;
    return *this;
  }
  operation &&with_key(id one) && { return std::move(with_key(one)); }
  operation &correlated(id one) & {
    correlation_id = one;
    return *this;
  }
  operation &&correlated(id one) && { return std::move(correlated(one)); }
  operation &unless(stop_token token) & {
    stop = std::move(token);
    return *this;
  }
  operation &&unless(stop_token token) && {
    return std::move(unless(std::move(token)));
  }
  /// As a part of an attempt: it ends when that does, belongs to the same
  /// request and is not retried itself. Where the library cannot see it, that
  /// is after an asynchronous step, this says so.
  template <typename Attempt> operation &inside(Attempt &outer) & {
    time_point end = outer.deadline();
    deadline = end < deadline ? end : deadline;
    correlation_id = outer.correlation_id();
    stop = outer.stop();
    nested = true;
    return *this;
  }
  template <typename Attempt> operation &&inside(Attempt &outer) && {
    return std::move(inside(outer));
  }
};

namespace detail {
inline operation named(const char *name, repeatable repeat) {
  operation op;
  op.name = name;
  op.repeat = repeat;
  return op;
}
} // namespace detail

inline operation idempotent(const char *name) {
  return detail::named(name, repeatable::yes);
}
inline operation not_idempotent(const char *name) {
  return detail::named(name, repeatable::no);
}
/// Done as a whole or not at all: repeated after a failure that is transient,
/// not after one that may have come when it was done.
inline operation transaction(const char *name) {
  return detail::named(name, repeatable::unless_executed);
}
inline operation get(const char *name) { return idempotent(name); }
inline operation head(const char *name) { return idempotent(name); }
inline operation options(const char *name) { return idempotent(name); }
inline operation put(const char *name) { return idempotent(name); }
inline operation del(const char *name) { return idempotent(name); }
inline operation post(const char *name) {
  return detail::named(name, repeatable::with_key);
}
inline operation patch(const char *name) {
  return detail::named(name, repeatable::with_key);
}

} // namespace retry

#endif
