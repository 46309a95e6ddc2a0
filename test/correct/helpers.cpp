// RUN: %check_retry %s -- -std=c++20
// expect-none
// The schedule, the budget or the decision is kept in a class.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <optional>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class Backoff {
public:
  explicit Backoff(int maxRetries) : Left(maxRetries) {}

  // The wait before the next attempt, or nothing when there is none.
  std::optional<milliseconds> next() {
    if (Left-- == 0)
      return std::nullopt;
    std::uniform_int_distribution<long> pick(0, Ceiling.count());
    Ceiling = std::min<milliseconds>(Ceiling * 2, 30s);
    return milliseconds(pick(Engine));
  }

private:
  int Left;
  milliseconds Ceiling = 1s;
  std::mt19937 Engine{std::random_device{}()};
};

enum class Code { Ok, Unavailable, Throttled, Invalid };
struct FeatureFlags {
  Code fetch(const std::string &environment, std::string &json);
};

Code loadFlags(FeatureFlags &flags, const std::string &environment,
               std::string &json) {
  Backoff backoff(2);
  for (;;) {
    json.clear();
    const Code code = flags.fetch(environment, json);
    if (code != Code::Unavailable && code != Code::Throttled)
      return code;
    const auto wait = backoff.next();
    if (!wait)
      return code;
    std::clog << "flags: not available, next attempt in " << wait->count()
              << " ms\n";
    std::this_thread::sleep_for(*wait);
  }
}

// At most one retry in ten requests.
class RetryBudget {
public:
  void onSuccess() {
    if (int t = Tokens.load(); t < 1000)
      Tokens.store(t + 1);
  }
  bool withdraw() {
    int t = Tokens.load();
    while (t >= 10)
      if (Tokens.compare_exchange_weak(t, t - 10))
        return true;
    return false;
  }

private:
  std::atomic<int> Tokens{1000};
};

struct Recommendation {
  int status = 0;
  std::string items;
};
struct Recommender {
  Recommendation request(long user);
};

class RecommenderClient {
public:
  Recommendation recommend(long user, Clock::time_point deadline);

private:
  static constexpr int MaxAttempts = 3;
  milliseconds pause(int attempt);
  Recommender Remote;
  RetryBudget Budget;
  std::minstd_rand Rng{std::random_device{}()};
};

milliseconds RecommenderClient::pause(int attempt) {
  const long ceiling = std::min(30'000L, 1'000L << attempt);
  return milliseconds(std::uniform_int_distribution<long>{0, ceiling}(Rng));
}

Recommendation RecommenderClient::recommend(long user,
                                            Clock::time_point deadline) {
  Recommendation answer = Remote.request(user);
  for (int attempt = 0; answer.status == 503 || answer.status == 504;
       ++attempt) {
    if (attempt + 1 == MaxAttempts || !Budget.withdraw())
      return answer;
    const auto wait = pause(attempt);
    if (Clock::now() + wait + 50ms >= deadline)
      return answer;
    std::clog << "recommender: attempt " << attempt + 1 << " of " << MaxAttempts
              << " got " << answer.status << ", next in " << wait.count()
              << " ms\n";
    std::this_thread::sleep_for(wait);
    answer = Remote.request(user);
  }
  if (answer.status == 200)
    Budget.onSuccess();
  return answer;
}

enum class Link { Up, Refused, TimedOut, Rejected };
struct Feed {
  Link connect();
  void stream(std::stop_token stop);
};

// A daemon's reconnect: only a stop request ends it, and ends its waits.
void feedDaemon(std::stop_token stop, Feed &feed) {
  std::mt19937 engine{std::random_device{}()};
  std::mutex m;
  std::condition_variable_any wake;
  milliseconds ceiling = 1s;
  while (!stop.stop_requested()) {
    const Link link = feed.connect();
    if (link == Link::Rejected)
      throw std::runtime_error("feed: credentials rejected");
    if (link == Link::Up) {
      ceiling = 1s;
      feed.stream(stop);
      continue;
    }
    std::uniform_int_distribution<long> pick(0, ceiling.count());
    const milliseconds wait(pick(engine));
    ceiling = std::min<milliseconds>(ceiling * 2, 30s);
    std::clog << "feed: not connected, next attempt in " << wait.count()
              << " ms\n";
    std::unique_lock lock(m);
    wake.wait_for(lock, stop, wait, [] { return false; });
  }
}

struct TransientError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <typename Operation>
auto withRetries(const char *name, Operation operation) {
  Backoff backoff(2);
  while (true) {
    try {
      return operation();
    } catch (const TransientError &e) {
      const auto wait = backoff.next();
      if (!wait)
        throw;
      std::clog << name << ": " << e.what() << ", next attempt in "
                << wait->count() << " ms\n";
      std::this_thread::sleep_for(*wait);
    }
  }
}

struct Weather {
  double temperature(const std::string &city);
};

double temperatureIn(Weather &weather, const std::string &city) {
  return withRetries("weather", [&] { return weather.temperature(city); });
}
