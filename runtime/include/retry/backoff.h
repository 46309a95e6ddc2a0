// How long the next wait may be.
#ifndef RETRY_BACKOFF_H
#define RETRY_BACKOFF_H

#include "retry/time.h"
#include <random>

namespace retry {

/// min(cap, base * 2^retry) for any retry number: nothing overflows.
constexpr duration ceiling(duration base, duration cap,
                           unsigned retry) noexcept {
  if (base <= duration::zero())
    return duration::zero();
  return retry >= 63 || base.count() > (cap.count() >> retry)
             ? cap
             : duration(base.count() << retry);
}

template <typename Random>
duration uniform(duration low, duration high, Random &random) noexcept {
  if (high <= low)
    return low;
  return duration(std::uniform_int_distribution<duration::rep>(
      low.count(), high.count())(random));
}

/// Somewhere in [0, min(cap, base * 2^retry)], retry counted from 0.
template <typename Random>
duration full_jitter(duration base, duration cap, unsigned retry,
                     Random &random) noexcept {
  return uniform(duration::zero(), ceiling(base, cap, retry), random);
}

/// Somewhere in [base, min(cap, 3 * previous)]. The cap bounds the range and
/// not the draw, so that late retries do not bunch at the cap.
template <typename Random>
duration decorrelated_jitter(duration base, duration cap, duration previous,
                             Random &random) noexcept {
  duration from = previous > base ? previous : base;
  duration to = from > cap / 3 ? cap : from * 3;
  return uniform(base, to, random);
}

} // namespace retry

#endif
