// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-unclassified-error -- -std=c++20
// Whoever polls is not thrown at: what throws has failed, whatever it is called,
// and wherever it is caught.
#include <chrono>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace std::chrono_literals;

void lock_within(int fd, int ms);
struct Quote {
  double bid, ask;
};
struct Feed {
  void snapshot(const std::string &venue, const std::function<void(Quote)> &sink);
  void check_in(int station);
};

void locked(int fd) {
  for (int n = 0; n < 4; ++n) {
    try {
      return lock_within(fd, 10); // expect: retry-unclassified-error
    } catch (const std::exception &) {
      usleep(1000); // expect: retry-fixed-interval
    }
  }
  throw std::runtime_error("locked");
}

void checked(Feed &feed, int station) {
  int left = 3;
  for (;;) {
    try {
      feed.check_in(station); // expect: retry-unclassified-error
      break;
    } catch (...) {
      if (--left == 0)
        throw;
    }
    std::this_thread::sleep_for(2s); // expect: retry-fixed-interval
  }
}

// The call stands in a lambda; the helper catches.
template <typename F> auto persistently(F &&action) {
  unsigned ms = 200;
  for (unsigned k = 1;; ++k) {
    try {
      return action(); // expect: retry-unclassified-error
    } catch (...) {
      if (k == 4)
        throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(ms)); // expect: retry-missing-jitter
    ms *= 2;
  }
}
void opening(Feed &feed, const std::string &venue, std::vector<Quote> &all) {
  persistently([&] { feed.snapshot(venue, [&](Quote q) { all.push_back(q); }); });
}
