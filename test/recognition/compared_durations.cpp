// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-weak-jitter,retry-missing-cap -- -std=c++20
// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-weak-jitter,retry-missing-cap -- -std=c++17
// Two durations of which neither is known, compared: the wait grows until it
// meets the other, in C++20 (by <=>) as before.
#include <chrono>
#include <random>
#include <thread>

bool send_reading(int id);
using Ms = std::chrono::milliseconds;

struct Tuning {
  int tries = 3;
  Ms first{600};
  Ms most{5000};
};

class Sensor {
public:
  bool report(int id) {
    for (int n = 0; n < tuning.tries; ++n) {
      if (send_reading(id))
        return true;
      if (n + 1 < tuning.tries)
        std::this_thread::sleep_for(pause(n)); // full jitter, capped
    }
    return false;
  }

  bool report_in_step(int id) {
    auto wait = tuning.first;
    while (!send_reading(id)) {
      std::this_thread::sleep_for(wait); // expect: retry-missing-jitter
      wait = wait * 2;
      if (tuning.most < wait)
        wait = tuning.most;
    }
    return true;
  }

  bool report_in_seconds(int id, std::chrono::seconds most) {
    Ms wait = tuning.first;
    for (int n = 0; n < tuning.tries; ++n) {
      if (send_reading(id))
        return true;
      std::this_thread::sleep_for(wait); // expect: retry-missing-jitter
      wait += wait;
      if (wait >= most)
        wait = most;
    }
    return false;
  }

  bool report_without_cap(int id) {
    Ms wait = tuning.first;
    for (int n = 0; n < tuning.tries; ++n) {
      if (send_reading(id))
        return true;
      std::this_thread::sleep_for(wait); // expect: retry-missing-jitter, retry-missing-cap
      wait *= 2;
    }
    return false;
  }

private:
  Ms pause(int n) {
    auto top = tuning.first * (1 << n);
    if (top > tuning.most)
      top = tuning.most;
    std::uniform_int_distribution<long> draw(0, top.count());
    return Ms(draw(generator));
  }

  Tuning tuning;
  std::mt19937 generator{std::random_device{}()};
};
