// RUN: %check_retry %s --checks=retry-unbounded -- -std=c++20

#include <absl/time/clock.h>
#include <absl/time/time.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

struct TransportError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct Invoice {
  std::string id;
  long cents;
};
Invoice fetchInvoice(const std::string &id); // throws TransportError

Invoice loadInvoice(const std::string &id) {
  for (;;) { // expect: retry-unbounded "for ever"
    try {
      return fetchInvoice(id);
    } catch (const TransportError &) {
      std::this_thread::sleep_for(2s);
    }
  }
}

struct Reply {
  int status;
  std::string body;
};
Reply http_get(const std::string &url);

// The count is only logged.
std::string download_index(const std::string &url) {
  for (int retries = 0;; ++retries) { // expect: retry-unbounded "for ever"
    Reply r = http_get(url);
    if (r.status == 200)
      return r.body;
    std::fprintf(stderr, "retry %d of %s: %d\n", retries, url.c_str(),
                 r.status);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
}

class BrokerLink {
public:
  void run();
  void stop() { Running = false; }

private:
  bool openSession();
  void pump();
  std::atomic<bool> Running{true};
};

void BrokerLink::run() {
  while (Running) { // expect: retry-unbounded "until shutdown"
    if (!openSession()) {
      std::this_thread::sleep_for(5s);
      continue;
    }
    pump();
  }
}

bool register_node(const std::string &name);

void announce(std::stop_token token, const std::string &name) {
  while (!token.stop_requested()) { // expect: retry-unbounded "until shutdown"
    if (register_node(name))
      return;
    std::this_thread::sleep_for(std::chrono::duration<double>(1.5));
  }
}

// Deterministic growth does not excuse a daemon: jitter is missing.
struct Shipper {
  std::atomic_bool quit{false};
  std::mutex m;
  std::condition_variable cv;
  std::error_code dial();

  void reconnect() {
    auto delay = 1s;
    std::unique_lock<std::mutex> lock(m);
    do { // expect: retry-unbounded "until shutdown"
      if (!dial())
        return;
      cv.wait_for(lock, delay, [this] { return quit.load(); });
      delay = std::min(delay * 2, 30s);
    } while (!quit);
  }
};

// Random, but the range never grows.
int subscribe_topic(const char *topic);

void hold_subscription(const char *topic, const volatile bool &closing) {
  std::mt19937 gen{std::random_device{}()};
  std::uniform_int_distribution<int> ms(1000, 5000);
  while (!closing) { // expect: retry-unbounded "until shutdown"
    if (subscribe_topic(topic) == 0)
      break;
    std::this_thread::sleep_for(std::chrono::milliseconds(ms(gen)));
  }
}

// Full jitter with a cap, but nothing ends it.
std::optional<std::string> resolve_leader(const std::string &cluster);

std::string find_leader(const std::string &cluster) {
  thread_local std::mt19937_64 rng{std::random_device{}()};
  long ceiling = 1000;
  std::optional<std::string> leader;
  while (!(leader = resolve_leader(cluster))) { // expect: retry-unbounded
    std::uniform_int_distribution<long> d(0, ceiling);
    absl::SleepFor(absl::Milliseconds(d(rng)));
    ceiling = std::min(ceiling * 2, 30000L);
  }
  return *leader;
}

enum class UploadResult { Done, Throttled, Rejected };
UploadResult put_chunk(int fd, std::uint64_t id);

// Only throttling goes round, and it does so for as long as it is throttled.
bool store_chunk(int fd, std::uint64_t id) {
  while (true) { // expect: retry-unbounded "for ever"
    switch (put_chunk(fd, id)) {
    case UploadResult::Done:
      return true;
    case UploadResult::Rejected:
      return false;
    case UploadResult::Throttled:
      absl::SleepFor(absl::Seconds(3));
      break;
    }
  }
}

struct Session {
  ~Session();
};
std::unique_ptr<Session> open_session(const std::string &dsn,
                                      std::error_code &ec);

std::unique_ptr<Session> must_open(const std::string &dsn) {
  std::error_code ec;
again: // expect: retry-unbounded "for ever"
  auto s = open_session(dsn, ec);
  if (ec) {
    std::this_thread::sleep_for(250ms);
    goto again;
  }
  return s;
}

bool push_sample(const std::vector<double> &v, std::string *why);

void flush_samples(const std::vector<double> &v) {
  std::string why;
  if (push_sample(v, &why))
    return;
  std::this_thread::sleep_for(1s);
  flush_samples(v); // expect: retry-unbounded
}

template <typename Fn> auto insist(Fn fn) {
  while (true) { // expect: retry-unbounded
    try {
      return fn();
    } catch (const TransportError &) {
      std::this_thread::sleep_for(100ms);
    }
  }
}

long invoice_total(const std::string &id) {
  return insist([&] { return fetchInvoice(id); }).cents;
}

#define UNTIL_UP(call)                                                         \
  while ((call) != 0)                                                          \
  std::this_thread::sleep_for(std::chrono::seconds(1))

int ping_index_server(const char *host, int port);

void wait_for_search(const char *host) {
  UNTIL_UP(ping_index_server(host, 9200)); // expect: retry-unbounded
}

// -1 stands for no limit, and -1 it is.
constexpr int kMaxReconnects = -1;
bool dial_peer(const std::string &addr);

bool join_room(const std::string &addr) {
  int n = 0;
  while (kMaxReconnects < 0 || n < kMaxReconnects) { // expect: retry-unbounded
    if (dial_peer(addr))
      return true;
    ++n;
    std::this_thread::sleep_for(std::chrono::seconds{1 + std::min(n, 20)});
  }
  return false;
}

// A timeout per attempt is no bound on the whole.
struct CacheClient {
  explicit CacheClient(const std::string &host) {
    const auto perCall = std::chrono::seconds(5);
    bool up = false;
    while (!up) { // expect: retry-unbounded "for ever"
      up = handshake(host, perCall);
      if (!up)
        std::this_thread::sleep_for(perCall / 10);
    }
  }
  bool handshake(const std::string &host, std::chrono::seconds timeout);
};

struct LeaseStatus {
  bool ok() const;
  std::string message() const;
};
LeaseStatus renew_lease(std::uint64_t id);

std::function<void()> lease_keeper(std::uint64_t id) {
  return [id] {
    LeaseStatus st = renew_lease(id);
    while (!st.ok()) { // expect: retry-unbounded "for ever"
      std::fputs(st.message().c_str(), stderr);
      std::this_thread::sleep_until(std::chrono::steady_clock::now() + 2s);
      st = renew_lease(id);
    }
  };
}

// ---- What follows is bounded, or is not a retry.

Invoice loadInvoiceThreeTimes(const std::string &id) {
  for (int tries = 1;; ++tries) {
    try {
      return fetchInvoice(id);
    } catch (const TransportError &) {
      if (tries == 3)
        throw;
      std::this_thread::sleep_for(2s);
    }
  }
}

std::string download_within(const std::string &url,
                            std::chrono::steady_clock::time_point deadline) {
  while (std::chrono::steady_clock::now() < deadline) {
    Reply r = http_get(url);
    if (r.status == 200)
      return r.body;
    std::this_thread::sleep_for(500ms);
  }
  throw std::runtime_error("index not available");
}

bool register_by_table(const std::string &name) {
  for (auto pause : {100ms, 400ms, 1600ms}) {
    if (register_node(name))
      return true;
    std::this_thread::sleep_for(pause);
  }
  return register_node(name);
}

// A daemon may go on until it is stopped: full jitter, growth, cap.
void announce_politely(std::stop_token token, const std::string &name) {
  std::mt19937 gen{std::random_device{}()};
  int ceiling = 1000;
  while (!token.stop_requested()) {
    if (register_node(name))
      return;
    std::uniform_int_distribution<int> d(0, ceiling);
    std::this_thread::sleep_for(std::chrono::milliseconds(d(gen)));
    ceiling = std::min(ceiling * 2, 30'000);
  }
}

// The same with decorrelated jitter and a wait that a stop interrupts.
struct PoliteShipper {
  bool Quit = false;
  std::mutex M;
  std::condition_variable Cv;
  std::mt19937_64 Rng{std::random_device{}()};
  bool dial();

  void reconnect() {
    double prev = 1.0;
    std::unique_lock<std::mutex> lock(M);
    while (!Quit) {
      if (dial())
        return;
      std::uniform_real_distribution<double> d(1.0, prev * 3);
      prev = std::min(30.0, d(Rng));
      Cv.wait_for(lock, std::chrono::duration<double>(prev),
                  [this] { return Quit; });
    }
  }
};

bool flush_some(const std::vector<double> &v, unsigned left = 4) {
  std::string why;
  if (push_sample(v, &why))
    return true;
  if (left == 0)
    return false;
  std::this_thread::sleep_for(1s);
  return flush_some(v, left - 1);
}

std::unique_ptr<Session> try_open(const std::string &dsn) {
  std::error_code ec;
  int round = 0;
again:
  auto s = open_session(dsn, ec);
  if (ec && ++round < 5) {
    std::this_thread::sleep_for(250ms);
    goto again;
  }
  return s;
}

// A bound stands there, but throttling does not advance it: stuck-counter.
bool store_chunk_stuck(int fd, std::uint64_t id) {
  int tries = 0;
  while (tries < 5) {
    UploadResult r = put_chunk(fd, id);
    if (r == UploadResult::Done)
      return true;
    if (r == UploadResult::Throttled) {
      absl::SleepFor(absl::Seconds(1));
      continue;
    }
    ++tries;
  }
  return false;
}

enum class JobState { Queued, Running, Finished };
std::optional<JobState> query_job(int id);

// A poll: a failed call leaves at once.
bool await_job(int id) {
  for (;;) {
    auto st = query_job(id);
    if (!st)
      return false;
    if (*st == JobState::Finished)
      return true;
    std::this_thread::sleep_for(1s);
  }
}

struct ReconnectOptions {
  int max_retries = 5;
  std::chrono::milliseconds pause{200};
};

bool dial_with(const std::string &addr, const ReconnectOptions &opts) {
  int retry = 0;
  bool up = dial_peer(addr);
  while (!up && retry++ < opts.max_retries) {
    std::this_thread::sleep_for(opts.pause);
    up = dial_peer(addr);
  }
  return up;
}

class Pauses {
public:
  std::optional<std::chrono::milliseconds> next() {
    if (Used == 4)
      return std::nullopt;
    return std::chrono::milliseconds(100 << Used++);
  }

private:
  int Used = 0;
};

bool renew_with_pauses(std::uint64_t id) {
  Pauses pauses;
  while (!renew_lease(id).ok()) {
    auto p = pauses.next();
    if (!p)
      return false;
    std::this_thread::sleep_for(*p);
  }
  return true;
}

// The total wait is the bound.
bool ping_for_a_minute(const char *host) {
  auto waited = 0ms;
  while (ping_index_server(host, 9200) != 0) {
    if (waited >= 1min)
      return false;
    std::this_thread::sleep_for(1s);
    waited += 1s;
  }
  return true;
}

// What decides is out of sight.
struct RetryPolicy {
  bool allows(const std::exception &e);
  std::chrono::milliseconds delay() const;
};

Invoice load_by_policy(const std::string &id, RetryPolicy &policy) {
  while (true) {
    try {
      return fetchInvoice(id);
    } catch (const TransportError &e) {
      if (!policy.allows(e))
        throw;
      std::this_thread::sleep_for(policy.delay());
    }
  }
}

// Failover: another host each time.
std::string first_answer(const std::vector<std::string> &hosts) {
  auto it = hosts.begin();
  while (it != hosts.end()) {
    Reply r = http_get(*it + "/health");
    if (r.status == 200)
      return *it;
    ++it;
    std::this_thread::sleep_for(50ms);
  }
  return {};
}

// Another address each time, although no end of the list is tested.
void set_free_port(int &port, const std::function<bool(int)> &bind_port) {
  port = 20000;
  while (!bind_port(port))
    ++port;
}

void add_retry_count(std::atomic<int> &retries, int by) {
  int seen = retries.load();
  while (!retries.compare_exchange_weak(seen, seen + by))
    std::this_thread::yield();
}

// A worker: it sleeps after success too.
void report_metrics(const std::atomic<bool> &stopping,
                    const std::function<std::vector<double>()> &collect) {
  std::string why;
  while (!stopping) {
    if (!push_sample(collect(), &why))
      std::fprintf(stderr, "push failed: %s\n", why.c_str());
    std::this_thread::sleep_for(15s);
  }
}

// Once more on a stale connection.
bool query_row(Session &s, const std::string &sql, std::string &row);
void reopen(Session &s);

bool select_row(Session &s, const std::string &sql, std::string &row) {
  bool retried = false;
  for (;;) {
    if (query_row(s, sql, row))
      return true;
    if (std::exchange(retried, true))
      return false;
    reopen(s);
  }
}

void drain_retry_queue(std::mutex &m, std::condition_variable &cv,
                       std::vector<int> &retry_queue) {
  std::unique_lock lock(m);
  while (retry_queue.empty())
    cv.wait_for(lock, 100ms);
  retry_queue.pop_back();
}
