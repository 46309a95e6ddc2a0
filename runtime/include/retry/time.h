// The clock that everything here counts by.
#ifndef RETRY_TIME_H
#define RETRY_TIME_H

#include <chrono>

namespace retry {

using clock = std::chrono::steady_clock;
using duration = std::chrono::nanoseconds;
using time_point = std::chrono::time_point<clock, duration>;

/// Later than anything: no deadline.
inline constexpr time_point never = time_point::max();

/// `at + wait`, or `never` where that would overflow.
constexpr time_point after(time_point at, duration wait) noexcept {
  return wait > duration::zero() && at > never - wait ? never : at + wait;
}

} // namespace retry

#endif
