// RUN: %check_retry %s --checks=retry-missing-jitter -- -std=c++20
#include <absl/random/random.h>
#include <absl/time/clock.h>
#include <absl/time/time.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <boost/thread/thread.hpp>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
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
using Millis = std::chrono::milliseconds;

struct Reply {
  int status;
  std::string body;
  std::string header(const std::string &name) const;
};
Reply fetch_ticket(const std::string &id);
std::optional<int> reserve_lane(int depot);
bool commit_batch(const std::vector<std::string> &rows);
struct IndexUnavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void refresh_index(const std::string &name);
enum class Rpc { Ok, Unavailable, Denied };
Rpc call_scheduler(const std::string &task);

// --- the waits grow, and every client waits alike ---

httplib::Result load_roster(httplib::Client &hr) {
  auto pause = 1s;
  for (int n = 0;; ++n) {
    auto res = hr.Get("/roster");
    if (res || n == 3)
      return res;
    std::this_thread::sleep_for(pause); // expect: retry-missing-jitter "1 s, 2 s, 4 s"
    pause *= 2;
  }
}

void reindex(const std::string &name) {
  for (int round = 0; round < 5; ++round) {
    try {
      refresh_index(name);
      return;
    } catch (const IndexUnavailable &e) {
      std::fprintf(stderr, "%s\n", e.what());
      std::this_thread::sleep_for(std::chrono::milliseconds(100 << round)); // expect: retry-missing-jitter "100 ms, 200 ms, 400 ms"
    }
  }
  throw IndexUnavailable(name);
}

Reply ticket_pow(const std::string &id) {
  Reply r = fetch_ticket(id);
  int k = 0;
  while (r.status == 503 && k < 4) {
    std::chrono::duration<double> nap{std::min(30.0, 0.5 * std::pow(2.0, k++))};
    std::this_thread::sleep_for(nap); // expect: retry-missing-jitter
    r = fetch_ticket(id);
  }
  return r;
}

// Linear growth is growth.
std::optional<int> lane_for(int depot) {
  std::optional<int> lane;
  int misses = 0;
  do {
    if ((lane = reserve_lane(depot)))
      break;
    std::this_thread::sleep_for(500ms * ++misses); // expect: retry-missing-jitter "500 ms, 1 s"
  } while (misses < 5);
  return lane;
}

bool commit_by_table(const std::vector<std::string> &rows) {
  static constexpr Millis steps[] = {100ms, 500ms, 2s, 10s};
  for (Millis step : steps) {
    if (commit_batch(rows))
      return true;
    std::this_thread::sleep_for(step); // expect: retry-missing-jitter "100 ms, 500 ms, 2 s"
  }
  return commit_batch(rows);
}

class Ladder {
public:
  explicit Ladder(Millis first, Millis most = 30s) : now_(first), most_(most) {}
  Millis next() { return std::exchange(now_, std::min(now_ * 2, most_)); }

private:
  Millis now_, most_;
};
Rpc schedule(const std::string &task) {
  Ladder ladder(1s);
  Rpc rc;
  int left = 4;
  while ((rc = call_scheduler(task)) == Rpc::Unavailable && left-- > 0)
    std::this_thread::sleep_for(ladder.next()); // expect: retry-missing-jitter "1 s, 2 s, 4 s"
  return rc;
}

class Follower {
public:
  void join() {
    while (!stopping_) {
      if (call_scheduler("join") == Rpc::Ok)
        return;
      std::unique_lock lock(m_);
      cv_.wait_for(lock, gap_, [this] { return stopping_.load(); }); // expect: retry-missing-jitter
      gap_ = std::min(gap_ * 3, kMost);
    }
  }

private:
  static constexpr Millis kMost = 20s;
  Millis gap_{200};
  std::atomic<bool> stopping_{false};
  std::mutex m_;
  std::condition_variable cv_;
};

Reply ticket_recursive(const std::string &id, int left = 3, std::chrono::seconds gap = 2s) {
  Reply r = fetch_ticket(id);
  if (r.status < 500 || left == 0)
    return r;
  std::this_thread::sleep_for(gap); // expect: retry-missing-jitter
  return ticket_recursive(id, left - 1, gap * 2);
}

CURLcode pull_layer(CURL *h) {
  CURLcode rc = CURLE_OK;
  absl::Duration nap = absl::Milliseconds(250);
  for (int i = 0; i != 4; ++i) {
    if (i > 0) {
      absl::SleepFor(nap); // expect: retry-missing-jitter "250 ms, 500 ms, 1 s"
      nap = std::min(nap * 2, absl::Seconds(10));
    }
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
  }
  return rc;
}

// The random number goes into the log, not into the wait.
bool commit_logged(const std::vector<std::string> &rows) {
  std::mt19937 rng(std::random_device{}());
  Millis wait = 1s;
  for (int n = 0; n < 3; ++n, wait *= 2) {
    if (commit_batch(rows))
      return true;
    auto jitter = Millis(std::uniform_int_distribution<int>(0, 1000)(rng));
    std::fprintf(stderr, "next try in %lld ms\n", static_cast<long long>((wait + jitter).count()));
    std::this_thread::sleep_for(wait); // expect: retry-missing-jitter "1 s, 2 s"
  }
  return false;
}

// A random time-out per attempt does not spread the attempts' starts.
bool probe_peer(httplib::Client &peer) {
  std::minstd_rand rng(std::random_device{}());
  std::uniform_int_distribution<time_t> timeout(1, 3);
  for (int n = 1; n <= 4; ++n) {
    peer.set_read_timeout(timeout(rng));
    if (auto res = peer.Get("/ping"); res && res->status == 200)
      return true;
    std::this_thread::sleep_for(std::chrono::seconds{n * n}); // expect: retry-missing-jitter "1 s, 4 s, 9 s"
  }
  return false;
}

// The larger of the step and something below the step is the step.
std::optional<int> lane_with_max(int depot) {
  static std::mt19937 rng(std::random_device{}());
  long step = 500;
  for (int n = 0; n < 4; n++) {
    if (auto lane = reserve_lane(depot))
      return lane;
    long spread = std::uniform_int_distribution<long>(0, step)(rng);
    std::this_thread::sleep_for(Millis(std::max(step, spread))); // expect: retry-missing-jitter
    step = std::min(step * 2, 8000L);
  }
  return std::nullopt;
}

template <typename F> bool until_true(F &&f, unsigned rounds) {
  std::chrono::microseconds pause = 50ms;
  while (rounds--) {
    if (std::forward<F>(f)())
      return true;
    boost::this_thread::sleep_for(boost::chrono::microseconds(pause.count())); // expect: retry-missing-jitter
    pause += pause;
  }
  return false;
}
bool commit_three(const std::vector<std::string> &rows) {
  return until_true([&rows] { return commit_batch(rows); }, 3);
}

auto index_refresher(std::string name) {
  return [name = std::move(name)] {
    unsigned long a = 1, b = 2;
    for (int n = 0; n < 5; ++n) {
      try {
        return refresh_index(name);
      } catch (const IndexUnavailable &) {
        auto resume = std::chrono::steady_clock::now() + std::chrono::seconds(a);
        std::this_thread::sleep_until(resume); // expect: retry-missing-jitter "1 s, 2 s, 3 s"
        a = std::exchange(b, a + b);
      }
    }
    throw IndexUnavailable(name);
  };
}

// --- jitter of some kind, no growth, or no retry ---

Reply ticket_full_jitter(const std::string &id) {
  thread_local std::mt19937 rng(std::random_device{}());
  Reply r = fetch_ticket(id);
  for (int attempt = 0; attempt < 3 && r.status >= 500; ++attempt) {
    auto ceiling = std::min(30.0, std::ldexp(1.0, attempt));
    std::this_thread::sleep_for(std::chrono::duration<double>(std::uniform_real_distribution<>(0, ceiling)(rng)));
    r = fetch_ticket(id);
  }
  return r;
}

class Decorrelated {
public:
  Millis next() {
    std::uniform_int_distribution<Millis::rep> d(base_.count(), last_.count() * 3);
    return last_ = std::min<Millis>(30s, Millis(d(rng_)));
  }

private:
  Millis base_ = 1s, last_ = 1s;
  std::mt19937_64 rng_{std::random_device{}()};
};
Rpc schedule_decorrelated(const std::string &task) {
  Decorrelated backoff;
  for (int attempt = 1;; ++attempt) {
    Rpc rc = call_scheduler(task);
    if (rc != Rpc::Unavailable || attempt == 3)
      return rc;
    std::this_thread::sleep_for(backoff.next());
  }
}

// Equal, additive and narrow jitter are weak, not missing.
bool commit_equal_jitter(const std::vector<std::string> &rows, std::mt19937 &rng) {
  for (int n = 0; n < 4; ++n) {
    if (commit_batch(rows))
      return true;
    long e = std::min(30000L, 1000L << n);
    std::this_thread::sleep_for(Millis(e / 2 + std::uniform_int_distribution<long>(0, e / 2)(rng)));
  }
  return false;
}

void reindex_additive(const std::string &name) {
  Millis backoff = 1s;
  for (int retries = 0;; ++retries) {
    try {
      return refresh_index(name);
    } catch (const IndexUnavailable &) {
      if (retries == 4)
        throw;
    }
    std::this_thread::sleep_for(backoff + Millis(rand() % 1000));
    backoff *= 2;
  }
}

CURLcode pull_layer_narrow(CURL *h) {
  absl::BitGen gen;
  CURLcode rc = curl_easy_perform(h);
  for (int retry = 0; rc != CURLE_OK && retry < 3; ++retry) {
    absl::SleepFor(absl::Seconds(1 << retry) * absl::Uniform(gen, 0.9, 1.1));
    rc = curl_easy_perform(h);
  }
  return rc;
}

// Random, but from a range that never grows.
std::optional<int> lane_random(int depot) {
  std::default_random_engine rng(std::random_device{}());
  std::uniform_int_distribution<int> delay(100, 900);
  std::optional<int> lane;
  for (int attempts = 0; attempts < 5 && !(lane = reserve_lane(depot)); ++attempts)
    std::this_thread::sleep_for(Millis(delay(rng)));
  return lane;
}

httplib::Result roster_fixed(httplib::Client &hr) {
  httplib::Result res = hr.Get("/roster");
  for (int retry = 1; !res && retry < 4; ++retry) {
    std::this_thread::sleep_for(2s);
    res = hr.Get("/roster");
  }
  return res;
}

// Grows only in name: the ceiling is reached in the first round.
bool commit_flat(const std::vector<std::string> &rows) {
  for (int n = 1; n <= 4; ++n) {
    if (commit_batch(rows))
      return true;
    std::this_thread::sleep_for(std::min<Millis>(1s * (1 << n), 2s));
  }
  return false;
}

Reply ticket_at_once(const std::string &id) {
  int backoff = 1;
  Reply r = fetch_ticket(id);
  while (r.status == 503 && backoff < 8) {
    backoff *= 2;
    r = fetch_ticket(id);
  }
  return r;
}

// A webhook's schedule is written down and shared.
bool post_event(const std::string &endpoint, const std::string &event);
bool deliver_webhook(const std::string &endpoint, const std::string &event) {
  static constexpr std::array<std::chrono::seconds, 8> schedule{0s, 1s, 5s, 30s, 2min, 15min, 1h, 4h};
  for (auto gap : schedule) {
    std::this_thread::sleep_for(gap);
    if (post_event(endpoint, event))
      return true;
  }
  return false;
}

Reply ticket_server_paced(const std::string &id) {
  Reply r;
  for (int attempt = 0; attempt < 3; ++attempt) {
    r = fetch_ticket(id);
    if (r.status != 429)
      break;
    std::this_thread::sleep_for(std::chrono::seconds(std::stol(r.header("Retry-After"))));
  }
  return r;
}

// What spread() does is unknown here.
Millis spread(Millis d);
bool commit_spread(const std::vector<std::string> &rows) {
  Millis backoff = 500ms;
  int retry = 0;
  while (!commit_batch(rows)) {
    if (++retry == 4)
      return false;
    std::this_thread::sleep_for(spread(backoff));
    backoff *= 2;
  }
  return true;
}

// A poll that slows down: failure leaves, "not yet" goes round.
struct Build {
  bool found;
  bool finished;
};
Build build_state(int number);
bool await_build(int number) {
  Millis backoff = 1s;
  for (int attempts = 0; attempts < 20; ++attempts) {
    Build b = build_state(number);
    if (!b.found)
      return false;
    if (b.finished)
      return true;
    std::this_thread::sleep_for(backoff);
    backoff = std::min<Millis>(backoff * 2, 15s);
  }
  return false;
}

// In-process back-off between threads.
void acquire(std::atomic_flag &flag) {
  auto backoff = 1us;
  while (flag.test_and_set(std::memory_order_acquire)) {
    std::this_thread::sleep_for(backoff);
    backoff = std::min(backoff * 2, 1000us);
  }
}

// An idle worker naps longer and longer; an empty queue is no failure.
bool pop_task(std::string &task);
void drain(std::stop_token stop) {
  Millis idle = 1ms;
  std::string task;
  while (!stop.stop_requested()) {
    if (pop_task(task)) {
      call_scheduler(task);
      idle = 1ms;
    }
    std::this_thread::sleep_for(idle);
    idle = std::min<Millis>(idle * 2, 100ms);
  }
}

// A ramp-up: another item each round, ever slower.
void trickle(const std::vector<std::string> &names) {
  auto retry_delay = 100ms;
  for (const auto &name : names) {
    try {
      refresh_index(name);
    } catch (const IndexUnavailable &) {
      std::fprintf(stderr, "skipped %s\n", name.c_str());
    }
    std::this_thread::sleep_for(retry_delay);
    retry_delay += 10ms;
  }
}

// Settings in an object, the growth in a helper of it.
class Growing {
  Millis first_;
  double factor_;

public:
  Growing(Millis first, double factor) : first_(first), factor_(factor) {}
  Millis before(int round) const {
    return std::chrono::duration_cast<Millis>(first_ * std::pow(factor_, round));
  }
};
bool commit_growing(const std::vector<std::string> &rows) {
  const Growing growing(Millis(200), 2);
  for (int n = 0; n < 4; ++n) {
    if (commit_batch(rows))
      return true;
    std::this_thread::sleep_for(growing.before(n)); // expect: retry-missing-jitter "200 ms, 400 ms, 800 ms"
  }
  return false;
}
