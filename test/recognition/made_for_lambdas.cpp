// RUN: %check_retry %s --checks=retry-excessive-attempts,retry-missing-cap,retry-missing-deadline,retry-missing-jitter,retry-fixed-interval -- -std=c++20
// A template that is made for a lambda is called by who has the lambda: what it
// is given is known, options that nobody set included.
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

std::string fetch_page(const std::string &url); // throws
void note(int round, const char *what);

struct Options {
  int rounds = 9;
  double first = 0.25;
  double factor = 2.0;
};

template <typename Fn>
auto persist(Fn &&fn, const Options &o = {}) -> decltype(fn()) {
  double wait = o.first;
  for (int i = 0;; ++i) { // expect: retry-missing-deadline
    try {
      return fn();
    } catch (const std::runtime_error &e) {
      if (i + 1 >= o.rounds) // expect: retry-excessive-attempts "9 times"
        throw;
      note(i, e.what());
    }
    std::this_thread::sleep_for(std::chrono::duration<double>(wait)); // expect: retry-missing-jitter, retry-missing-cap
    wait *= o.factor;
  }
}

std::string page(const std::string &url) {
  return persist([&] { return fetch_page(url); });
}

// Another one for each caller.
template <typename Fn> auto several(int times, Fn fn) {
  for (int i = 1;; ++i) {
    try {
      return fn();
    } catch (const std::runtime_error &e) {
      if (i == times) // expect: retry-excessive-attempts "8 times"
        throw;
      note(i, e.what());
      std::this_thread::sleep_for(std::chrono::seconds(1)); // expect: retry-fixed-interval
    }
  }
}
std::string three(const std::string &url) {
  return several(3, [&] { return fetch_page(url); });
}
std::string eight(const std::string &url) {
  return several(8, [&] { return fetch_page(url); });
}

// Made for a function pointer, anybody may call it.
template <typename Fn> auto anybodys(Fn fn, const Options &o = {}) {
  for (int i = 1;; ++i) {
    try {
      return fn("https://example.com");
    } catch (const std::runtime_error &e) {
      if (i == o.rounds)
        throw;
      note(i, e.what());
      std::this_thread::sleep_for(std::chrono::seconds(1)); // expect: retry-fixed-interval
    }
  }
}
std::string plain() { return anybodys(fetch_page); }
