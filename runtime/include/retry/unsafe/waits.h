// Waits that the policy forbids, for whoever has to keep somebody else's
// contract. They are here and nowhere else, so that a reader and a search for
// `unsafe` see them:
//
//   static retry::dependency printer(
//       "printer", retry::unsafe::fixed_interval(retry::sync_api));
#ifndef RETRY_UNSAFE_WAITS_H
#define RETRY_UNSAFE_WAITS_H

#include "retry/backoff.h"
#include "retry/policy.h"

namespace retry::unsafe {

namespace detail {
constexpr policy with(policy p, wait_function waits) noexcept {
  p.unsafe_waits = waits;
  return p;
}
inline duration share_of(duration whole, double share) noexcept {
  return duration(
      static_cast<duration::rep>(static_cast<double>(whole.count()) * share));
}
} // namespace detail

/// Always `base`: clients that failed together come back together, each time.
constexpr policy fixed_interval(const policy &p) noexcept {
  return detail::with(p, [](duration base, duration, unsigned,
                            double) noexcept { return base; });
}

/// None: a server that is down is called as fast as the network allows.
constexpr policy immediate(const policy &p) noexcept {
  return detail::with(p, [](duration, duration, unsigned, double) noexcept {
    return duration::zero();
  });
}

/// min(cap, base * 2^retry), the same for everybody: the herd only moves.
constexpr policy without_jitter(const policy &p) noexcept {
  return detail::with(
      p, [](duration base, duration cap, unsigned retry, double) noexcept {
        return ceiling(base, cap, retry);
      });
}

/// Half of that and a random half: its floor keeps clients together.
constexpr policy equal_jitter(const policy &p) noexcept {
  return detail::with(p, [](duration base, duration cap, unsigned retry,
                            double random) noexcept {
    duration half = ceiling(base, cap, retry) / 2;
    return half + detail::share_of(half, random);
  });
}

/// All of it and up to `base` on top, together at most `cap`: late waits are
/// nearly the same for everybody.
constexpr policy additive_jitter(const policy &p) noexcept {
  return detail::with(p, [](duration base, duration cap, unsigned retry,
                            double random) noexcept {
    duration wait = ceiling(base, cap, retry);
    duration most = cap - wait < base ? cap - wait : base;
    return wait + detail::share_of(most, random);
  });
}

} // namespace retry::unsafe

#endif
