// What holds for every policy, failure and time, tried on many that are drawn
// with a fixed seed.
#include "Distribution.h"
#include "Fixture.h"
#include <limits>
#include <random>

using namespace retry;
using namespace std::chrono_literals;

namespace {

constexpr time_point start{1000h};

struct Drawn {
  policy rules;
  progress so_far;
  failure why;
  time_point now;
};

/// Mostly sensible, sometimes as large or as small as it gets.
class Draw {
public:
  duration between(duration low, duration high) {
    return uniform(low, high, random);
  }
  bool oneIn(int n) {
    return std::uniform_int_distribution<>(1, n)(random) == 1;
  }
  unsigned upTo(unsigned most) {
    return std::uniform_int_distribution<unsigned>(0, most)(random);
  }

  Drawn next() {
    Drawn d;
    policy &p = d.rules;
    p = sync_api;
    p.max_attempts =
        oneIn(10) ? std::numeric_limits<unsigned>::max() : 1 + upTo(100);
    p.base = oneIn(10) ? 1ns : between(1ns, 10s);
    p.cap = oneIn(10) ? duration::max() : between(p.base, 100s);
    p.total = oneIn(10) ? duration::max() : between(1s, 48h);
    p.reserve = between(0s, 1s - 1ns);
    p.throttled_floor = oneIn(4) ? duration::zero() : between(0s, 5s);
    p.form = oneIn(2) ? jitter::full : jitter::decorrelated;
    d.so_far.attempts = oneIn(10)
                            ? std::numeric_limits<unsigned>::max() - upTo(1)
                            : 1 + upTo(99);
    d.so_far.started = start;
    if (oneIn(2))
      d.so_far.deadline = start + between(0s, 48h);
    d.so_far.previous_wait = oneIn(10) ? duration::max() : between(0s, 100s);
    const failure kinds[] = {
        transient("t"),
        maybe_executed("m"),
        throttled("429"),
        transient("503", failure_kind::http_503),
        failure{},
        permanent("p"),
        permanent("401", failure_kind::expired_token),
    };
    d.why = kinds[upTo(6)];
    if (oneIn(3))
      d.why.retry_after = oneIn(10) ? duration::max() : between(0s, 200h);
    d.now = start + between(0s, 48h);
    return d;
  }

  std::mt19937_64 random{20240229};
};

constexpr int tries = 50000;

TEST(Property, B1_EveryWaitIsBetweenZeroAndTheCapOrAsLongAsAsked) {
  Draw draw;
  int waits = 0;
  for (int i = 0; i < tries; ++i) {
    Drawn d = draw.next();
    decision next = decide(d.rules, d.so_far, d.why, d.now, draw.random);
    if (!next.again())
      continue;
    ++waits;
    ASSERT_GE(next.wait, 0s);
    if (d.why.retry_after)
      ASSERT_GE(next.wait, *d.why.retry_after);
    if (!d.why.retry_after || next.wait != *d.why.retry_after)
      ASSERT_LE(next.wait, d.rules.cap);
    if (d.why.is == failure_class::throttled)
      ASSERT_GE(next.wait, std::min(d.rules.throttled_floor, d.rules.cap / 2));
  }
  EXPECT_GT(waits, tries / 50); // it is not all refused
}

TEST(Property, L3_NoWaitEndsAfterTheDeadlineLessTheReserve) {
  Draw draw;
  for (int i = 0; i < tries; ++i) {
    Drawn d = draw.next();
    decision next = decide(d.rules, d.so_far, d.why, d.now, draw.random);
    if (next.again())
      ASSERT_LE(after(after(d.now, next.wait), d.rules.reserve),
                end_of(d.rules, d.so_far, d.why.kind));
  }
}

TEST(Property, L1_NoAttemptAboveTheLimit) {
  Draw draw;
  for (int i = 0; i < tries; ++i) {
    Drawn d = draw.next();
    decision next = decide(d.rules, d.so_far, d.why, d.now, draw.random);
    if (next.again())
      ASSERT_LT(d.so_far.attempts, d.rules.max_attempts);
  }
}

TEST(Property, C5_APermanentFailureIsNeverRepeatedButForATokenOnce) {
  Draw draw;
  for (int i = 0; i < tries; ++i) {
    Drawn d = draw.next();
    decision next = decide(d.rules, d.so_far, d.why, d.now, draw.random);
    if (next.again() && d.why.is == failure_class::permanent)
      ASSERT_EQ(d.why.kind, failure_kind::expired_token);
  }
}

TEST(Property, B5_TheCeilingGrowsToTheCapForAnyNumbers) {
  const duration some[] = {
      1ns, 3ns, 1ms, 1s, 30s, 24h, duration::max() / 2, duration::max()};
  std::vector<unsigned> retries;
  for (unsigned n = 0; n < 200; ++n)
    retries.push_back(n);
  for (unsigned shift = 8; shift < 32; ++shift)
    retries.push_back(1u << shift);
  retries.push_back(std::numeric_limits<unsigned>::max());
  for (duration base : some)
    for (duration cap : some) {
      if (cap < base)
        continue;
      duration last{};
      for (unsigned n : retries) {
        duration now = ceiling(base, cap, n);
        ASSERT_GE(now, last);
        ASSERT_GE(now, base);
        ASSERT_LE(now, cap);
        last = now;
      }
      ASSERT_EQ(last, cap);
    }
}

/// Pearson's statistic over 20 classes of equal width.
template <typename Next>
double chiSquare(duration low, duration high, Next next) {
  constexpr int classes = 20, draws = 20000;
  std::vector<int> found(classes);
  for (int i = 0; i < draws; ++i) {
    double place = static_cast<double>((next() - low).count()) /
                   static_cast<double>((high - low).count());
    ++found[static_cast<std::size_t>(
        std::min(classes - 1, static_cast<int>(place * classes)))];
  }
  double sum = 0, expected = draws / classes;
  for (int count : found)
    sum += (count - expected) * (count - expected) / expected;
  return sum;
}
constexpr double oneInAThousand19 = 43.82; // 19 degrees of freedom

struct Waits : testing::TestWithParam<unsigned> {
  std::mt19937_64 random{99};
  duration next(const policy &p, const failure &why, duration previous = 0s) {
    progress so_far;
    so_far.attempts = GetParam();
    so_far.started = start;
    so_far.previous_wait = previous;
    return decide(p, so_far, why, start, random).wait;
  }
  static policy untimed(jitter form) {
    policy p = sync_api;
    p.max_attempts = std::numeric_limits<unsigned>::max();
    p.total = 24h;
    p.form = form;
    return p;
  }
};

TEST_P(Waits, B1_FullJitterIsUniform) {
  policy p = untimed(jitter::full);
  duration high = ceiling(p.base, p.cap, GetParam() - 1);
  EXPECT_LT(chiSquare(0s, high, [&] { return next(p, transient("no")); }),
            oneInAThousand19);
}

TEST_P(Waits, B1_AlsoAfterThrottling) {
  policy p = untimed(jitter::full);
  duration low = p.throttled_floor,
           high = std::min(p.cap, ceiling(p.base, p.cap, GetParam() - 1) + low);
  EXPECT_LT(chiSquare(low, high, [&] { return next(p, throttled("429")); }),
            oneInAThousand19);
}

TEST_P(Waits, B2_DecorrelatedJitterIsUniform) {
  policy p = untimed(jitter::decorrelated);
  for (duration previous : {0s, 2s, 9s, 30s}) {
    duration high =
        std::min<duration>(p.cap, 3 * std::max<duration>(previous, p.base));
    EXPECT_LT(chiSquare(p.base, high,
                        [&] { return next(p, transient("no"), previous); }),
              oneInAThousand19);
  }
}

INSTANTIATE_TEST_SUITE_P(Attempts, Waits,
                         testing::Values(1u, 2u, 5u, 6u, 55u, 64u, 1000u,
                                         4'000'000'000u));

TEST(Property, L3_NoAttemptOfACallBeginsAfterItsDeadline) {
  Draw draw;
  for (int i = 0; i < 2000; ++i) {
    fake_environment env(static_cast<unsigned>(i));
    null_observer nobody;
    policy p = draw.next().rules;
    p.max_attempts = 1 + draw.upTo(20);
    dependency server("server", p);
    server.use(env).use(nobody);
    time_point deadline = env.now() + draw.between(1s, 100s);
    bool first = true;
    auto r = call(
        server, get("read").until(deadline),
        [&](attempt &now) {
          EXPECT_TRUE(first || env.now() + p.reserve <= deadline);
          EXPECT_LE(env.now() + now.timeout(), std::max(deadline, env.now()));
          first = false;
          env.pass(draw.between(0s, 5s));
          return 0;
        },
        [](int) { return transient("no"); });
    ASSERT_FALSE(r.ok());
    ASSERT_LE(r.attempts(), p.max_attempts);
  }
}

} // namespace
