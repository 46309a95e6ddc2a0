// Where a counter stands still, so do the waits that are made from it. That is
// one fault, not two.
// RUN: %check_retry %s --checks=retry-fixed-interval,retry-weak-jitter,retry-stuck-counter -- -std=c++20
#include <algorithm>
#include <httplib.h>
#include <random>
#include <string>
#include <unistd.h>

int backoff(int round);
int jittered(int round) {
  static thread_local std::mt19937 dice{std::random_device{}()};
  return std::uniform_int_distribution<int>(0, std::min(30, 1 << round))(dice);
}

int growing(httplib::Client &http) {
  int round = 0;
  while (round < 4) { // expect: retry-stuck-counter
    auto res = http.Get("/rates");
    if (res && res->status == 200)
      return 0;
    if (res && res->status == 503) {
      sleep(1 << round);
      continue;
    }
    sleep(1 << round);
    ++round;
  }
  return 1;
}

int random_waits(httplib::Client &http) {
  int tries = 0;
  for (; tries < 5;) { // expect: retry-stuck-counter
    auto res = http.Get("/rates");
    if (res && res->status == 200)
      return 0;
    if (!res)
      ++tries;
    sleep(jittered(tries));
  }
  return 1;
}

class Rates {
public:
  int fetch(httplib::Client &http) {
    unsigned delay = 1;
    for (int n = 0; n < 6; ++n) { // expect: retry-stuck-counter
      auto res = http.Get("/rates");
      if (res && res->status == 200)
        return 0;
      if (res && res->status == 429) {
        --n;
        nap(delay);
        continue;
      }
      nap(delay);
      delay = std::min(20u, delay * 2);
    }
    return 1;
  }

private:
  void nap(unsigned seconds) { sleep(seconds); }
};

// This wait has nothing to do with the counter.
int fixed_anyway(httplib::Client &http) {
  int round = 0;
  while (round < 4) { // expect: retry-stuck-counter
    auto res = http.Get("/rates");
    if (res && res->status == 200)
      return 0;
    if (res && res->status == 503) {
      sleep(5); // expect: retry-fixed-interval "5 s, 5 s"
      continue;
    }
    sleep(1 << round);
    ++round;
  }
  return 1;
}

// Nor does this one grow where it counts.
int never_grows(httplib::Client &http, int pause) {
  int round = 0;
  while (round < 4) { // expect: retry-stuck-counter
    auto res = http.Get("/rates");
    if (res && res->status == 200)
      return 0;
    if (!res || res->status != 503)
      ++round;
    sleep(pause); // expect: retry-fixed-interval
  }
  return 1;
}

// The counter is not even asked on the way.
int by_jumps(httplib::Client &http) {
  int round = 0, wait;
again:
  auto res = http.Get("/rates");
  if (!res) {
    if (++round >= 4) // expect: retry-stuck-counter
      return 1;
    wait = jittered(round);
    sleep(wait);
    goto again;
  }
  if (res->status == 503) {
    wait = jittered(round);
    sleep(wait);
    goto again;
  }
  return res->status == 200 ? 0 : 1;
}

int by_arms(httplib::Client &http) {
  int round = 0;
  for (;;) {
    auto res = http.Get("/rates");
    switch (res ? res->status : 0) {
    case 200:
      return 0;
    case 503:
      sleep(1 << round);
      continue;
    case 502:
      if (++round == 5) // expect: retry-stuck-counter
        return 1;
      sleep(1 << round);
      continue;
    default:
      return 1;
    }
  }
}

// Each has a wait of its own.
int two_waits(httplib::Client &http) {
  int round = 0;
  for (;;) {
    auto res = http.Get("/rates");
    if (res && res->status == 200)
      return 0;
    if (res && res->status == 503) {
      sleep(7); // expect: retry-fixed-interval "7 s, 7 s"
      continue;
    }
    if (++round == 5) // expect: retry-stuck-counter
      return 1;
    sleep(1 << round);
  }
}
