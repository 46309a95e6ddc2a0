#include "retry/decide.h"
#include "Distribution.h"
#include "retry/defaults.h"
#include "gtest/gtest.h"
#include <limits>
#include <random>

using namespace retry;
using namespace std::chrono_literals;

namespace {

constexpr time_point start{1h};
const failure refused = transient("refused");

struct Decide : testing::Test {
  std::mt19937_64 random{7};
  progress so_far = [] {
    progress p;
    p.attempts = 1;
    p.started = start;
    return p;
  }();
  decision next(const failure &why, time_point now = start,
                const policy &p = sync_api) {
    return decide(p, so_far, why, now, random);
  }
};

TEST_F(Decide, SuccessStops) {
  EXPECT_FALSE(next(success).again());
  EXPECT_EQ(next(success).stop, stop_reason::succeeded);
}

TEST_F(Decide, PermanentStopsAtOnce) {
  EXPECT_EQ(next(permanent("no")).stop, stop_reason::permanent);
}

TEST_F(Decide, L1_StopsAfterTheLastAttempt) {
  so_far.attempts = 2;
  EXPECT_TRUE(next(refused).again());
  so_far.attempts = 3;
  EXPECT_EQ(next(refused).stop, stop_reason::attempts_exhausted);
}

TEST_F(Decide, L2_NeverWaitsPastTheTotal) {
  for (int i = 0; i < 1000; ++i) {
    time_point now = start + 29s + 100ms;
    decision d = next(refused, now);
    if (d.again())
      EXPECT_LE(now + d.wait + sync_api.reserve, start + 30s);
    else
      EXPECT_EQ(d.stop, stop_reason::deadline);
  }
}

TEST_F(Decide, L3_TheCallersDeadlineComesFirst) {
  so_far.deadline = start + 40ms;
  EXPECT_EQ(next(refused).stop, stop_reason::deadline);
}

TEST_F(Decide, L6_AFailureHasLimitsOfItsOwn) {
  policy p = async_event;
  so_far.attempts = 2;
  EXPECT_EQ(next(transient("dns", failure_kind::dns_temporary), start, p).stop,
            stop_reason::attempts_exhausted);
  EXPECT_TRUE(next(refused, start, p).again());
  EXPECT_EQ(next(transient("d", failure_kind::deadlock), start + 11s, p).stop,
            stop_reason::deadline);
}

TEST_F(Decide, C6_AnUnknownErrorIsRetriedOnce) {
  EXPECT_TRUE(next(failure{}).again());
  so_far = advance(so_far, failure{}, 1s);
  so_far.attempts = 2;
  EXPECT_EQ(next(failure{}).stop, stop_reason::permanent);
  EXPECT_TRUE(next(refused).again());
}

TEST_F(Decide, C7_AnExpiredTokenGetsOneMoreAttempt) {
  failure expired = permanent("401", failure_kind::expired_token);
  EXPECT_TRUE(next(expired).again());
  so_far = advance(so_far, expired, 1s);
  so_far.attempts = 2;
  EXPECT_EQ(next(expired).stop, stop_reason::permanent);
}

TEST_F(Decide, C8_RetryAfterIsAFloor) {
  failure busy = throttled("429");
  busy.retry_after = 5s;
  EXPECT_EQ(next(busy).wait, 5s);
  busy.retry_after = 0s;
  EXPECT_GE(next(busy).wait, sync_api.throttled_floor);
}

TEST_F(Decide, C8_RetryAfterBeyondTheDeadlineFailsAtOnce) {
  failure busy = throttled("429");
  busy.retry_after = 114h;
  EXPECT_EQ(next(busy).stop, stop_reason::retry_after_beyond_deadline);
  busy.retry_after = duration::max();
  EXPECT_EQ(next(busy).stop, stop_reason::retry_after_beyond_deadline);
}

TEST_F(Decide, I4_WhatMayNotBeRepeatedIsNot) {
  so_far.repeatable = false;
  EXPECT_EQ(next(refused).stop, stop_reason::not_idempotent);
}

TEST_F(Decide, L8_CancelledIsNotRetried) {
  EXPECT_EQ(next(permanent("stop", failure_kind::cancelled)).stop,
            stop_reason::cancelled);
}

TEST_F(Decide, B7_WebhooksFollowTheirSchedule) {
  const duration expected[] = {1s, 5s, 30s, 2min};
  for (unsigned made = 1; made <= 4; ++made) {
    so_far.attempts = made;
    EXPECT_EQ(next(refused, start, webhook).wait, expected[made - 1]);
  }
}

TEST(Ceiling, B5_DoublesUntilTheCapAndNeverOverflows) {
  EXPECT_EQ(ceiling(1s, 30s, 0), 1s);
  EXPECT_EQ(ceiling(1s, 30s, 4), 16s);
  EXPECT_EQ(ceiling(1s, 30s, 5), 30s);
  duration last{};
  for (unsigned retry = 0; retry < 200; ++retry) {
    EXPECT_GE(ceiling(3ms, 1h, retry), last);
    EXPECT_LE(ceiling(3ms, 1h, retry), 1h);
    last = ceiling(3ms, 1h, retry);
  }
  EXPECT_EQ(ceiling(1s, 30s, std::numeric_limits<unsigned>::max()), 30s);
  EXPECT_EQ(ceiling(1ns, duration::max(), 63), duration::max());
}

TEST(Jitter, B1_FullJitterIsUniformFromZeroToTheCeiling) {
  std::mt19937_64 random(11);
  for (unsigned retry : {0u, 3u, 5u, 40u}) // 40: at the cap it does not vanish
    EXPECT_LT(distance(0s, ceiling(1s, 30s, retry),
                       [&] { return full_jitter(1s, 30s, retry, random); }),
              oneInAThousand);
}

TEST(Jitter, B4_TheWaitsOfTwoClientsHaveNothingInCommon) {
  std::mt19937_64 one(1), other(2);
  int near = 0;
  for (int i = 0; i < 1000; ++i) {
    duration between =
        full_jitter(1s, 30s, 5, one) - full_jitter(1s, 30s, 5, other);
    near += between < 3s && between > -3s; // a tenth of the range
  }
  EXPECT_NEAR(near, 190, 40); // 1 - 0.9^2 of them
}

TEST(Jitter, B2_DecorrelatedIsUniformAndDoesNotBunchAtTheCap) {
  std::mt19937_64 random(12);
  EXPECT_LT(distance(1s, 30s,
                     [&] { return decorrelated_jitter(1s, 30s, 25s, random); }),
            oneInAThousand);
  EXPECT_LT(distance(1s, 6s,
                     [&] { return decorrelated_jitter(1s, 30s, 2s, random); }),
            oneInAThousand);
  EXPECT_GE(decorrelated_jitter(1s, 30s, 0s, random), 1s);
}

TEST(Policy, PresetsAreValid) {
  for (const policy &p : {sync_api, async_event, webhook, batch, grpc_unary})
    EXPECT_EQ(problem(p), nullptr);
}

TEST(Policy, NonsenseIsRefused) {
  policy p = sync_api;
  p.max_attempts = 0;
  EXPECT_NE(problem(p), nullptr);
  p = sync_api;
  p.cap = p.base - 1ns;
  EXPECT_NE(problem(p), nullptr);
  p = webhook;
  p.max_attempts = 9;
  EXPECT_NE(problem(p), nullptr);
}

} // namespace
