// What a call does: attempts, answers, limits. In simulated time.
#include "retry/call.h"
#include "Library.h"
#include <functional>
#include <memory>
#include <stdexcept>

using namespace retry;
using namespace std::chrono_literals;

namespace {

using AsyncCall = Simulated;

TEST_F(AsyncCall, SuccessNeedsNoWait) {
  int completed = 0;
  async_call(
      io, server, get("read"), [](attempt &, auto done) { done(Code()); },
      [&](result<Code> r) {
        ++completed;
        EXPECT_TRUE(r.ok());
        EXPECT_EQ(r.attempts(), 1u);
        EXPECT_STREQ(r.how().dependency, "server");
        EXPECT_STREQ(r.how().operation, "read");
      });
  io.run();
  EXPECT_EQ(completed, 1);
  EXPECT_TRUE(env.waits.empty());
}

TEST_F(AsyncCall, NothingCompletesInTheInitiatingFunction) {
  int completed = 0;
  auto inside = [&](auto attempting) {
    async_call(io, server, get("read"), attempting, [&](auto) { ++completed; });
    EXPECT_EQ(completed, 0);
  };
  auto succeed = [](attempt &, auto done) { done(Code()); };
  auto fail = [](attempt &, auto) {
    throw SystemError(Code(net::error::access_denied));
  };
  // In a thread of the executor, where it could.
  net::post(io, [&] {
    inside(succeed);
    inside(fail);
    server.breaker().open(env.now());
    inside(succeed);
  });
  io.run();
  EXPECT_EQ(completed, 3);
}

TEST_F(AsyncCall, RecoversAfterFailures) {
  result<Code> given;
  async_call(
      io, server, get("read"),
      [](attempt &now, auto done) {
        done(now.number() < 3 ? refusedCode() : Code());
      },
      [&](result<Code> r) { given = std::move(r); });
  io.run();
  EXPECT_TRUE(given.ok());
  EXPECT_EQ(given.attempts(), 3u);
  EXPECT_EQ(env.waits.size(), 2u);
  EXPECT_EQ(seen.recoveries.size(), 1u);
}

TEST_F(AsyncCall, L4_L5_SaysWhyItGaveUpAndDoesNotWaitThen) {
  result<Code> given;
  async_call(
      io, server, get("read"),
      [](attempt &, auto done) { done(refusedCode()); },
      [&](result<Code> r) { given = std::move(r); });
  io.run();
  EXPECT_EQ(given.stop(), stop_reason::attempts_exhausted);
  EXPECT_EQ(given.answer(), refusedCode());
  EXPECT_EQ(env.waits.size(), 2u);
  EXPECT_EQ(describe(given.how()).find("server.read: gave up after 3"), 0u);
}

TEST_F(AsyncCall, I1_I2_APostNeedsItsKeyWhichStaysTheSame) {
  result<Code> without, with;
  std::vector<std::string> keys;
  async_call(
      io, server, post("pay"),
      [](attempt &, auto done) { done(refusedCode()); },
      [&](result<Code> r) { without = std::move(r); });
  async_call(
      io, server, post("pay"),
      [&](attempt &now, auto done) {
        keys.push_back(now.key().str());
        done(refusedCode());
      },
      [&](result<Code> r) { with = std::move(r); });
  io.run();
  EXPECT_EQ(without.stop(), stop_reason::not_idempotent);
  EXPECT_EQ(without.attempts(), 1u);
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_EQ(keys[0], keys[1]);
  EXPECT_EQ(keys[0], keys[2]);
}

TEST_F(AsyncCall, G4_AnOpenCircuitMakesNoAttempt) {
  server.breaker().open(env.now());
  int attempts = 0, completed = 0;
  async_call(
      io, server, get("read"),
      [&](attempt &, auto done) {
        ++attempts;
        done(Code());
      },
      [&](result<Code> r) {
        ++completed;
        EXPECT_EQ(r.stop(), stop_reason::circuit_open);
      });
  EXPECT_EQ(completed, 0);
  io.run();
  EXPECT_EQ(completed, 1);
  EXPECT_EQ(attempts, 0);
}

TEST_F(AsyncCall, WhatTheInitiationThrowsIsTheErrorOfTheAttempt) {
  result<int> given;
  async_call<int>(
      io, server, get("read"),
      [](attempt &now, auto done) {
        auto kept = std::make_shared<decltype(done)>(std::move(done));
        if (now.number() == 1)
          throw std::system_error(
              std::make_error_code(std::errc::connection_refused));
        (*kept)(7);
      },
      [](int) { return success; },
      [&](result<int> r) { given = std::move(r); });
  io.run();
  EXPECT_EQ(given.attempts(), 2u);
  EXPECT_EQ(given.answer(), 7);
  EXPECT_STREQ(seen.retries.at(0).error_type, "ECONNREFUSED");
}

TEST_F(AsyncCall, AHandlerTakesWhatCoroutinesAndPromisesGive) {
  result<int> given;
  async_call<int>(
      io, server, get("read"),
      [](attempt &now, auto done) {
        std::exception_ptr none;
        if (now.number() == 1)
          done(std::make_exception_ptr(std::runtime_error("first")), 0);
        else
          done(none, 8);
      },
      [](int) { return success; },
      [&](result<int> r) { given = std::move(r); });
  io.run();
  EXPECT_EQ(given.attempts(), 2u);
  EXPECT_EQ(given.answer(), 8);
}

TEST_F(AsyncCall, TheRealLastExceptionIsRethrown) {
  result<int> given;
  async_call<int>(
      io, server, get("read"),
      [](attempt &now, auto done) {
        done(std::make_exception_ptr(
            std::runtime_error(std::to_string(now.number()))));
      },
      [](int) { return success; },
      [&](result<int> r) { given = std::move(r); });
  io.run();
  EXPECT_EQ(given.attempts(), 2u); // unknown: once more
  try {
    (void)given.answer();
    FAIL();
  } catch (const std::runtime_error &e) {
    EXPECT_STREQ(e.what(), "2");
  }
}

TEST_F(AsyncCall, NothingIsAnAnswer) {
  result<done> given;
  async_call<void>(
      io, server, get("poke"), [](attempt &, auto done) { done(); },
      [&](result<done> r) { given = std::move(r); });
  io.run();
  EXPECT_TRUE(given.ok());
}

TEST_F(AsyncCall, TheCodeAndItsValueAreAnAnswer) {
  result<std::pair<Code, std::size_t>> given;
  async_call<std::pair<Code, std::size_t>>(
      io, server, get("read"),
      [](attempt &now, auto done) {
        done(now.number() == 1 ? Code(net::error::eof) : Code(),
             std::size_t{5});
      },
      [&](auto r) { given = std::move(r); });
  io.run();
  EXPECT_EQ(given.attempts(), 2u);
  EXPECT_EQ(given.answer().second, 5u);
  EXPECT_STREQ(seen.retries.at(0).error_type, "eof");
}

TEST_F(AsyncCall, CallableAndHandlerMayBeMoveOnly) {
  auto number = std::make_unique<int>(9);
  int given = 0;
  async_call<int>(
      io, server, get("read"),
      [n = std::move(number)](attempt &, auto done) { done(*n); },
      [](int) { return success; },
      [&given, own = std::make_unique<int>(1)](result<int> r) {
        given = r.answer() + *own;
      });
  io.run();
  EXPECT_EQ(given, 10);
}

TEST_F(AsyncCall, ASecondAnswerOfOneAttemptIsIgnored) {
  int completed = 0;
  async_call(
      io, server, get("read"),
      [](attempt &, auto done) {
        auto again = done;
        done(Code());
        again(refusedCode());
        done(refusedCode());
      },
      [&](result<Code> r) {
        ++completed;
        EXPECT_TRUE(r.ok());
      });
  io.run();
  EXPECT_EQ(completed, 1);
  EXPECT_TRUE(seen.retries.empty());
}

TEST_F(AsyncCall, AHandlerThatIsKeptKeepsNothingRunning) {
  std::function<void(Code)> kept;
  async_call(
      io, server, get("read"),
      [&](attempt &, auto done) {
        kept = done;
        done(Code());
      },
      [](result<Code>) {});
  io.run_for(10s); // ends at once
  EXPECT_TRUE(io.stopped());
}

TEST_F(AsyncCall, AnAnswerThatComesLateIsIgnored) {
  // The first attempt throws after it has given its handler away.
  std::function<void(Code)> late;
  result<Code> given;
  async_call(
      io, server, get("read"),
      [&](attempt &now, auto done) {
        if (now.number() == 2)
          return done(Code());
        late = done;
        throw std::system_error(
            std::make_error_code(std::errc::connection_refused));
      },
      [&](result<Code> r) { given = std::move(r); });
  late(Code(net::error::access_denied));
  io.run();
  EXPECT_TRUE(given.ok());
  EXPECT_EQ(given.attempts(), 2u);
}

TEST_F(AsyncCall, G3_AnAsyncCallInsideAnAttemptDoesNotRetry) {
  int inside = 0;
  std::vector<stop_reason> ends;
  async_call(
      io, server, get("outer"),
      [&](attempt &, auto done) {
        async_call(
            io, server, get("inner"),
            [&](attempt &, auto inner) {
              ++inside;
              inner(refusedCode());
            },
            [&ends, done](result<Code> r) mutable {
              ends.push_back(r.stop());
              done(r.answer());
            });
      },
      [&](result<Code> r) {
        EXPECT_EQ(r.stop(), stop_reason::attempts_exhausted);
      });
  io.run();
  EXPECT_EQ(inside, 3);
  EXPECT_EQ(ends, std::vector<stop_reason>(3, stop_reason::nested));
}

TEST_F(AsyncCall, G3_AfterAnAsynchronousStepTheAttemptIsNamed) {
  const time_point deadline = env.now() + 5s;
  stop_source stopper;
  int inside = 0;
  async_call(
      io, server,
      get("outer")
          .until(deadline)
          .correlated(id::from("r1"))
          .unless(stopper.token()),
      [&](attempt &now, auto done) {
        net::post(io, [&, done]() mutable {
          auto inner = retry::call(server, get("inner").inside(now), [&] {
            ++inside;
            return refusedCode()
                       ? std::make_error_code(std::errc::connection_refused)
                       : std::error_code();
          });
          EXPECT_EQ(inner.stop(), stop_reason::nested);
          done(refusedCode());
        });
      },
      [](auto) {});
  io.run();
  EXPECT_EQ(inside, 3);
  EXPECT_EQ(seen.ends.at(0).correlation_id.view(), "r1");
}

TEST_F(AsyncCall, TheGuardDoesNotOutliveTheInitiation) {
  bool retried = false;
  async_call(
      io, server, get("outer"),
      [&](attempt &, auto done) {
        net::post(io, [done]() mutable { done(Code()); });
      },
      [&](result<Code>) {
        retried =
            retry::call(server, get("after"), [n = 0]() mutable {
              return ++n < 2
                         ? std::make_error_code(std::errc::connection_refused)
                         : std::error_code();
            }).ok();
      });
  io.run();
  EXPECT_TRUE(retried);
}

/// The blocking driver is the model: the same failures and the same random
/// numbers give the same waits, the same events and the same end.
TEST_F(AsyncCall, DecidesAsTheBlockingCallDoes) {
  const std::vector<failure> menu = {
      success,
      transient("t"),
      transient("refused", failure_kind::connection_refused),
      throttled("429", failure_kind::http_429),
      maybe_executed("timeout", failure_kind::network_timeout),
      permanent("p"),
      permanent("expired", failure_kind::expired_token),
      failure{}};
  for (unsigned seed = 0; seed < 400; ++seed) {
    random_source random(seed);
    std::vector<failure> script;
    for (int i = 0; i < 12; ++i) {
      script.push_back(menu[random() % menu.size()]);
      if (random() % 5 == 0)
        script.back().retry_after = std::chrono::seconds(random() % 40);
    }
    policy p = seed % 2 ? sync_api : async_event;
    p.form = seed % 3 ? jitter::full : jitter::decorrelated;
    operation what = seed % 7 ? get("read") : not_idempotent("write");

    fake_environment blockingEnv(seed), asyncEnv(seed);
    Recorder blockingSeen, asyncSeen;
    dependency blocking("d", p), async("d", p);
    blocking.use(blockingEnv).use(blockingSeen);
    async.use(asyncEnv).use(asyncSeen);
    auto itself = [](const failure &f) { return f; };

    auto expected = retry::call(
        blocking, what, [&](attempt &a) { return script[a.number() - 1]; },
        itself);
    result<failure> given;
    async_call<failure>(
        io, async, what,
        [&](attempt &a, auto done) { done(script[a.number() - 1]); }, itself,
        [&](result<failure> r) { given = std::move(r); });
    io.run();
    io.restart();

    ASSERT_EQ(describe(given.how()), describe(expected.how())) << seed;
    ASSERT_EQ(given.elapsed(), expected.elapsed()) << seed;
    ASSERT_EQ(asyncEnv.waits, blockingEnv.waits) << seed;
    ASSERT_EQ(asyncSeen.retries.size(), blockingSeen.retries.size()) << seed;
    ASSERT_EQ(asyncSeen.ends.size(), blockingSeen.ends.size()) << seed;
    ASSERT_EQ(async.retries().utilization(asyncEnv.now()),
              blocking.retries().utilization(blockingEnv.now()));
    ASSERT_EQ(async.breaker().now_is(), blocking.breaker().now_is());
  }
}

} // namespace
