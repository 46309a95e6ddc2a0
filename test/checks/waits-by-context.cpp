// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-weak-jitter,retry-missing-cap,retry-missing-deadline --policy=%S/Inputs/contexts.yaml -- -std=c++20
// Who retries decides which waits are right.
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

bool post_event(const std::string &url);

struct Hooks {
  // Increasing intervals, known to everybody.
  bool deliver(const std::string &url) {
    for (auto gap : {0s, 10s, 60s, 600s, 7200s}) {
      std::this_thread::sleep_for(gap);
      if (post_event(url))
        return true;
    }
    return false;
  }

  bool doubling(const std::string &url) {
    auto gap = 30s;
    for (int n = 0; n < 8; ++n, gap *= 2) {
      if (n > 0)
        std::this_thread::sleep_for(gap);
      if (post_event(url))
        return true;
    }
    return false;
  }

  bool shaken(const std::string &url) {
    for (int n = 0; n < 6; ++n) {
      if (n > 0)
        std::this_thread::sleep_for(std::chrono::seconds((60 << n) + rand() % 10));
      if (post_event(url))
        return true;
    }
    return false;
  }

  // Longer than the last of the agreed intervals.
  bool days(const std::string &url) {
    for (auto gap : {1s, 3600s, 43200s}) {
      if (post_event(url))
        return true;
      std::this_thread::sleep_for(gap); // expect: retry-missing-jitter, retry-missing-cap "cap the growth at 4 h"
    }
    return post_event(url);
  }

  bool all_day(const std::string &url) {
    std::chrono::seconds gap = 60s;
    for (int n = 0; n < 15; ++n) { // expect: retry-missing-deadline "limit 24 h for a webhook"
      if (n > 0)
        std::this_thread::sleep_for(gap);
      if (post_event(url))
        return true;
      gap = std::min<std::chrono::seconds>(gap * 2, 4h);
    }
    return false;
  }

  bool fixed(const std::string &url) {
    for (int n = 0; n < 4; ++n) {
      if (post_event(url))
        return true;
      std::this_thread::sleep_for(60s); // expect: retry-fixed-interval
    }
    return false;
  }
};

// A message waits in its queue: a minute in total is nothing.
bool on_message(const std::string &url) {
  for (int n = 0; n < 5; ++n) {
    if (post_event(url))
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(rand() % (4000 << n))); // expect: retry-missing-cap "waits up to 64 s"
  }
  return false;
}

bool somebody_waits(const std::string &url) {
  for (int n = 0; n < 5; ++n) { // expect: retry-missing-deadline "limit 30 s for a synchronous call"
    if (post_event(url))
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(rand() % (2000 << n))); // expect: retry-missing-cap "waits up to 32 s"
  }
  return false;
}
