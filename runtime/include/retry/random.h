// The random source of this thread.
#ifndef RETRY_RANDOM_H
#define RETRY_RANDOM_H

#include <random>
#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace retry {

using random_source = std::mt19937_64;

namespace detail {

/// A forked child inherits its parent's state, and must not repeat its waits.
inline long process() noexcept {
#if defined(__unix__) || defined(__APPLE__)
  return ::getpid();
#else
  return 0;
#endif
}

inline random_source seeded() {
  std::random_device device;
  std::seed_seq seed{device(), device(), device(), device()};
  return random_source(seed);
}

} // namespace detail

/// Seeded when first asked for, which costs some microseconds: not before
/// something has failed.
inline random_source &thread_random() {
  static thread_local random_source source = detail::seeded();
  static thread_local long owner = detail::process();
  if (long self = detail::process(); owner != self) {
    source = detail::seeded();
    owner = self;
  }
  return source;
}

} // namespace retry

#endif
