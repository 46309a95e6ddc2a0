// RUN: %check_retry %s --checks=retry-missing-jitter,retry-fixed-interval,retry-excessive-attempts,retry-missing-deadline,retry-missing-cap -- -std=c++20
// What all callers pass is known, if all of them are in sight.
#include <chrono>
#include <cmath>
#include <string>
#include <thread>
#include <unistd.h>

bool send_report(const std::string &text);
bool send_page(const std::string &text);

static bool doubling(const std::string &text, int most, int factor) {
  for (int left = most; left > 0; --left) { // expect: retry-excessive-attempts "7 times", retry-missing-deadline "2 min"
    if (send_report(text))
      return true;
    std::this_thread::sleep_for(std::chrono::seconds((int)std::pow(factor, most - left))); // expect: retry-missing-jitter "1 s, 2 s, 4 s", retry-missing-cap
  }
  return false;
}
bool report(const std::string &text) { return doubling(text, 7, 2); }
bool report_again(const std::string &text) { return doubling(text + "!", 7, 2); }

struct Spec {
  int tries = 9;
  double first = 0.5;
};
template <typename F> auto repeated(F call, Spec s = {}) -> decltype(call()) {
  for (int done = 0;; ++done) {
    try {
      return call();
    } catch (...) {
      if (done + 1 >= s.tries) // expect: retry-excessive-attempts "9 times"
        throw;
    }
    std::this_thread::sleep_for(std::chrono::duration<double>(s.first)); // expect: retry-fixed-interval "500 ms, 500 ms"
  }
}
std::string fetch_name(int id);
std::string name_of(int id) {
  return repeated([&] { return fetch_name(id); });
}

namespace {
bool in_vain(const std::string &text, unsigned seconds, unsigned times) {
  while (times-- > 0) { // expect: retry-excessive-attempts "6 times"
    if (send_page(text))
      return true;
    sleep(seconds); // expect: retry-fixed-interval "2 s, 2 s"
  }
  return false;
}
} // namespace
bool page(const std::string &text) { return in_vain(text, 2, 6); }

// Not the same for everybody: only that it does not change is known.
static bool differs(const std::string &text, unsigned seconds, int most) {
  for (int n = 0; n < most; ++n) {
    if (send_page(text))
      return true;
    sleep(seconds); // expect: retry-fixed-interval "'seconds'"
  }
  return false;
}
bool soon(const std::string &text) { return differs(text, 1, 9); }
bool later(const std::string &text) { return differs(text, 60, 9); }
bool often(const std::string &text) { return differs(text, 1, 12); }

// Somebody else has its address.
static bool handed_out(const std::string &text, unsigned seconds, int most) {
  for (int n = 0; n < most; ++n) {
    if (send_page(text))
      return true;
    sleep(seconds); // expect: retry-fixed-interval "'seconds'"
  }
  return false;
}
bool (*strategy())(const std::string &, unsigned, int) { return handed_out; }
bool direct(const std::string &text) { return handed_out(text, 1, 9); }

// Another unit may call it.
bool visible(const std::string &text, unsigned seconds, int most) {
  for (int n = 0; n < most; ++n) {
    if (send_page(text))
      return true;
    sleep(seconds); // expect: retry-fixed-interval "'seconds'"
  }
  return false;
}
bool call_visible(const std::string &text) { return visible(text, 1, 9); }
