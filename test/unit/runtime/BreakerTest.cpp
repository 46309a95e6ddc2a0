#include "retry/breaker.h"
#include "Fixture.h"
#include <thread>

using namespace retry;
using namespace std::chrono_literals;

namespace {

using state = circuit_breaker::state;
constexpr time_point start{1h};

TEST(Breaker, G4_OpensAfterFailuresInARow) {
  circuit_breaker one(3, 10s);
  one.failed(start);
  one.failed(start);
  one.succeeded();
  one.failed(start);
  one.failed(start);
  EXPECT_TRUE(one.closed());
  one.failed(start);
  EXPECT_EQ(one.now_is(), state::open);
  EXPECT_FALSE(one.allow(start + 9s));
}

TEST(Breaker, G4_HalfOpenLetsOneThrough) {
  circuit_breaker one(1, 10s);
  one.failed(start);
  EXPECT_TRUE(one.allow(start + 10s));
  EXPECT_EQ(one.now_is(), state::half_open);
  EXPECT_FALSE(one.allow(start + 10s));
  one.failed(start + 11s);
  EXPECT_EQ(one.now_is(), state::open);
  EXPECT_FALSE(one.allow(start + 20s));
  EXPECT_TRUE(one.allow(start + 21s));
  one.succeeded();
  EXPECT_TRUE(one.closed());
  EXPECT_TRUE(one.allow(start + 21s));
}

TEST(Breaker, G4_AProbeThatNeverReportsDoesNotKeepItOpen) {
  circuit_breaker one(1, 10s);
  one.failed(start);
  EXPECT_TRUE(one.allow(start + 10s));
  EXPECT_FALSE(one.allow(start + 19s));
  EXPECT_TRUE(one.allow(start + 20s));
}

TEST(Breaker, LateFailuresDoNotKeepItOpen) {
  circuit_breaker one(1, 10s);
  one.failed(start);
  one.failed(start + 9s);
  EXPECT_TRUE(one.allow(start + 10s));
}

TEST(Breaker, G4_OneOfManyThreadsProbes) {
  for (int round = 0; round < 50; ++round) {
    circuit_breaker one(1, 10s);
    one.failed(start);
    std::atomic<int> allowed{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] { allowed += one.allow(start + 10s); });
    for (std::thread &thread : threads)
      thread.join();
    EXPECT_EQ(allowed, 1);
  }
}

struct BreakerCall : Simulated {};

TEST_F(BreakerCall, G4_FailuresOfCallsOpenIt) {
  circuit_breaker one(4, 10s);
  server.use(one);
  auto fail = [&] {
    return call(server, get("read"), [] { return refusedCode(); }).stop();
  };
  EXPECT_EQ(fail(), stop_reason::attempts_exhausted);
  EXPECT_EQ(fail(), stop_reason::circuit_open); // the fourth failure
  EXPECT_EQ(fail(), stop_reason::circuit_open); // no attempt
  EXPECT_EQ(seen.ends.back().attempt, 1u);
}

TEST_F(BreakerCall, ACancelledCallTellsItNothing) {
  circuit_breaker one(1, 10s);
  server.use(one);
  one.open(env.now());
  env.pass(11s);
  (void)call(
      server, get("read"), [] { return 0; },
      [](int) { return permanent("stop", failure_kind::cancelled); });
  EXPECT_EQ(one.now_is(), state::half_open);
}

} // namespace
