// Where time comes from and how it passes. Tests put a clock of their own here.
#ifndef RETRY_ENVIRONMENT_H
#define RETRY_ENVIRONMENT_H

#include "retry/random.h"
#include "retry/stop.h"

namespace retry {

class environment {
public:
  virtual ~environment() = default;
  virtual time_point now() = 0;
  /// False if the token ended the wait.
  virtual bool wait_until(time_point then, const stop_token &stop) = 0;
  virtual random_source &random() = 0;
  /// Whether a wait takes no real time: then no driver needs a timer for it.
  virtual bool simulated() const noexcept { return false; }
};

class real_environment final : public environment {
public:
  time_point now() override { return clock::now(); }
  bool wait_until(time_point then, const stop_token &stop) override {
    return stop.wait_until(then);
  }
  random_source &random() override { return thread_random(); }

  static real_environment &instance() {
    static real_environment one;
    return one;
  }
};

} // namespace retry

#endif
