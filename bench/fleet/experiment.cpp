// A service with 200 inbound calls a second, each of which asks a downstream
// server over HTTP. In the second half the server answers 503 to 80 % of the
// requests. Prints as JSON how many requests it got. One strategy for each run:
//
//   experiment STRATEGY ATTEMPTS SECONDS
#include "../../test/unit/adapters/Server.h"
#include "hand.h"
#include "retry/adapters/curl.h"
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <thread>

using Clock = retry::clock;
using namespace fleet;
using namespace std::chrono_literals;

namespace {

constexpr int rate = 200; // inbound calls in a second
constexpr double failing = 0.8;
constexpr auto base = 100ms, cap = 1000ms;
constexpr auto patience = 2s; // of a caller: its deadline
constexpr auto bin = 100ms;

struct Strategy {
  const char *name;
  std::optional<Hand> hand{}; // else the library
  double ratio = 1;           // of its budget
  bool window = false;        // the budget is a window, not a bucket
  bool breaker = false;       // the circuit breaker may open
};

const Strategy strategies[] = {
    {"naive", Hand::Naive},       {"backoff", Hand::Backoff},
    {"jitter", Hand::Jitter},     {"bucket-10", {}, 0.1},
    {"bucket-20", {}, 0.2},       {"window-10", {}, 0.1, true},
    {"window-20", {}, 0.2, true}, {"default", {}, 0.2, false, true},
};

const Strategy *find(const std::string &name) {
  for (const Strategy &one : strategies)
    if (one.name == name)
      return &one;
  return nullptr;
}

/// Idle handles with their open connections, so that ports do not run out.
class Handles {
public:
  ~Handles() {
    for (CURL *one : idle)
      curl_easy_cleanup(one);
  }
  CURL *take() {
    std::lock_guard lock(mutex);
    if (idle.empty())
      return curl_easy_init();
    CURL *one = idle.back();
    idle.pop_back();
    return one;
  }
  void give(CURL *one) {
    std::lock_guard lock(mutex);
    idle.push_back(one);
  }

private:
  std::mutex mutex;
  std::vector<CURL *> idle;
};

/// The server: counts requests by the time they arrive.
class Downstream {
public:
  explicit Downstream(std::chrono::seconds length)
      : bins(std::size_t((length + 30s) / bin)), half(length / 2),
        server([this](const loopback::Request &) { return answer(); }) {}

  void begin(Clock::time_point when) { start = when; }
  std::string url() const { return server.url(); }
  std::vector<unsigned> bins;

private:
  loopback::Answer answer() {
    auto at = Clock::now() - start.load();
    auto number = std::size_t(std::max<std::int64_t>(at / bin, 0));
    if (number < bins.size())
      ++bins[number];
    bool fail = at >= half && std::bernoulli_distribution(failing)(random);
    return {fail ? 503 : 200};
  }

  std::atomic<Clock::time_point> start{};
  const Clock::duration half;
  std::mt19937 random{1};
  loopback::Server server; // its thread ends before the rest goes
};

struct Outcome {
  std::atomic<unsigned> calls{0}, succeeded{0}, late{0};
};

class Service {
public:
  Service(const Strategy &how, unsigned most, Downstream &to)
      : strategy(how), attempts(most), downstream(to), limits(policy(most)),
        dependency("downstream", limits), bucket(how.ratio), window(how.ratio) {
    dependency.use(quiet);
    if (strategy.window)
      dependency.use(window);
    else
      dependency.use(bucket);
    if (!strategy.breaker)
      dependency.use(never_opens);
  }

  /// One inbound call, in a thread of its own.
  void call(Outcome &outcome) {
    Clock::time_point deadline = Clock::now() + patience;
    CURL *handle = handles.take();
    std::string body;
    curl_easy_setopt(handle, CURLOPT_URL, downstream.url().c_str());
    bool ok =
        strategy.hand ? by_hand(handle, body) : ours(handle, body, deadline);
    handles.give(handle);
    outcome.calls += 1;
    outcome.succeeded += ok;
    outcome.late += Clock::now() > deadline;
  }

private:
  static retry::policy policy(unsigned attempts) {
    retry::policy p = retry::sync_api;
    p.max_attempts = attempts;
    p.base = base;
    p.cap = cap;
    p.per_failure = {}; // so that attempts are what it says
    return p;
  }

  bool ours(CURL *handle, std::string &body, Clock::time_point deadline) {
    return retry::perform(dependency, retry::get("ask").until(deadline),
                          {handle, &body})
        .ok();
  }

  bool by_hand(CURL *handle, std::string &body) {
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &body);
    curl_easy_setopt(
        handle, CURLOPT_WRITEFUNCTION,
        +[](char *, size_t, size_t n, void *) { return n; });
    for (unsigned n = 0;; ++n) {
      long status = 0;
      curl_easy_perform(handle);
      curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
      if (status == 200)
        return true;
      if (n + 1 == attempts)
        return false;
      std::this_thread::sleep_for(
          wait(*strategy.hand, base, cap, n, retry::thread_random()));
    }
  }

  const Strategy &strategy;
  const unsigned attempts;
  Downstream &downstream;
  Handles handles;
  const retry::policy limits;
  retry::null_observer quiet;
  retry::dependency dependency;
  retry::token_bucket bucket;
  retry::rolling_budget window;
  retry::circuit_breaker never_opens{~0u, retry::duration::zero()};
};

template <typename T> void print(const char *name, const T &values) {
  std::printf("\"%s\": [", name);
  for (std::size_t i = 0; i < values.size(); ++i)
    std::printf("%s%u", i ? ", " : "", values[i]);
  std::printf("]");
}

} // namespace

int main(int argc, char **argv) {
  const Strategy *strategy = argc == 4 ? find(argv[1]) : nullptr;
  const int attempts = argc == 4 ? std::atoi(argv[2]) : 0;
  const std::chrono::seconds length(argc == 4 ? std::atoi(argv[3]) : 0);
  if (!strategy || attempts < 1 || length < 2s || length > 600s) {
    std::fprintf(stderr, "usage: experiment STRATEGY ATTEMPTS SECONDS\n");
    return 2;
  }
  curl_global_init(CURL_GLOBAL_DEFAULT);
  Downstream downstream(length);
  Service service(*strategy, unsigned(attempts), downstream);
  Outcome healthy, outage;
  std::atomic<int> running{0};
  Clock::time_point start = Clock::now() + 100ms;
  downstream.begin(start);
  for (int i = 0; i < rate * length.count(); ++i) {
    Clock::time_point due = start + i * Clock::duration(1s) / rate;
    std::this_thread::sleep_until(due);
    Outcome &outcome = due - start < length / 2 ? healthy : outage;
    ++running;
    std::thread([&] {
      service.call(outcome);
      --running;
    }).detach();
  }
  while (running != 0)
    std::this_thread::sleep_for(10ms);
  std::printf("{\"strategy\": \"%s\", \"attempts\": %d, \"seconds\": %d",
              strategy->name, attempts, int(length.count()));
  for (auto [name, o] : {std::pair("healthy", &healthy), {"outage", &outage}})
    std::printf(", \"%s\": {\"calls\": %u, \"succeeded\": %u, \"late\": %u}",
                name, o->calls.load(), o->succeeded.load(), o->late.load());
  std::printf(", ");
  print("requests_per_100ms", downstream.bins);
  std::printf("}\n");
}
