// The ways to call `remote` that are compared. Each is given what to call,
// makes three attempts at most, waits as long as full jitter says, and gives up
// on what is not worth another attempt.
#ifndef BENCH_SHAPES_H
#define BENCH_SHAPES_H

#include "remote.h"
#include "retry/retry.h"
#include <functional>
#include <limits>
#include <memory>

using namespace std::chrono_literals;

inline bool worth_another(const std::error_code &code) {
  return code == std::errc::connection_refused ||
         code == std::errc::connection_reset || code == std::errc::timed_out;
}

inline std::chrono::nanoseconds full_jitter(int retry) {
  return retry::full_jitter(1s, 30s, static_cast<unsigned>(retry),
                            retry::thread_random());
}

struct direct {
  template <typename Fn> static std::error_code call(Fn fn) { return fn(); }
};

/// What one writes by hand around one call.
struct hand_loop {
  template <typename Fn> static std::error_code call(Fn fn) {
    std::error_code code;
    for (int attempt = 0; attempt < 3; ++attempt) {
      code = fn();
      if (!code || !worth_another(code) || attempt == 2)
        break;
      no_sleep(full_jitter(attempt));
    }
    return code;
  }
};

/// A helper in some utility header.
struct function_loop {
  static std::error_code
  repeat(int attempts, const std::function<std::error_code()> &attempt,
         const std::function<bool(const std::error_code &)> &retryable,
         const std::function<void(int)> &wait) {
    std::error_code code;
    for (int i = 0; i < attempts; ++i) {
      code = attempt();
      if (!code || !retryable(code) || i == attempts - 1)
        break;
      wait(i);
    }
    return code;
  }
  template <typename Fn> static std::error_code call(Fn fn) {
    return repeat(3, fn, worth_another,
                  [](int retry) { no_sleep(full_jitter(retry)); });
  }
};

/// The shape of a client library: prototypes of two policies, cloned for each
/// call.
struct virtual_policies {
  struct retry_policy {
    virtual ~retry_policy() = default;
    virtual std::unique_ptr<retry_policy> clone() const = 0;
    virtual bool on_failure(const std::error_code &code) = 0;
  };
  struct backoff_policy {
    virtual ~backoff_policy() = default;
    virtual std::unique_ptr<backoff_policy> clone() const = 0;
    virtual std::chrono::nanoseconds on_completion() = 0;
  };
  struct limited final : retry_policy {
    std::unique_ptr<retry_policy> clone() const override {
      return std::make_unique<limited>();
    }
    bool on_failure(const std::error_code &code) override {
      return worth_another(code) && ++failures < 3;
    }
    int failures = 0;
  };
  struct exponential final : backoff_policy {
    std::unique_ptr<backoff_policy> clone() const override {
      return std::make_unique<exponential>();
    }
    std::chrono::nanoseconds on_completion() override {
      return full_jitter(retries++);
    }
    int retries = 0;
  };

  template <typename Fn> static std::error_code call(Fn fn) {
    static const std::unique_ptr<retry_policy> limits =
        std::make_unique<limited>();
    static const std::unique_ptr<backoff_policy> waits =
        std::make_unique<exponential>();
    std::unique_ptr<retry_policy> limit = limits->clone();
    std::unique_ptr<backoff_policy> wait = waits->clone();
    for (;;) {
      std::error_code code = fn();
      if (!code || !limit->on_failure(code))
        return code;
      no_sleep(wait->on_completion());
    }
  }
};

/// Real time, no waiting.
class awake final : public retry::environment {
public:
  retry::time_point now() override { return retry::clock::now(); }
  bool wait_until(retry::time_point then, const retry::stop_token &) override {
    no_sleep(then.time_since_epoch());
    return true;
  }
  retry::random_source &random() override { return retry::thread_random(); }
};

/// A server that nobody protects: always budget left, a circuit that stays
/// closed. So that a scenario stays the same however often it is run.
struct unprotected_server : retry::dependency {
  unprotected_server() : dependency("server") {
    use(time).use(quiet).use(endless).use(closed);
  }
  awake time;
  retry::null_observer quiet;
  retry::token_bucket endless{std::numeric_limits<double>::infinity()};
  retry::circuit_breaker closed{std::numeric_limits<unsigned>::max()};
};

/// As it comes: budget, circuit breaker, and a clock that is real.
static retry::dependency server("server");
struct ours {
  template <typename Fn> static std::error_code call(Fn fn) {
    return retry::call(server, retry::get("read"), fn).answer();
  }
};

/// For scenarios with failures.
static unprotected_server patient;
struct ours_awake {
  template <typename Fn> static std::error_code call(Fn fn) {
    return retry::call(patient, retry::get("read"), fn).answer();
  }
};

#endif
