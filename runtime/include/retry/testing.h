// A clock for tests: nothing sleeps, everything is recorded.
#ifndef RETRY_TESTING_H
#define RETRY_TESTING_H

#include "retry/environment.h"
#include <vector>

namespace retry {

class fake_environment final : public environment {
public:
  explicit fake_environment(unsigned seed = 1) : source(seed) {}

  time_point now() override { return current; }
  bool wait_until(time_point then, const stop_token &stop) override {
    if (stop.stop_requested())
      return false;
    waits.push_back(then - current);
    if (then > current)
      current = then;
    return !stop.stop_requested();
  }
  random_source &random() override { return source; }
  bool simulated() const noexcept override { return true; }

  /// Time that an attempt takes.
  void pass(duration time) { current += time; }

  std::vector<duration> waits;

private:
  time_point current{std::chrono::hours(1)};
  random_source source;
};

} // namespace retry

#endif
