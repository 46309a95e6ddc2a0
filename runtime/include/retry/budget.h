// How many retries a dependency is given, over all callers of this process.
#ifndef RETRY_BUDGET_H
#define RETRY_BUDGET_H

#include "retry/default_policy.h"
#include <array>
#include <atomic>
#include <cstdint>

namespace retry {

class budget {
public:
  virtual ~budget() = default;
  /// One call has ended, its retries included.
  virtual void ended(bool well, time_point now) noexcept = 0;
  /// Takes one retry; false if there is none left. Asked before the wait.
  virtual bool acquire(time_point now) noexcept = 0;
  /// Share of the budget in use, 0 to 1.
  virtual double utilization(time_point now) const noexcept = 0;
};

/// Capacity 100; a success adds 1, a retry costs 1/ratio. A full bucket costs a
/// success one load.
class token_bucket final : public budget {
public:
  explicit constexpr token_bucket(
      double ratio = defaults::budget_ratio,
      unsigned capacity = defaults::budget_capacity) noexcept
      : full(capacity * unit),
        cost(static_cast<std::int64_t>(static_cast<double>(unit) / ratio)),
        tokens(full) {}

  void ended(bool well, time_point) noexcept override {
    if (well)
      succeeded();
  }
  void succeeded() noexcept {
    std::int64_t have = tokens.load(std::memory_order_relaxed);
    while (have < full && !tokens.compare_exchange_weak(
                              have, have + unit < full ? have + unit : full,
                              std::memory_order_relaxed)) {
    }
  }

  bool acquire(time_point) noexcept override {
    std::int64_t have = tokens.load(std::memory_order_relaxed);
    do {
      if (have < cost)
        return false;
    } while (!tokens.compare_exchange_weak(have, have - cost,
                                           std::memory_order_relaxed));
    return true;
  }

  double utilization(time_point) const noexcept override {
    return 1 - static_cast<double>(tokens.load(std::memory_order_relaxed)) /
                   static_cast<double>(full);
  }

private:
  static constexpr std::int64_t unit = 1'000'000; // so that 1/ratio is exact
  const std::int64_t full, cost;
  std::atomic<std::int64_t> tokens;
};

/// At most `ratio` of the requests of the last `window` are retries, plus a
/// few so that a quiet client can retry at all.
class rolling_budget final : public budget {
public:
  explicit constexpr rolling_budget(double share = defaults::budget_ratio,
                                    duration window = defaults::budget_window,
                                    unsigned at_least = 10) noexcept
      : ratio(share), slot_length(window / slot_count), reserve(at_least) {}

  void ended(bool, time_point now) noexcept override {
    change(now, [](counts &c) { ++c.requests; });
  }

  /// Counts itself before it looks, so that two callers cannot both take the
  /// last retry.
  bool acquire(time_point now) noexcept override {
    change(now, [](counts &c) { ++c.retries; });
    counts all = sums(now);
    if (all.retries <= allowed(all))
      return true;
    change(now, [](counts &c) { c.retries -= c.retries > 0; });
    return false;
  }

  double utilization(time_point now) const noexcept override {
    counts all = sums(now);
    double most = allowed(all);
    return most > 0 ? all.retries / most : 1;
  }

private:
  static constexpr unsigned slot_count = 10;
  /// Retries of a slot that is only partly in the window still count, requests
  /// of it no more: so the limit holds for every interval of that length.
  static constexpr unsigned kept = slot_count + 1;
  static constexpr unsigned epochs = 5900 * kept; // fit into 16 bits
  /// A slot is one word, so that moving it on and counting are one step.
  struct counts {
    std::uint32_t epoch = 0;    // 16 bits
    std::uint32_t requests = 0; // 24 bits
    std::uint32_t retries = 0;  // 24 bits
  };
  static constexpr std::uint32_t most_counted = 0xFFFFFF;

  static constexpr std::uint64_t pack(const counts &c) noexcept {
    return std::uint64_t{c.epoch} << 48 | std::uint64_t{c.requests} << 24 |
           c.retries;
  }
  static constexpr counts unpack(std::uint64_t word) noexcept {
    return {static_cast<std::uint32_t>(word >> 48),
            static_cast<std::uint32_t>(word >> 24) & most_counted,
            static_cast<std::uint32_t>(word) & most_counted};
  }

  std::uint32_t epoch_of(time_point now) const noexcept {
    return static_cast<std::uint32_t>(now.time_since_epoch() / slot_length %
                                      epochs);
  }

  template <typename Change> void change(time_point now, Change how) noexcept {
    std::uint32_t epoch = epoch_of(now);
    std::atomic<std::uint64_t> &slot = slots[epoch % kept];
    std::uint64_t seen = slot.load(std::memory_order_seq_cst), wanted;
    do {
      counts c = unpack(seen);
      if (c.epoch != epoch)
        c = {epoch, 0, 0};
      how(c);
      if (c.requests > most_counted || c.retries > most_counted)
        return;
      wanted = pack(c);
    } while (
        !slot.compare_exchange_weak(seen, wanted, std::memory_order_seq_cst));
  }

  counts sums(time_point now) const noexcept {
    std::uint32_t epoch = epoch_of(now);
    counts all;
    for (const std::atomic<std::uint64_t> &slot : slots) {
      counts c = unpack(slot.load(std::memory_order_seq_cst));
      std::uint32_t age = (epoch + epochs - c.epoch) % epochs;
      if (age < kept)
        all.retries += c.retries;
      if (age < slot_count)
        all.requests += c.requests;
    }
    return all;
  }

  double allowed(const counts &all) const noexcept {
    return ratio * all.requests + reserve;
  }

  const double ratio;
  const duration slot_length;
  const unsigned reserve;
  std::array<std::atomic<std::uint64_t>, kept> slots{};
};

} // namespace retry

#endif
