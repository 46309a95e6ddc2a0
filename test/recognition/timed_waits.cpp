// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-immediate -- -std=c++20
// Waits that somebody may end, and objects that sleep.
#include <chrono>
#include <cstddef>

bool waitTimeoutOrStop(std::chrono::milliseconds time);
bool connect_hub(const char *host);

bool in_the_condition(const char *host) {
  while (!waitTimeoutOrStop(std::chrono::milliseconds(250))) // expect: retry-fixed-interval "250 ms, 250 ms"
    if (connect_hub(host))
      return true;
  return false;
}

bool squares(const char *host, size_t most) {
  bool stop = false;
  for (size_t i = 1; i <= most && !stop; i++) {
    if (connect_hub(host))
      return true;
    stop = waitTimeoutOrStop(std::chrono::milliseconds(i * i * 100)); // expect: retry-missing-jitter "100 ms, 400 ms, 900 ms"
  }
  return false;
}

struct Pause {
  explicit Pause(double seconds) : s(seconds) {}
  bool sleep() const;
  double s;
};
bool by_object(const char *host) {
  for (int n = 0; n < 4; n++) {
    if (connect_hub(host))
      return true;
    Pause(0.05).sleep(); // expect: retry-fixed-interval "0.05, 0.05"
  }
  return false;
}

class Rate {
public:
  explicit Rate(double hertz);
  void sleep();
};
bool at_a_rate(const char *host) {
  Rate rate(5);
  for (int n = 0; n < 4; n++) {
    if (connect_hub(host))
      return true;
    rate.sleep();
  }
  return false;
}
