// The circuit breaker: after enough failures nobody calls for a while, then one
// caller tries.
#ifndef RETRY_BREAKER_H
#define RETRY_BREAKER_H

#include "retry/time.h"
#include <atomic>

namespace retry {

class circuit_breaker {
public:
  enum class state : unsigned char { closed, open, half_open };

  /// Opens after so many failures in a row, and stays open for so long.
  explicit constexpr circuit_breaker(
      unsigned failures = 20,
      duration pause = std::chrono::seconds(10)) noexcept
      : threshold(failures), open_for(pause) {}

  /// Whether an attempt may start. Half open, one may; it must report back.
  bool allow(time_point now) noexcept {
    state seen = current.load(std::memory_order_acquire);
    if (seen == state::closed)
      return true;
    if (seen == state::open && now.time_since_epoch().count() >=
                                   reopen.load(std::memory_order_acquire))
      return current.compare_exchange_strong(seen, state::half_open,
                                             std::memory_order_acq_rel);
    return false;
  }
  bool closed() const noexcept {
    return current.load(std::memory_order_acquire) == state::closed;
  }

  void succeeded() noexcept {
    if (failed_in_a_row.load(std::memory_order_relaxed) != 0)
      failed_in_a_row.store(0, std::memory_order_relaxed);
    if (!closed())
      current.store(state::closed, std::memory_order_release);
  }

  void failed(time_point now) noexcept {
    if (current.load(std::memory_order_acquire) == state::half_open ||
        failed_in_a_row.fetch_add(1, std::memory_order_relaxed) + 1 >=
            threshold)
      open(now);
  }

  void open(time_point now) noexcept {
    reopen.store(after(now, open_for).time_since_epoch().count(),
                 std::memory_order_release);
    current.store(state::open, std::memory_order_release);
  }

  state now_is() const noexcept {
    return current.load(std::memory_order_acquire);
  }

private:
  const unsigned threshold;
  const duration open_for;
  std::atomic<state> current{state::closed};
  std::atomic<unsigned> failed_in_a_row{0};
  std::atomic<duration::rep> reopen{0};
};

} // namespace retry

#endif
