// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c++20
#include <absl/time/clock.h>
#include <absl/time/time.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <curl/curl.h>
#include <deque>
#include <functional>
#include <future>
#include <httplib.h>
#include <mutex>
#include <optional>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace std::chrono_literals;

struct Reply {
  int status;
  std::string body;
  std::string header(const std::string &name) const;
};
Reply fetch_invoice(const std::string &id);
std::optional<std::string> lookup_shard(const std::string &tenant);
bool push_metrics(const std::vector<double> &samples);
struct BrokerDown : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void publish_presence(const std::string &room, const std::string &user);
enum class LinkState { Up, Down, Refused };
LinkState dial_gateway(const std::string &host, int port);
void serve_until_closed();

// --- every wait is the same ---

httplib::Result load_exchange_rates(httplib::Client &bank) {
  httplib::Result rates = bank.Get("/v1/rates");
  for (int n = 1; n < 4 && !rates; ++n) {
    std::this_thread::sleep_for(std::chrono::seconds(1)); // expect: retry-fixed-interval "1 s, 1 s"
    rates = bank.Get("/v1/rates");
  }
  return rates;
}

void announce(const std::string &room, const std::string &user) {
  int failures = 0;
  while (true) {
    try {
      publish_presence(room, user);
      return;
    } catch (const BrokerDown &e) {
      if (++failures == 5)
        throw;
      std::fprintf(stderr, "presence: %s\n", e.what());
    }
    std::this_thread::sleep_for(250ms); // expect: retry-fixed-interval "250 ms, 250 ms"
  }
}

class Uplink {
public:
  void run() {
    while (!stopping_) {
      if (dial_gateway(host_, 8883) != LinkState::Up) {
        std::unique_lock lock(mutex_);
        wake_.wait_for(lock, 5s, [this] { return stopping_.load(); }); // expect: retry-fixed-interval "5 s, 5 s"
        continue;
      }
      serve_until_closed();
    }
  }

private:
  std::string host_ = "gw.plant-7.example";
  std::atomic<bool> stopping_{false};
  std::mutex mutex_;
  std::condition_variable wake_;
};

bool register_agent(std::stop_token stop, const std::string &host) {
  std::mutex m;
  std::condition_variable_any cv;
  for (int round = 0; round < 10 && !stop.stop_requested(); ++round) {
    if (dial_gateway(host, 443) == LinkState::Up)
      return true;
    std::unique_lock lk(m);
    cv.wait_for(lk, stop, std::chrono::minutes{1}, [] { return false; }); // expect: retry-fixed-interval "1 min, 1 min"
  }
  return false;
}

// The doubled value dies at the end of each round.
bool flush_samples(const std::vector<double> &samples) {
  for (unsigned tries = 0; tries != 6; ++tries) {
    auto pause = 100ms;
    if (push_metrics(samples))
      return true;
    std::this_thread::sleep_for(pause); // expect: retry-fixed-interval "100 ms, 100 ms"
    pause *= 2;
  }
  return false;
}

// The ceiling is as low as the floor.
constexpr std::chrono::milliseconds kFloor = 2s;
constexpr std::chrono::milliseconds kCeiling{2000};
Reply invoice_with_ceiling(const std::string &id) {
  Reply r{};
  for (int i = 0; i < 5; ++i) {
    r = fetch_invoice(id);
    if (r.status != 503)
      return r;
    std::this_thread::sleep_for(std::min(kCeiling, kFloor * (1 << i))); // expect: retry-fixed-interval "2 s, 2 s"
  }
  return r;
}

std::string shard_of(const std::string &tenant) {
  constexpr double growth = 1.0;
  for (int k = 0; k < 4; k++) {
    if (auto shard = lookup_shard(tenant))
      return *shard;
    const double secs = 0.5 * std::pow(growth, k);
    std::this_thread::sleep_for(std::chrono::duration<double>(secs)); // expect: retry-fixed-interval
  }
  throw std::runtime_error("no shard for tenant");
}

static void settle(std::chrono::milliseconds d = 750ms) {
  std::this_thread::sleep_for(d);
}
CURLcode download_firmware(CURL *h) {
  CURLcode rc;
  int left = 3;
  do {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      return rc;
    settle(); // expect: retry-fixed-interval "750 ms, 750 ms"
  } while (--left > 0);
  return rc;
}

// The number is not known here, but no round changes it.
class ShardDirectory {
public:
  explicit ShardDirectory(std::chrono::seconds pause) : pause_(pause) {}
  std::optional<std::string> resolve(const std::string &tenant) const {
    for (int n = 0;; ++n) {
      auto found = lookup_shard(tenant);
      if (found || n == 4)
        return found;
      std::this_thread::sleep_for(pause_); // expect: retry-fixed-interval
    }
  }

private:
  const std::chrono::seconds pause_;
};

template <class Op> auto persistently(Op op, int times, std::chrono::milliseconds gap) -> decltype(op()) {
  for (;;) {
    try {
      return op();
    } catch (const std::system_error &) {
      if (--times <= 0)
        throw;
    }
    std::this_thread::sleep_for(gap); // expect: retry-fixed-interval
  }
}
int open_ledger_session(const std::string &dsn);
int ledger(const std::string &dsn) {
  return persistently([&] { return open_ledger_session(dsn); }, 3, 100ms);
}

Reply invoice_again(const std::string &id, int left) {
  Reply r = fetch_invoice(id);
  if (r.status < 500 || left == 0)
    return r;
  std::this_thread::sleep_for(3s); // expect: retry-fixed-interval "3 s, 3 s"
  return invoice_again(id, left - 1);
}

bool warm_search_replica(const std::vector<double> &probe) {
  int misses = 0;
  while (!push_metrics(probe)) {
    if (++misses > 3)
      return false;
    absl::SleepFor(absl::Seconds(2)); // expect: retry-fixed-interval "2 s, 2 s"
  }
  return true;
}

// next() grows a copy and forgets it.
class Pacer {
public:
  std::chrono::milliseconds next() {
    auto step = step_;
    step = std::min(step * 2, std::chrono::milliseconds(30000));
    return step;
  }

private:
  std::chrono::milliseconds step_{500};
};
LinkState bring_up(const std::string &host) {
  Pacer pacer;
  LinkState s = LinkState::Down;
  for (int i = 0; i < 5 && s != LinkState::Up; ++i) {
    if (i > 0)
      std::this_thread::sleep_for(pacer.next()); // expect: retry-fixed-interval "1 s, 1 s"
    s = dial_gateway(host, 9100);
  }
  return s;
}

bool ship_build_log(httplib::Client &store, const std::string &text) {
  static constexpr std::array<std::chrono::seconds, 3> gaps{5s, 5s, 5s};
  for (auto gap : gaps) {
    if (auto res = store.Put("/logs/42", text, "text/plain"); res && res->status == 201)
      return true;
    std::this_thread::sleep_for(gap); // expect: retry-fixed-interval "5 s, 5 s"
  }
  return false;
}

struct Outcome {
  int value;
  std::error_code error;
  explicit operator bool() const { return !error; }
};
Outcome reserve_seat(const std::string &flight);
int seat_for(const std::string &flight) {
  auto persist = [&](int budget) {
    Outcome out = reserve_seat(flight);
    while (!out && budget-- > 0) {
      const auto resume = std::chrono::steady_clock::now() + 1500ms;
      std::this_thread::sleep_until(resume); // expect: retry-fixed-interval
      out = reserve_seat(flight);
    }
    return out;
  };
  return persist(3).value;
}

// A constructor that cannot go on without its peer; the quit promise doubles as the timer.
class Replicator {
public:
  Replicator(std::string peer, std::future<void> &quit) : peer_(std::move(peer)) {
    for (int n = 0; dial_gateway(peer_, 7000) != LinkState::Up; ++n) {
      if (n == 8)
        throw std::runtime_error("replica peer unreachable");
      if (quit.wait_for(2s) == std::future_status::ready) // expect: retry-fixed-interval "2 s, 2 s"
        throw std::runtime_error("stopped");
    }
  }

private:
  std::string peer_;
};

// Integer division: round / 10 stays 0 for all six rounds.
bool sync_clock_offset(const std::vector<double> &s) {
  for (int round = 0; round < 6; ++round) {
    if (push_metrics(s))
      return true;
    auto ms = 200 * (1 + round / 10);
    ::usleep(ms * 1000); // expect: retry-fixed-interval "200 ms, 200 ms"
  }
  return false;
}

// --- waits that differ, or no retry at all ---

Reply invoice_full_jitter(const std::string &id) {
  std::mt19937 rng{std::random_device{}()};
  Reply r{};
  for (int n = 0; n < 3; ++n) {
    if (n > 0) {
      auto ceiling = std::min<long>(30000, 1000L << (n - 1));
      std::uniform_int_distribution<long> pick(0, ceiling);
      std::this_thread::sleep_for(std::chrono::milliseconds(pick(rng)));
    }
    r = fetch_invoice(id);
    if (r.status < 500)
      break;
  }
  return r;
}

bool push_decorrelated(const std::vector<double> &samples, std::mt19937 &rng) {
  double last = 1.0;
  for (int left = 3; left > 0; --left) {
    if (push_metrics(samples))
      return true;
    last = std::min(30.0, std::uniform_real_distribution<double>(1.0, last * 3)(rng));
    std::this_thread::sleep_for(std::chrono::duration<double>(last));
  }
  return false;
}

// A constant range never grows, but the waits are not equal.
bool push_random_pause(const std::vector<double> &samples) {
  static thread_local std::mt19937 rng{std::random_device{}()};
  std::uniform_int_distribution<int> retry_delay(500, 1500);
  int attempt = 0;
  while (!push_metrics(samples) && attempt++ < 4)
    std::this_thread::sleep_for(std::chrono::milliseconds(retry_delay(rng)));
  return attempt < 4;
}

LinkState dial_doubling(const std::string &host) {
  auto retry_delay = 500ms;
  for (;;) {
    auto s = dial_gateway(host, 1883);
    if (s == LinkState::Up || retry_delay > 8s)
      return s;
    std::this_thread::sleep_for(retry_delay);
    retry_delay *= 2;
  }
}

void announce_linear(const std::string &room, const std::string &user) {
  for (int attempt = 1;; ++attempt) {
    try {
      return publish_presence(room, user);
    } catch (const BrokerDown &) {
      if (attempt >= 5)
        throw;
      std::this_thread::sleep_for(1s * attempt);
    }
  }
}

bool warm_cache_by_table(const std::vector<double> &s) {
  constexpr std::chrono::milliseconds retry_delays[] = {100ms, 300ms, 1s, 3s};
  for (auto d : retry_delays) {
    if (push_metrics(s))
      return true;
    std::this_thread::sleep_for(d);
  }
  return push_metrics(s);
}

// The server says how long.
Reply invoice_server_paced(const std::string &id) {
  Reply r = fetch_invoice(id);
  for (int attempt = 1; attempt < 3 && r.status == 429; ++attempt) {
    std::this_thread::sleep_for(std::chrono::seconds(std::stoi(r.header("Retry-After"))));
    r = fetch_invoice(id);
  }
  return r;
}

// A poll: a failed call leaves at once, a good answer with the wrong state goes round.
struct ExportJob {
  bool ok;
  std::string state;
};
ExportJob export_status(const std::string &job);
bool wait_for_export(const std::string &job) {
  for (int retries = 0; retries < 120; ++retries) {
    ExportJob j = export_status(job);
    if (!j.ok)
      return false;
    if (j.state == "done")
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

// A sampler: sleeps the same after success.
void sample_forever(std::atomic<bool> &retry, const std::vector<double> &s) {
  while (retry) {
    if (!push_metrics(s))
      std::fputs("sample dropped\n", stderr);
    std::this_thread::sleep_for(10s);
  }
}

// One try per item, paced.
int upload_all(httplib::Client &store, const std::vector<std::string> &paths) {
  int failed = 0;
  for (const auto &path : paths) {
    if (!store.Put(path, "", "application/octet-stream"))
      ++failed;
    std::this_thread::sleep_for(50ms);
  }
  return failed;
}

// Failover: another mirror each round.
std::string from_any_mirror(const std::vector<std::string> &mirrors) {
  for (size_t attempt = 0; attempt < mirrors.size(); ++attempt) {
    httplib::Client mirror(mirrors[attempt]);
    if (auto res = mirror.Get("/dists/stable/Release"))
      return res->body;
    std::this_thread::sleep_for(1s);
  }
  return {};
}

// In-process: waits for another thread, attempts nothing.
bool wait_until_drained(const std::deque<int> &queue, std::mutex &m) {
  for (int attempts = 0; attempts < 50; ++attempts) {
    {
      std::lock_guard lock(m);
      if (queue.empty())
        return true;
    }
    std::this_thread::sleep_for(20ms);
  }
  return false;
}

// The pause comes from a policy object that nobody here can see into.
struct RetryPermit {
  bool allowed;
  std::chrono::milliseconds delay;
};
class RetryPolicy {
public:
  RetryPermit ask(int status);
};
Reply invoice_by_policy(const std::string &id, RetryPolicy &policy) {
  for (;;) {
    Reply r = fetch_invoice(id);
    if (r.status == 200)
      return r;
    RetryPermit permit = policy.ask(r.status);
    if (!permit.allowed)
      return r;
    std::this_thread::sleep_for(permit.delay);
  }
}

// The member grows from round to round, in a method of its own.
class Courier {
public:
  bool deliver(const std::vector<double> &s) {
    gap_ = 1s;
    for (int n = 0; n < 5; ++n) {
      if (push_metrics(s))
        return true;
      pause();
    }
    return false;
  }

private:
  void pause() {
    std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution<long>(0, gap_.count())(rng_)));
    gap_ = std::min<std::chrono::milliseconds>(gap_ * 2, 30s);
  }
  std::chrono::milliseconds gap_ = 1s;
  std::mt19937 rng_{std::random_device{}()};
};

Reply invoice_recursive(const std::string &id, int left, std::chrono::milliseconds gap) {
  Reply r = fetch_invoice(id);
  if (r.status != 503 || left == 0)
    return r;
  std::this_thread::sleep_for(gap);
  return invoice_recursive(id, left - 1, gap * 2);
}

// One repeat after the token changed; the pause lets the identity server replicate it.
std::string issue_token();
Reply list_orders(const std::string &token);
Reply orders() {
  std::string token = issue_token();
  bool retried = false;
  for (;;) {
    Reply r = list_orders(token);
    if (r.status != 401 || retried)
      return r;
    retried = true;
    token = issue_token();
    std::this_thread::sleep_for(1s);
  }
}

// No wait at all is another fault.
Reply invoice_at_once(const std::string &id) {
  Reply r = fetch_invoice(id);
  for (int n = 0; n < 3 && r.status == 503; ++n) {
    std::this_thread::sleep_for(0ms);
    r = fetch_invoice(id);
  }
  return r;
}

// The same time-out on every attempt is no wait between attempts.
CURLcode download_with_timeout(CURL *h, std::mt19937 &rng) {
  CURLcode rc = CURLE_OK;
  for (int n = 0; n < 3; ++n) {
    curl_easy_setopt(h, CURLOPT_TIMEOUT_MS, 2000L);
    rc = curl_easy_perform(h);
    if (rc != CURLE_OPERATION_TIMEDOUT)
      break;
    std::exponential_distribution<double> spread(1.0 / (1 << n));
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(30.0, spread(rng))));
  }
  return rc;
}
