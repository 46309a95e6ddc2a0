// RUN: %check_retry %s --checks=retry-weak-jitter -- -std=c++20
#include <absl/random/random.h>
#include <absl/time/clock.h>
#include <absl/time/time.h>
#include <algorithm>
#include <atomic>
#include <boost/thread/thread.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
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
using Ms = std::chrono::milliseconds;

struct Answer {
  int status;
  std::string text;
};
Answer ask_ledger(const std::string &account);
std::optional<std::string> request_worker(int zone);
bool upload_chunk(const std::string &name, int part);
struct StoreDown : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void flush_store(const std::string &shard);
enum class Send { Done, Busy, Refused };
Send send_frame(int channel);

// --- equal: a floor that grows with the wait ---

Answer equal_shift(const std::string &account) {
  static thread_local std::mt19937 rng(std::random_device{}());
  Answer a;
  for (int n = 0; n < 4; ++n) {
    a = ask_ledger(account);
    if (a.status != 503)
      return a;
    const long e = std::min(20000L, 500L << n);
    std::uniform_int_distribution<long> half(0, e / 2);
    std::this_thread::sleep_for(Ms(e / 2 + half(rng))); // expect: retry-weak-jitter "250 ms to 500 ms, 500 ms to 1 s, 1 s to 2 s (3.5 s in total)"
  }
  return a;
}

std::string equal_in_class(int zone) {
  struct Pacer {
    double ceiling = 1.0;
    std::mt19937_64 dice{std::random_device{}()};
    std::chrono::duration<double> next() {
      std::uniform_real_distribution<double> u(ceiling / 2, ceiling);
      ceiling = std::min(ceiling * 2, 16.0);
      return std::chrono::duration<double>(u(dice));
    }
  } pacer;
  for (int tries = 1;; ++tries) {
    if (auto w = request_worker(zone))
      return *w;
    if (tries == 5)
      throw StoreDown("no worker");
    std::this_thread::sleep_for(pacer.next()); // expect: retry-weak-jitter "equal jitter"
  }
}

// The base is the caller's; the floor is half of it all the same.
bool equal_of_parameter(const std::string &name, Ms base, std::mt19937 &gen) {
  Ms ceiling = base;
  for (int n = 0; n < 4; ++n, ceiling *= 2) {
    if (upload_chunk(name, 1))
      return true;
    auto half = ceiling / 2;
    std::uniform_int_distribution<Ms::rep> spread(0, half.count());
    std::this_thread::sleep_for(half + Ms(spread(gen))); // expect: retry-weak-jitter "equal jitter"
  }
  return false;
}

struct Settings {
  Ms first;
  Ms most;
  int tries;
};
// Cap, base and count are configured.
void equal_of_settings(const std::string &shard, const Settings &cfg) {
  std::minstd_rand rng(std::random_device{}());
  for (int n = 0;; ++n) {
    try {
      flush_store(shard);
      return;
    } catch (const StoreDown &) {
      if (n >= cfg.tries)
        throw;
    }
    const Ms e = std::min(cfg.most, cfg.first * (1 << n));
    std::uniform_real_distribution<> share(0.5, 1.0);
    std::this_thread::sleep_for(e * share(rng)); // expect: retry-weak-jitter "equal jitter"
  }
}

Send plus_minus_half(int channel) {
  absl::BitGen gen;
  absl::Duration step = absl::Seconds(1);
  Send rc = send_frame(channel);
  for (int k = 0; rc == Send::Busy && k < 3; ++k) {
    absl::SleepFor(step * absl::Uniform(gen, 0.5, 1.5)); // expect: retry-weak-jitter "500 ms to 1.5 s, 1 s to 3 s"
    step *= 2;
    rc = send_frame(channel);
  }
  return rc;
}

// --- additive: something on top that does not grow ---

void additive_rand(const std::string &shard) {
  Ms backoff = 1s;
  for (int retries = 0;; ++retries) {
    try {
      return flush_store(shard);
    } catch (const StoreDown &) {
      if (retries == 3)
        throw;
    }
    std::this_thread::sleep_for(backoff + Ms(rand() % 1000)); // expect: retry-weak-jitter "additive jitter"
    backoff *= 2;
  }
}

CURLcode additive_curl(CURL *h) {
  std::mt19937 rng{std::random_device{}()};
  CURLcode rc = CURLE_OK;
  for (unsigned n = 0; n != 4; ++n) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    double secs = std::min(30.0, std::pow(2.0, n)) + std::uniform_real_distribution<>(0.0, 1.0)(rng);
    std::this_thread::sleep_for(std::chrono::duration<double>(secs)); // expect: retry-weak-jitter "1 s to 2 s, 2 s to 3 s, 4 s to 5 s"
  }
  return rc;
}

// The step is not known, the part on top is.
Send additive_unknown_step(int channel, std::chrono::seconds step) {
  for (int n = 1; n <= 4; ++n) {
    Send rc = send_frame(channel);
    if (rc != Send::Busy)
      return rc;
    std::this_thread::sleep_for(step * n + Ms(std::rand() % 250)); // expect: retry-weak-jitter "additive jitter"
  }
  return Send::Refused;
}

// --- narrow: hardly any ---

httplib::Result narrow_ten_percent(httplib::Client &cli) {
  std::random_device seed;
  std::mt19937 rng(seed());
  httplib::Result res = cli.Get("/stock");
  Ms pause = 500ms;
  for (int i = 0; !res && i < 3; i++) {
    std::uniform_real_distribution<double> factor(0.9, 1.1);
    std::this_thread::sleep_for(Ms(static_cast<long>(pause.count() * factor(rng)))); // expect: retry-weak-jitter "only 20 % of it is random"
    pause *= 2;
    res = cli.Get("/stock");
  }
  return res;
}

bool narrow_on_top(const std::string &name, int part) {
  int ms = 400;
  int left = 4;
  while (!upload_chunk(name, part)) {
    if (--left == 0)
      return false;
    int extra = rand() % (ms * 3 / 10);
    boost::this_thread::sleep_for(boost::chrono::milliseconds(ms + extra)); // expect: retry-weak-jitter "is random"
    ms *= 2;
  }
  return true;
}

// One retry is enough to see that.
std::optional<std::string> narrow_once(int zone) {
  static std::mt19937 rng(std::random_device{}());
  for (int n = 0; n < 2; ++n) {
    if (n > 0)
      std::this_thread::sleep_for(Ms(std::uniform_int_distribution<int>(1000, 1100)(rng))); // expect: retry-weak-jitter "only 10 %"
    if (auto w = request_worker(zone))
      return w;
  }
  return std::nullopt;
}

// The draw is hidden in a helper, and the base in a field.
class Shipper {
public:
  explicit Shipper(Ms base) : base_(base) {}
  bool ship(const std::string &name) {
    for (int n = 0; n < 4; ++n) {
      if (upload_chunk(name, n_))
        return true;
      std::this_thread::sleep_for(shake(base_ * (1 << n))); // expect: retry-weak-jitter "only 20 % of it is random"
    }
    return false;
  }

private:
  Ms shake(Ms d) { return std::chrono::duration_cast<Ms>(d * std::uniform_real_distribution<>(0.9, 1.1)(rng_)); }
  Ms base_;
  int n_ = 0;
  std::mt19937 rng_{std::random_device{}()};
};

// --- random, but never longer ---

std::optional<std::string> constant_range(int zone) {
  std::default_random_engine rng(std::random_device{}());
  std::uniform_int_distribution<int> delay(100, 900);
  std::optional<std::string> w;
  for (int i = 0; i < 5 && !(w = request_worker(zone)); ++i)
    std::this_thread::sleep_for(Ms(delay(rng))); // expect: retry-weak-jitter "100 ms to 900 ms, 100 ms to 900 ms, 100 ms to 900 ms, 100 ms to 900 ms"
  return w;
}

Answer constant_from_zero(const std::string &account, int left = 3) {
  Answer a = ask_ledger(account);
  if (a.status < 500 || left == 0)
    return a;
  std::this_thread::sleep_for(Ms(std::rand() % 2000)); // expect: retry-weak-jitter "never grows"
  return constant_from_zero(account, left - 1);
}

template <typename Op> bool persist(Op op, Ms pause) {
  for (int n = 0; n < 3; ++n) {
    if (op())
      return true;
    std::this_thread::sleep_for(pause + Ms(rand() % 100)); // expect: retry-weak-jitter "never grows"
  }
  return false;
}
bool upload_twice(const std::string &name, Ms pause) {
  return persist([&] { return upload_chunk(name, 1); }, pause);
}

// Capped from the first round on.
bool constant_by_cap(const std::string &name) {
  std::mt19937 rng(std::random_device{}());
  for (int n = 0; n < 4; ++n) {
    if (upload_chunk(name, 3))
      return true;
    double ceiling = std::min(1.0, std::ldexp(1.0, n));
    std::this_thread::sleep_for(std::chrono::duration<double>(std::uniform_real_distribution<>(0, ceiling)(rng))); // expect: retry-weak-jitter "never grows"
  }
  return false;
}

// --- allowed, absent, or not known ---

Answer full(const std::string &account) {
  thread_local std::mt19937 rng(std::random_device{}());
  Answer a = ask_ledger(account);
  for (int n = 0; n < 3 && a.status >= 500; ++n) {
    auto ceiling = std::min(30.0, std::ldexp(1.0, n));
    std::this_thread::sleep_for(std::chrono::duration<double>(std::uniform_real_distribution<>(0, ceiling)(rng)));
    a = ask_ledger(account);
  }
  return a;
}

// A tiny floor does no harm.
Send full_from_one(int channel) {
  for (int n = 0; n < 4; ++n) {
    Send rc = send_frame(channel);
    if (rc != Send::Busy)
      return rc;
    std::this_thread::sleep_for(Ms(1 + rand() % (500 << n)));
  }
  return Send::Refused;
}

bool full_of_parameter(const std::string &name, Ms base, std::mt19937 &gen) {
  for (int n = 0; n < 4; ++n) {
    if (upload_chunk(name, 1))
      return true;
    std::uniform_int_distribution<Ms::rep> spread(0, (base * (1 << n)).count());
    std::this_thread::sleep_for(Ms(spread(gen)));
  }
  return false;
}

void full_of_settings(const std::string &shard, const Settings &cfg) {
  std::minstd_rand rng(std::random_device{}());
  for (int n = 0;; ++n) {
    try {
      flush_store(shard);
      return;
    } catch (const StoreDown &) {
      if (n >= cfg.tries)
        throw;
    }
    const Ms e = std::min(cfg.most, cfg.first * (1 << n));
    std::uniform_real_distribution<> share(0.0, 1.0);
    std::this_thread::sleep_for(e * share(rng));
  }
}

Send decorrelated(int channel) {
  std::mt19937 rng(std::random_device{}());
  double previous = 1.0;
  for (int n = 0; n < 4; ++n) {
    Send rc = send_frame(channel);
    if (rc != Send::Busy)
      return rc;
    previous = std::min(30.0, std::uniform_real_distribution<>(1.0, previous * 3)(rng));
    std::this_thread::sleep_for(std::chrono::duration<double>(previous));
  }
  return Send::Busy;
}

bool decorrelated_of_parameter(const std::string &name, long base_ms) {
  long previous = base_ms;
  for (int n = 0; n < 4; ++n) {
    if (upload_chunk(name, 9))
      return true;
    static std::mt19937 rng(std::random_device{}());
    previous = std::uniform_int_distribution<long>(base_ms, previous * 3)(rng);
    std::this_thread::sleep_for(Ms(previous));
  }
  return false;
}

// A constant floor under a growing ceiling.
bool floor_stays(const std::string &name) {
  std::mt19937 rng(std::random_device{}());
  Ms ceiling = 1s;
  for (int n = 0; n < 4; ++n, ceiling *= 2) {
    if (upload_chunk(name, 2))
      return true;
    Ms nap(std::uniform_int_distribution<long>(0, ceiling.count())(rng));
    std::this_thread::sleep_for(std::max(nap, Ms(150)));
  }
  return false;
}

Answer clamped_to_deadline(const std::string &account, std::chrono::steady_clock::time_point until) {
  std::mt19937 rng(std::random_device{}());
  Answer a = ask_ledger(account);
  for (int n = 0; n < 4 && a.status == 503; ++n) {
    Ms nap(std::uniform_int_distribution<long>(0, 1000L << n)(rng));
    auto left = std::chrono::duration_cast<Ms>(until - std::chrono::steady_clock::now());
    if (left <= 50ms)
      break;
    std::this_thread::sleep_for(std::min(nap, left));
    a = ask_ledger(account);
  }
  return a;
}

// No jitter at all is not weak jitter.
bool none(const std::string &name) {
  Ms pause = 1s;
  for (int n = 0; n < 3; ++n, pause *= 2) {
    if (upload_chunk(name, 4))
      return true;
    std::this_thread::sleep_for(pause);
  }
  return false;
}
bool fixed(const std::string &name) {
  for (int n = 0; n < 3; ++n) {
    if (upload_chunk(name, 5))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

// What the function returns is not known.
Ms shuffle(Ms most);
bool unknown_draw(const std::string &name) {
  Ms pause = 1s;
  for (int n = 0; n < 3; ++n, pause *= 2) {
    if (upload_chunk(name, 6))
      return true;
    std::this_thread::sleep_for(shuffle(pause));
  }
  return false;
}
// Two unknown amounts: which one is the floor?
bool two_unknown(const std::string &name, Ms least, Ms most, std::mt19937 &gen) {
  for (int n = 0; n < 3; ++n) {
    if (upload_chunk(name, 7))
      return true;
    std::this_thread::sleep_for(Ms(std::uniform_int_distribution<long>(least.count(), most.count() << n)(gen)));
  }
  return false;
}

// A worker that naps at random is no retry.
bool pop(std::string &job);
void idle(std::atomic<bool> &stop) {
  std::string job;
  while (!stop) {
    if (!pop(job))
      std::this_thread::sleep_for(Ms(100 + rand() % 20));
  }
}

// Random load in a test: another request each time.
void load_test(const std::vector<std::string> &accounts) {
  for (const auto &account : accounts) {
    ask_ledger(account);
    std::this_thread::sleep_for(Ms(900 + rand() % 200));
  }
}

// The first retry is at once, then the range grows from 0.
bool from_nothing(const std::string &name) {
  for (int n = 0; n < 4; ++n) {
    if (upload_chunk(name, 8))
      return true;
    std::this_thread::sleep_for(Ms(n ? rand() % (1000 << n) : 0));
  }
  return false;
}
