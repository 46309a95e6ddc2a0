// What goes wrong in the best of the others, and must not here.
#include "Distribution.h"
#include "Fixture.h"
#include <random>
#include <set>
#include <thread>

using namespace retry;
using namespace std::chrono_literals;

namespace {

struct Defects : Simulated {
  std::mt19937_64 random{3};
};

TEST_F(Defects, JitterVanishesAtTheCap) {
  EXPECT_LT(distance(0s, 30s, [&] { return full_jitter(1s, 30s, 20, random); }),
            oneInAThousand);
}

TEST_F(Defects, LateRetriesBunchAtExactlyTheCap) {
  int full = 0, decorrelated = 0;
  duration previous = 30s;
  for (int i = 0; i < 10000; ++i) {
    full += full_jitter(1s, 30s, 20, random) == 30s;
    previous = decorrelated_jitter(1s, 30s, previous, random);
    decorrelated += previous == 30s;
  }
  EXPECT_EQ(full, 0);
  EXPECT_EQ(decorrelated, 0);
}

TEST_F(Defects, TheLowerBoundOfDecorrelatedJitterDrifts) {
  duration least = 30s, previous = 30s;
  for (int i = 0; i < 10000; ++i) {
    previous = decorrelated_jitter(1s, 30s, 30s, random);
    least = std::min(least, previous);
  }
  EXPECT_GE(least, 1s);
  EXPECT_LT(least, 1100ms);
}

TEST_F(Defects, TooManyRequestsIsNotRetried) {
  int calls = 0;
  auto r = call(
      server, get("read"),
      [&] { return http_status{++calls < 2 ? 429 : 200, {}}; },
      [](const http_status &s) { return classify(s); });
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(calls, 2);
  EXPECT_GE(env.waits[0], sync_api.throttled_floor);
}

TEST_F(Defects, TheBudgetIsCheckedAndTakenInTwoSteps) {
  token_bucket bucket(1, 100);
  rolling_budget rolling(0, 30s, 100);
  std::atomic<int> tokens{0}, slots{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) {
        tokens += bucket.acquire(time_point(1h));
        slots += rolling.acquire(time_point(1h));
      }
    });
  for (std::thread &one : threads)
    one.join();
  EXPECT_EQ(tokens, 100);
  EXPECT_LE(slots, 100);
}

TEST_F(Defects, TheBudgetIsAskedOnlyAfterTheSleep) {
  token_bucket empty(0.2, 1);
  server.use(empty);
  auto r = call(server, get("read"), [] { return refusedCode(); });
  EXPECT_EQ(r.stop(), stop_reason::budget_exhausted);
  EXPECT_TRUE(env.waits.empty());
}

TEST_F(Defects, TheShiftOverflowsAtAttempt55) {
  for (unsigned retry : {34u, 54u, 55u, 62u, 63u, 64u, 65u, 1000u}) {
    EXPECT_EQ(ceiling(1s, 30s, retry), 30s);
    EXPECT_GE(full_jitter(1s, 30s, retry, random), 0s);
    EXPECT_LE(full_jitter(1s, 30s, retry, random), 30s);
  }
}

TEST_F(Defects, TransportErrorsAreRetriedWithoutAskingWhetherThatIsHarmless) {
  int calls = 0;
  auto r = call(server, not_idempotent("send"), [&] {
    ++calls;
    return std::make_error_code(std::errc::connection_reset);
  });
  EXPECT_EQ(r.stop(), stop_reason::not_idempotent);
  EXPECT_EQ(calls, 1);
}

TEST_F(Defects, ItSleepsIntoTheDeadlineAndLosesTheRealError) {
  auto r = call(server, get("read").until(env.now() + 40ms),
                [] { return refusedCode(); });
  EXPECT_EQ(r.stop(), stop_reason::deadline);
  EXPECT_EQ(r.answer(), refusedCode());
  EXPECT_STREQ(r.why().type, "ECONNREFUSED");
  EXPECT_TRUE(env.waits.empty());
}

TEST_F(Defects, ARetryAfterOf114HoursLooksLikeAHang) {
  auto r = call(
      server, get("read"), [] { return http_status{503, "410400"}; },
      [](const http_status &s) { return classify(s); });
  EXPECT_EQ(r.stop(), stop_reason::retry_after_beyond_deadline);
  EXPECT_EQ(r.answer().code, 503);
  EXPECT_EQ(r.attempts(), 1u);
  EXPECT_TRUE(env.waits.empty());
}

TEST_F(Defects, EveryAttemptHasAnotherKey) {
  std::set<std::string> keys;
  int calls = 0;
  (void)call(server, post("pay"), [&](attempt &a) {
    ++calls;
    keys.insert(a.key().str());
    return refusedCode();
  });
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(keys.size(), 1u);
}

/// Every setting changes what is decided, or is refused.
TEST_F(Defects, SettingsAreSilentlyIgnored) {
  progress so_far;
  so_far.attempts = 2;
  so_far.started = time_point(1h);
  auto decided = [&](const policy &p, const failure &why,
                     time_point now = time_point(1h)) {
    std::mt19937_64 same(5);
    return decide(p, so_far, why, now, same);
  };
  const failure no = transient("no"), busy = throttled("429");
  decision before = decided(sync_api, no);
  policy p = sync_api;
  p.max_attempts = 2;
  EXPECT_EQ(decided(p, no).stop, stop_reason::attempts_exhausted);
  p = sync_api, p.base = 2s;
  EXPECT_NE(decided(p, no).wait, before.wait);
  p = sync_api, p.base = p.cap = 1s;
  EXPECT_NE(decided(p, no).wait, before.wait);
  p = sync_api, p.total = 10ms, p.reserve = 0ms;
  EXPECT_EQ(decided(p, no).stop, stop_reason::deadline);
  p = sync_api, p.reserve = 30s - 1ms;
  EXPECT_EQ(decided(p, no).stop, stop_reason::deadline);
  p = sync_api, p.throttled_floor = 10s;
  EXPECT_NE(decided(p, busy).wait, decided(sync_api, busy).wait);
  p = sync_api, p.form = jitter::decorrelated;
  EXPECT_NE(decided(p, no).wait, before.wait);
  p = sync_api, p.unknown_retries = 0;
  EXPECT_EQ(decided(p, failure{}).stop, stop_reason::permanent);
  p = sync_api, p.expired_token_retries = 0;
  EXPECT_EQ(decided(p, permanent("401", failure_kind::expired_token)).stop,
            stop_reason::permanent);
  p = sync_api, p.per_failure[0] = {2, {}};
  EXPECT_EQ(decided(p, no).stop, stop_reason::attempts_exhausted);
  p = sync_api, p.per_failure[0] = {0, 1ms};
  EXPECT_EQ(decided(p, no).stop, stop_reason::deadline);
  const duration schedule[] = {0s, 1s, 3s};
  p = sync_api, p.schedule = schedule, p.schedule_size = 3;
  EXPECT_EQ(decided(p, no).wait, 3s);

  p = sync_api, p.attempt_timeout = 2s;
  dependency quick("quick", p);
  quick.use(env).use(seen);
  (void)call(quick, get("read"), [](attempt &a) {
    EXPECT_EQ(a.timeout(), 2s);
    return true;
  });
}

TEST_F(Defects, TestsReallySleep) {
  policy slow = async_event;
  slow.base = slow.cap = slow.throttled_floor = 1h;
  slow.max_attempts = 5;
  dependency busy("busy", slow);
  busy.use(env).use(seen);
  time_point before = env.now();
  auto r = call(
      busy, get("read"), [] { return 0; },
      [](int) { return throttled("429"); });
  EXPECT_EQ(r.attempts(), 5u);
  EXPECT_GE(env.now() - before, 2h);
  EXPECT_EQ(r.elapsed(), env.now() - before);
}

} // namespace
