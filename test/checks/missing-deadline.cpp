// RUN: %check_retry %s --checks=retry-missing-deadline -- -std=c++20
#include <absl/time/clock.h>
#include <absl/time/time.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <curl/curl.h>
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
using Secs = std::chrono::duration<double>;

struct Page {
  int status;
};
Page fetch_page(const std::string &url);
bool store_blob(const std::string &key);
std::optional<int> request_id();
struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void sync_tree(int root);
enum class Rc { Ok, Busy };
Rc transmit(int line);

// --- the waits add up to more than the limit ---

Page doubling(const std::string &url) {
  Page p{};
  auto gap = 1s;
  for (int n = 0; n < 10; ++n) { // expect: retry-missing-deadline "waits up to 17 min in total while retrying 'fetch_page'; limit 30 s"
    p = fetch_page(url);
    if (p.status == 200)
      break;
    std::this_thread::sleep_for(gap);
    gap *= 2;
  }
  return p;
}

bool five_tens(const std::string &key) {
  int left = 5;
  while (left-- > 0) { // expect: retry-missing-deadline "waits up to 40 s"
    if (store_blob(key))
      return true;
    if (left > 0)
      std::this_thread::sleep_for(10s);
  }
  return false;
}

void capped_but_many(int root) {
  for (int n = 0;; ++n) { // expect: retry-missing-deadline
    try {
      return sync_tree(root);
    } catch (const Broken &) {
      if (n == 12)
        throw;
      std::this_thread::sleep_for(std::min<Ms>(Ms(250) * (1 << n), 8s));
    }
  }
}

// The worst case counts, whatever the dice say.
std::optional<int> full_jitter_long() {
  std::mt19937 rng(std::random_device{}());
  std::optional<int> id;
  for (int n = 0; n < 6 && !(id = request_id()); ++n) { // expect: retry-missing-deadline "waits up to 63 s"
    std::uniform_real_distribution<> d(0, std::ldexp(1.0, n));
    std::this_thread::sleep_for(Secs(d(rng)));
  }
  return id;
}

CURLcode table(CURL *h) {
  static const int steps[] = {1, 5, 10, 20};
  CURLcode rc = curl_easy_perform(h);
  for (int s : steps) { // expect: retry-missing-deadline "waits up to 36 s"
    if (rc == CURLE_OK)
      break;
    absl::SleepFor(absl::Seconds(s));
    rc = curl_easy_perform(h);
  }
  return rc;
}

Rc by_goto(int line) {
  int tries = 0;
again:
  Rc rc = transmit(line); // expect@-1: retry-missing-deadline "waits up to 45 s"
  if (rc == Rc::Busy && ++tries < 4) {
    std::this_thread::sleep_for(15s);
    goto again;
  }
  return rc;
}

Page recursive(const std::string &url, int left = 4, std::chrono::seconds gap = 5s) {
  Page p = fetch_page(url);
  if (p.status < 500 || left == 0)
    return p;
  std::this_thread::sleep_for(gap);
  return recursive(url, left - 1, gap * 2);
}
Page start(const std::string &url) { return recursive(url, 4, 5s); }

class Uplink {
public:
  bool push(const std::string &key) {
    for (int n = 0; n < kTries; ++n) { // expect: retry-missing-deadline "waits up to 5 min"
      if (store_blob(key))
        return true;
      pause();
    }
    return false;
  }

private:
  static constexpr int kTries = 10;
  void pause() { std::this_thread::sleep_for(30s); }
};

template <class F> bool repeat(F f) {
  for (auto n = 0u; n != 7; ++n) { // expect: retry-missing-deadline
    if (f())
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(n + 2));
  }
  return false;
}
bool store_twice(const std::string &key) {
  return repeat([&] { return store_blob(key); });
}

// A deadline, but a very late one.
bool late_deadline(const std::string &key) {
  const auto until = Clock::now() + 10min;
  while (Clock::now() < until) { // expect: retry-missing-deadline "limit 30 s"
    if (store_blob(key))
      return true;
    std::this_thread::sleep_for(20s);
  }
  return false;
}

httplib::Result two_waits(httplib::Client &c) {
  httplib::Result res = c.Get("/a");
  for (int n = 0; n < 3 && !res; n++) { // expect: retry-missing-deadline "waits up to 33 s"
    std::this_thread::sleep_for(1s);
    std::this_thread::sleep_for(10s);
    res = c.Get("/a");
  }
  return res;
}

auto lambda_loop(std::string key) {
  return [key] {
    double gap = 2;
    for (int n = 0; n < 5; ++n, gap *= 3) { // expect: retry-missing-deadline
      if (store_blob(key))
        return true;
      std::this_thread::sleep_for(Secs(gap));
    }
    return false;
  };
}

Rc do_while(int line) {
  Rc rc;
  int n = 0;
  do { // expect: retry-missing-deadline "waits up to 48 s"
    if ((rc = transmit(line)) == Rc::Ok)
      break;
    std::this_thread::sleep_for(12s);
  } while (++n < 4);
  return rc;
}

void nested_try(int root) {
  for (int n = 1; n <= 5; ++n) { // expect: retry-missing-deadline
    try {
      sync_tree(root);
      return;
    } catch (const std::exception &e) {
      std::fprintf(stderr, "%s\n", e.what());
      if (n == 5)
        throw;
    }
    std::this_thread::sleep_for(Ms(4000 * n));
  }
}

// --- within the limit, ended by a clock, or not known ---

Page three(const std::string &url) {
  Page p{};
  auto gap = 1s;
  for (int n = 0; n < 4; ++n) {
    p = fetch_page(url);
    if (p.status == 200)
      break;
    std::this_thread::sleep_for(gap);
    gap *= 2;
  }
  return p;
}

bool exactly(const std::string &key) {
  for (int n = 0; n < 4; ++n) {
    if (n)
      std::this_thread::sleep_for(10s);
    if (store_blob(key))
      return true;
  }
  return false;
}

Page with_deadline(const std::string &url, Clock::time_point until) {
  Page p{};
  Ms gap = 5s;
  for (int n = 0; n < 10; ++n) {
    p = fetch_page(url);
    if (p.status == 200 || Clock::now() + gap >= until)
      break;
    std::this_thread::sleep_for(gap);
  }
  return p;
}

bool within_25s(const std::string &key) {
  const auto until = Clock::now() + 25s;
  Ms gap = 1s;
  while (!store_blob(key)) {
    if (Clock::now() + gap > until)
      return false;
    std::this_thread::sleep_for(gap);
    gap *= 2;
  }
  return true;
}

// Sleeps past it, but that is another fault.
bool half_minute(const std::string &key) {
  const auto until = Clock::now() + 30s;
  Ms gap = 1s;
  while (Clock::now() < until) {
    if (store_blob(key))
      return true;
    std::this_thread::sleep_for(gap);
    gap *= 2;
  }
  return false;
}

bool clamped(const std::string &key, Clock::time_point until) {
  for (int n = 0; n < 20; ++n) {
    if (store_blob(key))
      return true;
    auto left = until - Clock::now();
    if (left < 50ms)
      break;
    std::this_thread::sleep_for(std::min<Clock::duration>(10s, left));
  }
  return false;
}

Rc count_unknown(int line, int most) {
  Rc rc = Rc::Busy;
  for (int n = 0; n < most && rc == Rc::Busy; ++n) {
    rc = transmit(line);
    if (rc == Rc::Busy)
      std::this_thread::sleep_for(10s);
  }
  return rc;
}

Rc wait_unknown(int line, std::chrono::seconds gap) {
  Rc rc = Rc::Busy;
  for (int n = 0; n < 10 && rc == Rc::Busy; ++n) {
    rc = transmit(line);
    if (rc == Rc::Busy)
      std::this_thread::sleep_for(gap);
  }
  return rc;
}

// No bound at all is a greater fault.
void for_ever(int root) {
  for (;;) {
    try {
      sync_tree(root);
      return;
    } catch (const Broken &) {
      std::this_thread::sleep_for(30s);
    }
  }
}
void until_stopped(int line, std::atomic<bool> &stop) {
  while (!stop && transmit(line) == Rc::Busy)
    std::this_thread::sleep_for(60s);
}

bool full_jitter_short(const std::string &key) {
  std::mt19937 rng(std::random_device{}());
  for (int n = 0; n < 5; ++n) {
    if (store_blob(key))
      return true;
    if (n == 4)
      break;
    std::uniform_real_distribution<> d(0, std::ldexp(1.0, n));
    std::this_thread::sleep_for(Secs(d(rng)));
  }
  return false;
}

// Webhooks have a day.
bool post_hook(const std::string &url);
bool deliver(const std::string &url) {
  for (auto gap : {0s, 1s, 5s, 30s, std::chrono::seconds(2min), std::chrono::seconds(15min)}) {
    std::this_thread::sleep_for(gap);
    if (post_hook(url))
      return true;
  }
  return false;
}

// A server may ask for more time than we have; that is for another check.
int asked(const Page &p);
Page by_server(const std::string &url) {
  Page p = fetch_page(url);
  for (int n = 0; n < 9 && p.status == 429; ++n) {
    std::this_thread::sleep_for(std::chrono::seconds(asked(p)));
    p = fetch_page(url);
  }
  return p;
}

// A different item each time, with a long pause in between.
void every_hour(const std::vector<std::string> &urls) {
  for (const auto &url : urls) {
    fetch_page(url);
    std::this_thread::sleep_for(1h);
  }
}

// Immediate retries take no time.
bool at_once(const std::string &key) {
  for (int n = 0; n < 5; ++n)
    if (store_blob(key))
      return true;
  return false;
}

// A table of waits.
bool by_table(const std::string &key) {
  static constexpr std::chrono::seconds kWaits[] = {1s, 5s, 15s, 30s};
  for (auto wait : kWaits) { // expect: retry-missing-deadline "51 s"
    if (store_blob(key))
      return true;
    std::this_thread::sleep_for(wait);
  }
  return false;
}

// A class that keeps its settings.
class Uploader {
  static constexpr int kTries = 4;
  static constexpr auto kPause = 20s;

public:
  bool upload(const std::string &key) const {
    for (int n = 1; n <= kTries; ++n) { // expect: retry-missing-deadline "1 min"
      if (store_blob(key))
        return true;
      if (n < kTries)
        std::this_thread::sleep_for(kPause);
    }
    return false;
  }
};
bool upload(const std::string &key) { return Uploader().upload(key); }

// Random, but long: the worst case counts.
void drawn_from_a_minute(int root) {
  static thread_local std::mt19937 dice{std::random_device{}()};
  std::uniform_int_distribution<int> upTo(0, 60);
  for (int n = 0;; ++n) { // expect: retry-missing-deadline "waits up to 3 min"
    try {
      sync_tree(root);
      return;
    } catch (const Broken &) {
      if (n == 3)
        throw;
      std::this_thread::sleep_for(std::chrono::seconds(upTo(dice)));
    }
  }
}

// Within the limit.
bool short_table(const std::string &key) {
  static constexpr std::chrono::seconds kWaits[] = {1s, 4s, 9s};
  for (auto wait : kWaits) {
    if (store_blob(key))
      return true;
    std::this_thread::sleep_for(wait);
  }
  return false;
}
