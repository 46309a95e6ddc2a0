// Coroutines of a library that knows nothing of this one.
#include "retry/coroutine.h"
#include "Task.h"
#include "retry/call.h"
#include "retry/testing.h"
#include "gtest/gtest.h"
#include <memory>
#include <stdexcept>
#include <vector>

using namespace retry;
using namespace std::chrono_literals;

namespace {

std::error_code refusedCode() {
  return std::make_error_code(std::errc::connection_refused);
}

struct Coroutine : testing::Test {
  Loop loop;
  null_observer nobody;
  dependency server{"server"};
  Coroutine() { server.use(loop).use(nobody); }

  auto sleeper() {
    return [this](time_point then, const stop_token &stop) {
      return loop.sleepUntil(then, stop);
    };
  }
  template <typename T> T finish(Task<T> task) {
    task.start();
    loop.run();
    EXPECT_TRUE(task.done());
    return task.take();
  }
};

TEST_F(Coroutine, SuccessNeedsNoWait) {
  auto r = finish(co_call(
      server, get("read"), []() -> Task<bool> { co_return true; }, sleeper()));
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.attempts(), 1u);
  EXPECT_STREQ(r.how().operation, "read");
}

TEST_F(Coroutine, WaitsBetweenAttemptsAndNotAfterTheLast) {
  std::vector<time_point> when;
  auto task = co_call(
      server, get("read"),
      [&](attempt &) -> Task<std::error_code> {
        when.push_back(loop.now());
        co_return refusedCode();
      },
      sleeper());
  task.start();
  EXPECT_EQ(when.size(), 1u);
  EXPECT_EQ(loop.sleepers(), 1u); // suspended, nothing blocks
  loop.run();
  auto r = task.take();
  EXPECT_EQ(r.stop(), stop_reason::attempts_exhausted);
  EXPECT_EQ(r.answer(), refusedCode());
  ASSERT_EQ(when.size(), 3u);
  EXPECT_LE(when[1] - when[0], 1s);
  EXPECT_LE(when[2] - when[1], 2s);
  EXPECT_EQ(when[2], loop.now());
}

TEST_F(Coroutine, TheAttemptIsOfTheSameKindAsElsewhere) {
  std::vector<std::string> keys;
  auto r = finish(co_call(
      server, post("pay").until(loop.now() + 10s),
      [&](attempt &now) -> Task<std::error_code> {
        EXPECT_LE(now.timeout(), 10s);
        keys.push_back(now.key().str());
        co_return now.number() < 2 ? refusedCode() : std::error_code();
      },
      sleeper()));
  EXPECT_TRUE(r.ok());
  ASSERT_EQ(keys.size(), 2u);
  EXPECT_EQ(keys[0], keys[1]);
}

TEST_F(Coroutine, WhatIsThrownIsTheErrorOfTheAttempt) {
  auto r = finish(co_call(
      server, get("read"),
      [](attempt &now) -> Task<int> {
        if (now.number() > 0)
          throw std::runtime_error(std::to_string(now.number()));
        co_return 1;
      },
      sleeper(), [](int) { return success; }));
  EXPECT_EQ(r.attempts(), 2u); // unknown: once more
  try {
    (void)r.answer();
    FAIL();
  } catch (const std::runtime_error &e) {
    EXPECT_STREQ(e.what(), "2");
  }
}

TEST_F(Coroutine, NothingAndMoveOnlyThingsAreAnswers) {
  auto nothing = finish(co_call(
      server, get("poke"), []() -> Task<void> { co_return; }, sleeper()));
  EXPECT_TRUE(nothing.ok());
  auto owned = finish(co_call(
      server, get("make"),
      []() -> Task<std::unique_ptr<int>> {
        co_return std::make_unique<int>(3);
      },
      sleeper(),
      [](const std::unique_ptr<int> &p) { return p ? success : failure{}; }));
  EXPECT_EQ(*owned.answer(), 3);
}

TEST_F(Coroutine, L8_AStopEndsTheRetries) {
  stop_source stopper;
  int attempts = 0;
  auto task = co_call(
      server, get("read").unless(stopper.token()),
      [&]() -> Task<std::error_code> {
        ++attempts;
        co_return refusedCode();
      },
      sleeper());
  task.start();
  stopper.request_stop();
  loop.run();
  EXPECT_EQ(task.take().stop(), stop_reason::cancelled);
  EXPECT_EQ(attempts, 1);
}

TEST_F(Coroutine, L8_ASleepThatThrowsWasCancelled) {
  auto r = finish(co_call(
      server, get("read"),
      []() -> Task<std::error_code> { co_return refusedCode(); },
      [](time_point, const stop_token &) -> Task<bool> {
        throw std::runtime_error("cancelled");
        co_return true;
      }));
  EXPECT_EQ(r.stop(), stop_reason::cancelled);
  EXPECT_EQ(r.answer(), refusedCode());
}

TEST_F(Coroutine, G4_AnOpenCircuitMakesNoAttempt) {
  server.breaker().open(loop.now());
  int attempts = 0;
  auto r = finish(co_call(
      server, get("read"),
      [&]() -> Task<bool> {
        ++attempts;
        co_return true;
      },
      sleeper()));
  EXPECT_EQ(r.stop(), stop_reason::circuit_open);
  EXPECT_EQ(attempts, 0);
}

TEST_F(Coroutine, G3_ACallThatNamesItsAttemptDoesNotRetry) {
  int inside = 0;
  auto r = finish(co_call(
      server, get("outer"),
      [&](attempt &outer) -> Task<std::error_code> {
        auto inner = co_await co_call(
            server, get("inner").inside(outer),
            [&]() -> Task<std::error_code> {
              ++inside;
              co_return refusedCode();
            },
            sleeper());
        EXPECT_EQ(inner.stop(), stop_reason::nested);
        co_return inner.answer();
      },
      sleeper()));
  EXPECT_EQ(r.attempts(), 3u);
  EXPECT_EQ(inside, 3);
}

TEST_F(Coroutine, ATaskThatIsDroppedLeavesNothing) {
  auto alive = std::make_shared<int>(0);
  {
    auto task = co_call(
        server, get("read"),
        [alive]() -> Task<std::error_code> { co_return refusedCode(); },
        sleeper());
    EXPECT_EQ(alive.use_count(), 2);
  }
  EXPECT_EQ(alive.use_count(), 1);
}

TEST_F(Coroutine, InSimulatedTimeNobodySleeps) {
  fake_environment env;
  dependency other("other");
  other.use(env).use(nobody);
  auto r = finish(co_call(
      other, get("read"),
      []() -> Task<std::error_code> { co_return refusedCode(); }, sleeper()));
  EXPECT_EQ(r.attempts(), 3u);
  EXPECT_EQ(env.waits.size(), 2u);
}

} // namespace
