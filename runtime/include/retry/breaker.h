// The circuit breaker: after enough failures nobody calls for a while, then one
// caller tries.
#ifndef RETRY_BREAKER_H
#define RETRY_BREAKER_H

#include "retry/time.h"
#include <atomic>
#include <cstdint>

namespace retry {

class circuit_breaker {
public:
  enum class state : unsigned char { closed, open, half_open };

  /// Opens after so many failures in a row, and stays open for so long.
  explicit constexpr circuit_breaker(
      unsigned failures = 20,
      duration pause = std::chrono::seconds(10)) noexcept
      : threshold(failures), open_for(pause) {}

  /// Whether an attempt may start. Half open, one may; if it never reports
  /// back, another may after the same pause.
  bool allow(time_point now) noexcept {
    if (closed())
      return true;
    duration::rep seen = next_probe.load(std::memory_order_acquire);
    if (now.time_since_epoch().count() < seen ||
        !next_probe.compare_exchange_strong(seen, probe_after(now),
                                            std::memory_order_acq_rel))
      return false;
    std::uint64_t opened = in(state::open);
    word.compare_exchange_strong(opened, in(state::half_open),
                                 std::memory_order_acq_rel);
    return true;
  }
  bool closed() const noexcept {
    return word.load(std::memory_order_acquire) < in(state::open);
  }

  void succeeded() noexcept {
    if (word.load(std::memory_order_relaxed) != 0)
      word.store(0, std::memory_order_release);
  }

  void failed(time_point now) noexcept {
    if (now_is() == state::half_open ||
        (closed() &&
         (word.fetch_add(1, std::memory_order_acq_rel) & counted) + 1 >=
             threshold))
      open(now);
  }

  void open(time_point now) noexcept {
    next_probe.store(probe_after(now), std::memory_order_release);
    word.store(in(state::open), std::memory_order_release);
  }

  state now_is() const noexcept {
    return static_cast<state>(word.load(std::memory_order_acquire) >> 32);
  }

private:
  static constexpr std::uint64_t counted = 0xFFFFFFFF;
  static constexpr std::uint64_t in(state s) noexcept {
    return std::uint64_t{static_cast<unsigned char>(s)} << 32;
  }
  duration::rep probe_after(time_point now) const noexcept {
    return after(now, open_for).time_since_epoch().count();
  }

  const unsigned threshold;
  const duration open_for;
  /// The state, and below it how many failures in a row. A success that finds 0
  /// has nothing to do.
  std::atomic<std::uint64_t> word{0};
  std::atomic<duration::rep> next_probe{0};
};

} // namespace retry

#endif
