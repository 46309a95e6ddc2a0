// The ways to retry that one finds in code written by hand: attempts alone are
// limited.
#ifndef FLEET_HAND_H
#define FLEET_HAND_H

#include "retry/backoff.h"

namespace fleet {

enum class Hand { Naive, Backoff, Jitter };

/// Before retry n, counted from 0.
template <typename Random>
retry::duration wait(Hand how, retry::duration base, retry::duration cap,
                     unsigned n, Random &random) {
  switch (how) {
  case Hand::Naive:
    return {};
  case Hand::Backoff:
    return retry::ceiling(base, cap, n);
  case Hand::Jitter:
    return retry::full_jitter(base, cap, n, random);
  }
  return {};
}

} // namespace fleet

#endif
