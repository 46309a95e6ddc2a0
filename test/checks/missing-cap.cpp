// RUN: %check_retry %s --checks=retry-missing-cap -- -std=c++20
#include <absl/time/clock.h>
#include <absl/time/time.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <curl/curl.h>
#include <httplib.h>
#include <mutex>
#include <optional>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace std::chrono_literals;
using Ms = std::chrono::milliseconds;
using Secs = std::chrono::duration<double>;

struct Quote {
  int status;
  double price;
};
Quote get_quote(const std::string &symbol);
bool register_node(const std::string &id);
std::optional<int> request_seat(int train);
struct LinkDown : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void open_link(const std::string &peer);
enum class Code { Ok, Later, Never };
Code submit(const std::string &order);

// --- a wait beyond the cap is reached ---

Quote doubling_eight(const std::string &symbol) {
  Quote q = get_quote(symbol);
  auto pause = 1s;
  for (int i = 1; i < 8 && q.status == 503; ++i) {
    std::this_thread::sleep_for(pause); // expect: retry-missing-cap "waits up to 64 s"
    pause *= 2;
    q = get_quote(symbol);
  }
  return q;
}

bool shifted(const std::string &id) {
  for (int n = 0; n < 8; ++n) {
    if (register_node(id))
      return true;
    if (n < 7)
      std::this_thread::sleep_for(Ms(500 << n)); // expect: retry-missing-cap "waits up to 32 s"
  }
  return false;
}

// Jitter does not make it shorter.
bool jittered(const std::string &id) {
  std::mt19937 rng(std::random_device{}());
  for (int n = 0; n < 10; ++n) {
    if (register_node(id))
      return true;
    std::uniform_real_distribution<> upto(0, std::pow(2, n));
    std::this_thread::sleep_for(Secs(upto(rng))); // expect: retry-missing-cap "waits up to 9 min"
  }
  return false;
}

// Three times the wait before, and nothing stops it.
std::optional<int> decorrelated_uncapped(int train) {
  static std::mt19937 rng(std::random_device{}());
  double last = 1.0;
  std::optional<int> seat;
  for (int n = 0; n < 5 && !(seat = request_seat(train)); ++n) {
    last = std::uniform_real_distribution<>(1.0, last * 3)(rng);
    std::this_thread::sleep_for(Secs(last)); // expect: retry-missing-cap
  }
  return seat;
}

void table(const std::string &peer) {
  static constexpr std::array<std::chrono::seconds, 5> steps{1s, 5s, 20s, 60s, 300s};
  for (size_t i = 0;; ++i) {
    try {
      return open_link(peer);
    } catch (const LinkDown &) {
      if (i == steps.size())
        throw;
      std::this_thread::sleep_for(steps[i]); // expect: retry-missing-cap "waits up to 5 min"
    }
  }
}

Code linear(const std::string &order) {
  Code rc = Code::Later;
  for (int n = 1; n <= 5 && (rc = submit(order)) == Code::Later; ++n)
    std::this_thread::sleep_for(15s * n); // expect: retry-missing-cap
  return rc;
}

// --- nothing ends the growth ---

void until_connected(const std::string &peer) {
  absl::Duration gap = absl::Milliseconds(100);
  for (;;) {
    try {
      open_link(peer);
      break;
    } catch (const std::exception &e) {
      std::fprintf(stderr, "%s\n", e.what());
    }
    absl::SleepFor(gap); // expect: retry-missing-cap "100 ms, 200 ms, 400 ms, 800 ms ... before retrying 'open_link', growing without a cap"
    gap *= 2;
  }
}

bool as_often_as_told(const std::string &id, int most) {
  Ms gap = 250ms;
  for (int n = 0; n < most; ++n) {
    if (register_node(id))
      return true;
    std::this_thread::sleep_for(gap); // expect: retry-missing-cap "growing without a cap"
    gap *= 2;
  }
  return false;
}

struct Tuning {
  Ms first;
  int most;
};
// First step and count are configured, the cap is forgotten.
Code tuned(const std::string &order, const Tuning &t) {
  Code rc;
  int n = 0;
  while ((rc = submit(order)) == Code::Later && n < t.most)
    std::this_thread::sleep_for(t.first * (1 << n++)); // expect: retry-missing-cap "growing without a cap"
  return rc;
}

class Agent {
public:
  void join(std::stop_token stop) {
    unsigned gap = 1;
    while (!stop.stop_requested()) {
      if (submit("join") == Code::Ok)
        return;
      std::unique_lock lock(m_);
      cv_.wait_for(lock, std::chrono::seconds(gap), [&] { return stop.stop_requested(); }); // expect: retry-missing-cap
      gap *= 3;
    }
  }

private:
  std::mutex m_;
  std::condition_variable cv_;
};

// --- a cap, but far too high ---

Quote high_cap(const std::string &symbol) {
  constexpr auto most = 10min;
  Ms gap = 1s;
  Quote q;
  for (int n = 0; n < 20; ++n) {
    if ((q = get_quote(symbol)).status == 200)
      break;
    std::this_thread::sleep_for(gap); // expect: retry-missing-cap "grow to 10 min; no wait should be longer than 1 min"
    gap = std::min<Ms>(gap * 2, most);
  }
  return q;
}

void high_cap_forever(httplib::Client &hub, std::atomic<bool> &stop) {
  long secs = 1;
  while (!stop) {
    if (auto res = hub.Get("/hello"); res && res->status == 200)
      return;
    std::this_thread::sleep_for(std::chrono::seconds(secs)); // expect: retry-missing-cap "grow to 15 min"
    secs = std::min(secs * 2, 900L);
  }
}

// --- the cap is there, but the number it is compared with is not ---

// 1000 << 22 is no int.
bool overflow_before_min(const std::string &id) {
  for (int n = 0; n < 30; ++n) {
    if (register_node(id))
      return true;
    std::this_thread::sleep_for(Ms(std::min(30000, 1000 << n))); // expect: retry-missing-cap "before retry 23 of 'register_node' overflows"
  }
  return false;
}

void overflow_for_ever(const std::string &peer) {
  for (int n = 0;; ++n) {
    try {
      open_link(peer);
      return;
    } catch (const LinkDown &) {
    }
    int ms = static_cast<int>(std::pow(2, n) * 100);
    std::this_thread::sleep_for(Ms(ms < 20000 ? ms : 20000)); // expect: retry-missing-cap "overflows"
  }
}

// --- fine ---

Quote five(const std::string &symbol) {
  Quote q = get_quote(symbol);
  auto pause = 1s;
  for (int i = 1; i < 5 && q.status == 503; ++i) {
    std::this_thread::sleep_for(pause);
    pause *= 2;
    q = get_quote(symbol);
  }
  return q;
}

bool capped(const std::string &id) {
  for (int n = 0; n < 12; ++n) {
    if (register_node(id))
      return true;
    std::this_thread::sleep_for(Ms(std::min(30000, 500 << n)));
  }
  return false;
}

bool capped_by_if(const std::string &id, int most) {
  long ms = 100;
  for (int n = 0; n < most; ++n) {
    if (register_node(id))
      return true;
    std::this_thread::sleep_for(Ms(ms));
    ms *= 2;
    if (ms > 25000)
      ms = 25000;
  }
  return false;
}

// A minute is the longest that anybody may choose.
void capped_at_a_minute(const std::string &peer, std::atomic<bool> &stop) {
  Ms gap = 1s;
  while (!stop) {
    try {
      return open_link(peer);
    } catch (const LinkDown &) {
      std::this_thread::sleep_for(gap);
      gap = std::min<Ms>(gap * 2, 60s);
    }
  }
}

std::optional<int> decorrelated_capped(int train) {
  static std::mt19937 rng(std::random_device{}());
  double last = 1.0;
  std::optional<int> seat;
  for (int n = 0; n < 9 && !(seat = request_seat(train)); ++n) {
    last = std::min(30.0, std::uniform_real_distribution<>(1.0, last * 3)(rng));
    std::this_thread::sleep_for(Secs(last));
  }
  return seat;
}

// The exponent is limited, so nothing overflows however long it goes on.
void limited_exponent(const std::string &peer) {
  for (int n = 0;; ++n) {
    try {
      open_link(peer);
      return;
    } catch (const LinkDown &) {
    }
    std::this_thread::sleep_for(Ms(100 << std::min(n, 8)));
  }
}

// pow() of a double overflows no int here.
bool pow_capped(const std::string &id) {
  for (int n = 0; n < 39; ++n) {
    if (register_node(id))
      return true;
    std::this_thread::sleep_for(Secs(std::min(30.0, std::pow(2.0, n))));
  }
  return false;
}

bool capped_by_settings(const std::string &id, const Tuning &t, Ms most) {
  for (int n = 0; n < t.most; ++n) {
    if (register_node(id))
      return true;
    std::this_thread::sleep_for(std::min(most, t.first * (1 << n)));
  }
  return false;
}

// Long, but it does not grow: another check's.
bool fixed_long(const std::string &id) {
  for (int n = 0; n < 3; ++n) {
    if (register_node(id))
      return true;
    std::this_thread::sleep_for(90s);
  }
  return false;
}

// A known count of an unknown step.
bool unknown_step(const std::string &id, Ms step) {
  for (int n = 0; n < 4; ++n) {
    if (register_node(id))
      return true;
    std::this_thread::sleep_for(step * (1 << n));
  }
  return false;
}

// The server says how long.
int seconds_asked(const Quote &q);
Quote by_server(const std::string &symbol) {
  Quote q = get_quote(symbol);
  for (int n = 0; n < 4 && q.status == 429; ++n) {
    std::this_thread::sleep_for(std::chrono::seconds(seconds_asked(q)));
    q = get_quote(symbol);
  }
  return q;
}

// What is left of the deadline is a cap.
bool by_deadline(const std::string &id, std::chrono::steady_clock::time_point until) {
  Ms gap = 500ms;
  while (!register_node(id)) {
    auto left = std::chrono::duration_cast<Ms>(until - std::chrono::steady_clock::now());
    if (left <= 0ms)
      return false;
    std::this_thread::sleep_for(std::min(gap, left));
    gap *= 2;
  }
  return true;
}

// Webhooks are delivered over hours.
bool post_hook(const std::string &url);
bool deliver(const std::string &url) {
  static constexpr std::chrono::seconds schedule[] = {0s, 1s, 5s, 30s, 2min, 15min, 1h, 4h};
  for (auto gap : schedule) {
    std::this_thread::sleep_for(gap);
    if (post_hook(url))
      return true;
  }
  return false;
}

// A poll that slows down to once an hour.
bool build_done(int id);
void await(int id) {
  auto gap = 1s;
  while (!build_done(id)) {
    std::this_thread::sleep_for(gap);
    gap *= 2;
  }
}

// A hash wraps on purpose.
bool hashed(const std::string &id) {
  std::uint32_t state = 2463534242u;
  for (int n = 0; n < 5; ++n) {
    if (register_node(id))
      return true;
    state = state * 1664525u + 1013904223u;
    std::this_thread::sleep_for(Ms(state % (1000u << n)));
  }
  return false;
}

// A configuration of constants.
struct Backoff {
  Ms first{500};
  int factor = 3;
  int attempts = 7;
};
bool configured_by_constants(const std::string &id) {
  static constexpr Backoff kBackoff{};
  Ms pause = kBackoff.first;
  for (int i = 0; i < kBackoff.attempts; ++i) {
    if (register_node(id))
      return true;
    if (i + 1 < kBackoff.attempts)
      std::this_thread::sleep_for(pause); // expect: retry-missing-cap "waits up to 2 min"
    pause *= kBackoff.factor;
  }
  return false;
}
