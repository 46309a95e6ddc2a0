// The forbidden waits do what their names say, and only if they are asked for.
#include "Fixture.h"
#include "retry/unsafe/waits.h"

using namespace retry;
using namespace std::chrono_literals;

namespace {

/// The waits of a call that fails five times.
std::vector<duration> waits(const policy &p) {
  policy longer = p;
  longer.max_attempts = 6;
  fake_environment env;
  null_observer nobody;
  dependency server("server", longer);
  server.use(env).use(nobody);
  (void)call(
      server, get("read"), [] { return 0; },
      [](int) { return transient("no"); });
  return env.waits;
}

policy untimed() {
  policy p = sync_api;
  p.total = 24h;
  return p;
}

TEST(Unsafe, B3_FixedInterval) {
  EXPECT_EQ(waits(unsafe::fixed_interval(untimed())),
            std::vector<duration>(5, 1s));
}

TEST(Unsafe, B4_WithoutJitter) {
  EXPECT_EQ(waits(unsafe::without_jitter(untimed())),
            (std::vector<duration>{1s, 2s, 4s, 8s, 16s}));
}

TEST(Unsafe, B6_Immediate) {
  EXPECT_EQ(waits(unsafe::immediate(untimed())), std::vector<duration>(5, 0s));
}

TEST(Unsafe, B3_EqualJitterKeepsAFloor) {
  std::vector<duration> all = waits(unsafe::equal_jitter(untimed()));
  ASSERT_EQ(all.size(), 5u);
  duration whole = 1s;
  for (duration wait : all) {
    EXPECT_GE(wait, whole / 2);
    EXPECT_LE(wait, whole);
    whole *= 2;
  }
}

TEST(Unsafe, B4_AdditiveJitterStaysBelowTheCap) {
  policy p = untimed();
  p.cap = 4s + 500ms;
  std::vector<duration> all = waits(unsafe::additive_jitter(p));
  ASSERT_EQ(all.size(), 5u);
  EXPECT_GE(all[0], 1s);
  EXPECT_LE(all[0], 2s);
  EXPECT_GE(all[2], 4s);
  EXPECT_LE(all[2], p.cap);
  EXPECT_EQ(all[4], p.cap);
}

TEST(Unsafe, TheOtherLimitsStay) {
  policy p = unsafe::fixed_interval(sync_api);
  std::mt19937_64 random(1);
  progress so_far;
  so_far.attempts = 1;
  so_far.started = time_point(1h);
  EXPECT_EQ(
      decide(p, so_far, transient("no"), time_point(1h) + 29s + 1ms, random)
          .stop,
      stop_reason::deadline);
}

} // namespace
