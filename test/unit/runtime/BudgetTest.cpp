#include "retry/budget.h"
#include "Fixture.h"
#include <algorithm>
#include <thread>

using namespace retry;
using namespace std::chrono_literals;

namespace {

constexpr time_point start{1h};

TEST(TokenBucket, G1_ARetryCostsFiveSuccesses) {
  token_bucket bucket(0.2, 100);
  int taken = 0;
  while (bucket.acquire(start))
    ++taken;
  EXPECT_EQ(taken, 20);
  EXPECT_DOUBLE_EQ(bucket.utilization(start), 1);
  for (int i = 0; i < 4; ++i)
    bucket.succeeded();
  EXPECT_FALSE(bucket.acquire(start));
  bucket.succeeded();
  EXPECT_TRUE(bucket.acquire(start));
  bucket.ended(false, start);
  EXPECT_FALSE(bucket.acquire(start));
}

TEST(TokenBucket, G1_IsNeverMoreThanFull) {
  token_bucket bucket(0.1, 100);
  for (int i = 0; i < 1000; ++i)
    bucket.succeeded();
  int taken = 0;
  while (bucket.acquire(start))
    ++taken;
  EXPECT_EQ(taken, 10);
}

TEST(RollingBudget, G1_AFifthOfTheRequestsAndAFewMore) {
  rolling_budget budget(0.2, 30s, 10);
  for (int i = 0; i < 100; ++i)
    budget.ended(true, start);
  int taken = 0;
  while (budget.acquire(start))
    ++taken;
  EXPECT_EQ(taken, 30);
  EXPECT_DOUBLE_EQ(budget.utilization(start), 1);
}

TEST(RollingBudget, G1_ForgetsAfterTheWindow) {
  rolling_budget budget(0.2, 30s, 10);
  while (budget.acquire(start))
    ;
  EXPECT_FALSE(budget.acquire(start + 30s));
  EXPECT_TRUE(budget.acquire(start + 34s));
  EXPECT_LT(budget.utilization(start + 34s), 0.5);
}

/// Retries come in bursts: all at once when an outage begins, and again when
/// these are forgotten.
TEST(RollingBudget, G5_TheLimitHoldsInEveryIntervalOfTheWindow) {
  for (auto phase = 0ms; phase < 3s; phase += 500ms) {
    rolling_budget budget(0.2, 30s, 10);
    std::vector<time_point> calls, retries;
    for (time_point at = start + phase; at < start + 100s; at += 50ms) {
      budget.ended(false, at);
      calls.push_back(at);
      for (int i = 0; i < 7 && at >= start + phase + 31s; ++i)
        if (budget.acquire(at))
          retries.push_back(at);
    }
    auto within = [](const std::vector<time_point> &all, time_point end) {
      return std::upper_bound(all.begin(), all.end(), end) -
             std::upper_bound(all.begin(), all.end(), end - 30s);
    };
    EXPECT_GT(retries.size(), 200u);
    for (time_point end : retries)
      ASSERT_LE(static_cast<double>(within(retries, end)),
                0.2 * static_cast<double>(within(calls, end)) + 10)
          << phase.count() << " ms, " << (end - start) / 1s << " s";
  }
}

/// The slots' numbers start again after some days. The window must not notice.
TEST(RollingBudget, G1_CountsOnAtAnyTime) {
  for (time_point at{}; at < time_point(72h); at += 15s) {
    rolling_budget budget(0.2, 30s, 10);
    for (int i = 0; i < 25; ++i)
      budget.ended(true, at + i * 1s);
    int taken = 0;
    while (budget.acquire(at + 25s))
      ++taken;
    ASSERT_EQ(taken, 15) << at.time_since_epoch() / 1s;
  }
}

TEST(RollingBudget, EveryAcquireIsCountedOnceUnderThreads) {
  rolling_budget budget(0.2, 30s, 1000);
  std::atomic<int> taken{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i)
        taken += budget.acquire(start);
    });
  for (std::thread &one : threads)
    one.join();
  // Two that look at the same time may both be refused, never both accepted.
  EXPECT_LE(taken, 1000);
  EXPECT_GE(taken, 900);
}

TEST(TokenBucket, NothingIsLostUnderThreads) {
  token_bucket bucket(1, 1000);
  std::atomic<int> taken{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i)
        taken += bucket.acquire(start);
    });
  for (std::thread &one : threads)
    one.join();
  EXPECT_EQ(taken, 1000);
}

/// Everything fails: how many requests leave for each call that comes in.
double multiplier(unsigned attempts, budget &shared) {
  fake_environment env;
  null_observer nobody;
  circuit_breaker never_opens(1'000'000, 0ns);
  policy p = sync_api;
  p.max_attempts = attempts;
  p.total = 24h;
  p.base = p.cap = 1ms;
  dependency server("server", p);
  server.use(env).use(nobody).use(shared).use(never_opens);
  int sent = 0;
  const int calls = 2000;
  for (int i = 0; i < calls; ++i) {
    env.pass(5ms);
    (void)call(
        server, get("read"), [&] { return ++sent; },
        [](int) { return transient("down"); });
  }
  return static_cast<double>(sent) / calls;
}

TEST(Budget, G5_ThreeAndEightAttemptsSendTheSame) {
  rolling_budget three(0.2), eight(0.2);
  double few = multiplier(3, three), many = multiplier(8, eight);
  EXPECT_LE(few, 1.21);
  EXPECT_LE(many, 1.21);
  EXPECT_NEAR(few, many, 0.01);
  token_bucket strict(0.1);
  EXPECT_LE(multiplier(8, strict), 1.1);
}

TEST(Budget, S4_EveryDependencyHasOne) {
  dependency server("server");
  fake_environment env;
  null_observer nobody;
  server.use(env).use(nobody);
  int denied = 0;
  for (int i = 0; i < 100; ++i) {
    server.breaker().succeeded();
    auto r = call(
        server, get("read"), [] { return 0; },
        [](int) { return transient("down"); });
    denied += r.stop() == stop_reason::budget_exhausted;
  }
  EXPECT_EQ(denied, 90); // 20 retries, two for each of the first ten calls
}

} // namespace
