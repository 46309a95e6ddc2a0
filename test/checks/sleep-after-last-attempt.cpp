// RUN: %check_retry %s --checks=retry-sleep-after-last-attempt -- -std=c++20
#include <absl/time/clock.h>
#include <absl/time/time.h>
#include <algorithm>
#include <atomic>
#include <boost/thread/thread.hpp>
#include <chrono>
#include <cstdio>
#include <curl/curl.h>
#include <functional>
#include <httplib.h>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Ms = std::chrono::milliseconds;

struct Result {
  int status;
};
Result query_stock(int sku);
bool send_mail(const std::string &to);
std::optional<double> fetch_rate(const std::string &pair);
struct Offline : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void mount_volume(const std::string &name);
enum class St { Ok, Down };
St ping_host(const std::string &host);

// --- one wait too many ---

bool classic(const std::string &to) {
  for (int n = 0; n < 3; ++n) {
    if (send_mail(to))
      return true;
    std::this_thread::sleep_for(1s); // expect: retry-sleep-after-last-attempt "waits 1 s after the last attempt at 'send_mail'"
  }
  return false;
}

Result growing(int sku) {
  Result r{};
  Ms gap = 100ms;
  int left = 4;
  while (left-- > 0) {
    r = query_stock(sku);
    if (r.status < 500)
      break;
    std::this_thread::sleep_for(gap); // expect: retry-sleep-after-last-attempt "waits 800 ms"
    gap *= 2;
  }
  return r;
}

void throwing(const std::string &name) {
  for (int n = 0; n < 4; ++n) {
    try {
      mount_volume(name);
      return;
    } catch (const Offline &e) {
      std::fprintf(stderr, "%s\n", e.what());
      std::this_thread::sleep_for(Ms(200 << n)); // expect: retry-sleep-after-last-attempt "waits 1.6 s"
    }
  }
  throw Offline(name);
}

// The count is the caller's.
St counted(const std::string &host, int tries) {
  St s = St::Down;
  for (int i = 0; i < tries; ++i) {
    if ((s = ping_host(host)) == St::Ok)
      break;
    absl::SleepFor(absl::Milliseconds(500)); // expect: retry-sleep-after-last-attempt "500 ms"
  }
  return s;
}

CURLcode do_while(CURL *h) {
  CURLcode rc;
  int n = 0;
  do {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      return rc;
    boost::this_thread::sleep_for(boost::chrono::seconds(2)); // expect: retry-sleep-after-last-attempt
    ++n;
  } while (n < 5);
  return rc;
}

// Gives up only after the wait.
std::optional<double> checks_too_late(const std::string &pair) {
  int misses = 0;
  while (true) {
    if (auto rate = fetch_rate(pair))
      return rate;
    std::this_thread::sleep_for(250ms); // expect: retry-sleep-after-last-attempt "250 ms"
    if (++misses >= 3)
      return std::nullopt;
  }
}

Result full_jitter(int sku) {
  static std::mt19937 rng(std::random_device{}());
  Result r{};
  for (int n = 0; n < 4; ++n) {
    r = query_stock(sku);
    if (r.status == 200)
      return r;
    std::uniform_int_distribution<int> d(0, 500 << n);
    std::this_thread::sleep_for(Ms(d(rng))); // expect: retry-sleep-after-last-attempt "waits 0 s to 4 s"
  }
  return r;
}

class Mailer {
public:
  bool deliver(const std::string &to) {
    bool ok = false;
    for (unsigned n = 0; !ok && n < limit_; ++n) {
      ok = send_mail(to);
      if (!ok)
        backOff(n); // expect: retry-sleep-after-last-attempt
    }
    return ok;
  }

private:
  void backOff(unsigned n) { std::this_thread::sleep_for(Ms(100) * (n + 1)); }
  unsigned limit_ = 3;
};

template <typename F> bool attempts(F &&f, int n) {
  for (; n > 0; --n) {
    if (f())
      return true;
    std::this_thread::sleep_for(50ms); // expect: retry-sleep-after-last-attempt "50 ms"
  }
  return false;
}
bool mail_thrice(const std::string &to) {
  return attempts([&] { return send_mail(to); }, 3);
}

httplib::Result by_goto(httplib::Client &c) {
  int n = 0;
again:
  auto res = c.Get("/status");
  if (!res) {
    std::this_thread::sleep_for(1s); // expect: retry-sleep-after-last-attempt
    if (++n < 3)
      goto again;
  }
  return res;
}

// Of an unknown length, but it waits.
bool unknown_gap(const std::string &to, Ms gap) {
  for (int n = 0; n < 3; ++n) {
    if (send_mail(to))
      return true;
    std::this_thread::sleep_for(gap); // expect: retry-sleep-after-last-attempt "waits after the last attempt"
  }
  return false;
}

// An off-by-one guard.
bool off_by_one(const std::string &to) {
  const int most = 4;
  for (int n = 1; n <= most; ++n) {
    if (send_mail(to))
      return true;
    if (n <= most)
      std::this_thread::sleep_for(300ms); // expect: retry-sleep-after-last-attempt
  }
  return false;
}

St recursive(const std::string &host, int left) {
  St s = ping_host(host);
  if (s == St::Ok)
    return s;
  std::this_thread::sleep_for(400ms); // expect: retry-sleep-after-last-attempt
  return left > 0 ? recursive(host, left - 1) : s;
}
St ping_four(const std::string &host) { return recursive(host, 3); }

auto made(std::string to) {
  return [to] {
    for (int n = 0; n < 3; ++n) {
      if (send_mail(to))
        return true;
      std::this_thread::sleep_for(2s); // expect: retry-sleep-after-last-attempt
    }
    std::fprintf(stderr, "no mail to %s\n", to.c_str());
    return false;
  };
}

void exits(const std::string &name) {
  for (int n = 0; n < 5; ++n) {
    try {
      mount_volume(name);
      return;
    } catch (...) {
      std::this_thread::sleep_for(5s); // expect: retry-sleep-after-last-attempt
    }
  }
  std::exit(1);
}

// --- right ---

bool guarded(const std::string &to) {
  for (int n = 0; n < 3; ++n) {
    if (send_mail(to))
      return true;
    if (n < 2)
      std::this_thread::sleep_for(1s);
  }
  return false;
}

bool wait_first(const std::string &to) {
  for (int n = 0; n < 3; ++n) {
    if (n > 0)
      std::this_thread::sleep_for(1s);
    if (send_mail(to))
      return true;
  }
  return false;
}

bool leaves_before(const std::string &to) {
  for (int n = 1;; ++n) {
    if (send_mail(to))
      return true;
    if (n == 4)
      return false;
    std::this_thread::sleep_for(1s);
  }
}

void rethrows(const std::string &name) {
  for (int left = 3;; --left) {
    try {
      return mount_volume(name);
    } catch (const Offline &) {
      if (left == 0)
        throw;
    }
    std::this_thread::sleep_for(1s);
  }
}

// The last attempt is written after the loop.
bool one_more(const std::string &to) {
  for (int n = 0; n < 3; ++n) {
    if (send_mail(to))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return send_mail(to);
}

St first_outside(const std::string &host) {
  St s = ping_host(host);
  for (int n = 0; n < 3 && s != St::Ok; ++n) {
    std::this_thread::sleep_for(1s);
    s = ping_host(host);
  }
  return s;
}

St counted_right(const std::string &host, int tries) {
  for (int i = 1;; ++i) {
    St s = ping_host(host);
    if (s == St::Ok || i >= tries)
      return s;
    std::this_thread::sleep_for(1s);
  }
}

// Nothing ends it, so there is no last attempt.
void for_ever(const std::string &host) {
  while (ping_host(host) != St::Ok)
    std::this_thread::sleep_for(1s);
}

// A pause after giving up, before the next job: not in the loop.
bool take_job(std::string &to);
void jobs() {
  std::string to;
  while (take_job(to)) {
    bool ok = false;
    for (int n = 0; n < 3 && !ok; ++n) {
      if (n)
        std::this_thread::sleep_for(1s);
      ok = send_mail(to);
    }
    if (!ok)
      std::this_thread::sleep_for(10s);
  }
}

// By the clock: a wait past the deadline, another fault.
bool until(const std::string &to) {
  auto end = Clock::now() + 20s;
  while (Clock::now() < end) {
    if (send_mail(to))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}
bool both(const std::string &to, Clock::time_point end) {
  for (int n = 0; n < 3 && Clock::now() < end; ++n) {
    if (send_mail(to))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

// The last step of the table is zero.
bool table(const std::string &to) {
  static constexpr Ms steps[] = {100ms, 500ms, 0ms};
  for (Ms step : steps) {
    if (send_mail(to))
      return true;
    std::this_thread::sleep_for(step);
  }
  return false;
}

bool no_wait(const std::string &to) {
  for (int n = 0; n < 3; ++n)
    if (send_mail(to))
      return true;
  return false;
}

bool in_condition(const std::string &to) {
  int n = 0;
  while (!send_mail(to)) {
    if (++n == 3)
      return false;
    std::this_thread::sleep_for(1s);
  }
  return true;
}

// Not a retry: samples every second, and sleeps after the last.
void samples() {
  for (int n = 0; n < 10; ++n) {
    auto rate = fetch_rate("EURUSD");
    std::printf("%f\n", rate.value_or(0));
    std::this_thread::sleep_for(1s);
  }
}

bool one_more_counted(const std::string &to, int tries) {
  while (tries-- > 0) {
    if (send_mail(to))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return send_mail(to);
}
