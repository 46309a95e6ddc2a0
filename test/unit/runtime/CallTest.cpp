#include "Fixture.h"
#include <stdexcept>

using namespace retry;
using namespace std::chrono_literals;

namespace {

struct Call : Simulated {};

TEST_F(Call, SuccessNeedsNoWait) {
  auto r = call(server, get("read"), [] { return true; });
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.attempts(), 1u);
  EXPECT_TRUE(env.waits.empty());
}

TEST_F(Call, RecoversAfterFailures) {
  int n = 0;
  auto r = call(server, get("read"),
                [&] { return ++n < 3 ? refusedCode() : std::error_code(); });
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.attempts(), 3u);
  EXPECT_EQ(env.waits.size(), 2u);
}

TEST_F(Call, L4_DoesNotWaitAfterTheLastAttempt) {
  auto r = call(server, get("read"), [] { return refusedCode(); });
  EXPECT_EQ(r.stop(), stop_reason::attempts_exhausted);
  EXPECT_EQ(r.attempts(), 3u);
  EXPECT_EQ(env.waits.size(), 2u);
}

TEST_F(Call, B6_ThereIsAWaitBetweenTwoAttempts) {
  std::vector<time_point> begun;
  (void)call(server, get("read"), [&] {
    begun.push_back(env.now());
    return refusedCode();
  });
  ASSERT_EQ(begun.size(), 3u);
  EXPECT_LT(begun[0], begun[1]);
  EXPECT_LT(begun[1], begun[2]);
}

TEST_F(Call, S1_EveryAttemptIsTheSameCallWithTheSameCredentials) {
  struct Request {
    std::string token = "alice";
    std::vector<const Request *> *sent;
    std::error_code operator()() {
      sent->push_back(this);
      EXPECT_EQ(token, "alice");
      return refusedCode();
    }
  };
  std::vector<const Request *> sent;
  Request request{"alice", &sent};
  (void)call(server, get("read"), request);
  EXPECT_EQ(sent, std::vector<const Request *>(3, &request));
}

TEST_F(Call, L5_SaysWhoWhatHowOftenAndHowLong) {
  auto r = call(server, get("read"), [&] {
    env.pass(1s);
    return refusedCode();
  });
  EXPECT_EQ(r.answer(), refusedCode());
  EXPECT_GE(r.elapsed(), 2s); // since the first failure
  EXPECT_EQ(describe(r.how()).find("server.read: gave up after 3 attempts in "),
            0u);
  EXPECT_NE(describe(r.how()).find("ECONNREFUSED (attempts_exhausted)"),
            std::string::npos);
}

TEST_F(Call, AnAnswerMayBeMovedOnly) {
  using pointer = std::unique_ptr<int>;
  auto meaning = [](const pointer &p) { return p ? success : failure{}; };
  auto r = call(
      server, get("read"), [] { return std::make_unique<int>(7); }, meaning);
  static_assert(!std::is_copy_constructible_v<decltype(r)>);
  static_assert(std::is_copy_constructible_v<result<int>>);
  auto moved = std::move(r);
  EXPECT_EQ(*std::move(moved).answer(), 7);
  moved = call(server, get("read"), [] { return pointer(); }, meaning);
  EXPECT_EQ(std::as_const(moved).answer(), nullptr);
}

TEST_F(Call, TheRealLastExceptionIsRethrown) {
  int n = 0;
  auto r = call(
      server, get("read"),
      [&]() -> int { throw std::runtime_error(std::to_string(++n)); },
      [](int) { return success; });
  EXPECT_FALSE(r.ok());
  EXPECT_EQ(r.attempts(), 2u); // unknown: once more
  try {
    (void)r.answer();
    FAIL();
  } catch (const std::runtime_error &e) {
    EXPECT_STREQ(e.what(), "2");
  }
}

TEST_F(Call, I1_APostIsRepeatedOnlyIfItsKeyWasTaken) {
  auto without = call(server, post("pay"), [] { return refusedCode(); });
  EXPECT_EQ(without.stop(), stop_reason::not_idempotent);
  EXPECT_EQ(without.attempts(), 1u);
  auto with = call(server, post("pay"), [](attempt &a) {
    (void)a.key();
    return refusedCode();
  });
  EXPECT_EQ(with.attempts(), 3u);
}

TEST_F(Call, I4_ATransactionIsRepeatedOnlyIfItWasUndone) {
  auto undone = call(
      server, transaction("transfer"), [] { return 1; },
      [](int) { return transient("deadlock"); });
  EXPECT_EQ(undone.stop(), stop_reason::attempts_exhausted);
  auto perhaps = call(
      server, transaction("transfer"), [] { return 1; },
      [](int) { return maybe_executed("connection lost"); });
  EXPECT_EQ(perhaps.stop(), stop_reason::not_idempotent);
  auto nobody_knows = call(
      server, transaction("transfer"), [] { return 1; },
      [](int) { return failure{}; });
  EXPECT_EQ(nobody_knows.stop(), stop_reason::not_idempotent);
}

TEST_F(Call, I2_TheKeyIsAUuidAndTheSameOnEveryAttempt) {
  std::vector<std::string> keys;
  (void)call(server, post("pay"), [&](attempt &a) {
    keys.push_back(a.key().str());
    return refusedCode();
  });
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_EQ(keys[0], keys[1]);
  EXPECT_EQ(keys[0], keys[2]);
  EXPECT_EQ(keys[0].size(), 36u);
  EXPECT_EQ(keys[0][14], '4');
  std::string other;
  (void)call(server, post("pay"), [&](attempt &a) {
    other = a.key().str();
    return true;
  });
  EXPECT_NE(other, keys[0]);
}

TEST_F(Call, G2_WithoutBudgetTheOriginalErrorComesBackAtOnce) {
  token_bucket empty(0.2, 1);
  server.use(empty);
  auto r = call(server, get("read"), [] { return refusedCode(); });
  EXPECT_EQ(r.stop(), stop_reason::budget_exhausted);
  EXPECT_EQ(r.answer(), refusedCode());
  EXPECT_TRUE(env.waits.empty());
  EXPECT_EQ(server.breaker().now_is(), circuit_breaker::state::open);
}

TEST_F(Call, G3_ACallInsideAnAttemptDoesNotRetry) {
  dependency inner("inner");
  Recorder innerSeen;
  inner.use(env).use(innerSeen);
  int inside = 0;
  (void)call(server, get("outer"), [&] {
    auto r = call(inner, get("inner"), [&] {
      ++inside;
      return refusedCode();
    });
    EXPECT_EQ(r.stop(), stop_reason::nested);
    return r.answer();
  });
  EXPECT_EQ(inside, 3);
}

TEST_F(Call, G4_AnOpenCircuitMakesNoAttempt) {
  server.breaker().open(env.now());
  int calls = 0;
  auto r = call(server, get("read"), [&] { return ++calls > 0; });
  EXPECT_EQ(r.stop(), stop_reason::circuit_open);
  EXPECT_EQ(r.attempts(), 0u);
  EXPECT_EQ(calls, 0);
  env.pass(11s);
  EXPECT_TRUE(call(server, get("read"), [&] { return ++calls > 0; }).ok());
  EXPECT_EQ(server.breaker().now_is(), circuit_breaker::state::closed);
}

TEST_F(Call, G4_APermanentAnswerEndsTheProbe) {
  server.breaker().open(env.now());
  env.pass(11s);
  auto r = call(
      server, get("read"), [] { return 404; },
      [](int code) { return classify(http_status{code}); });
  EXPECT_EQ(r.stop(), stop_reason::permanent);
  EXPECT_EQ(server.breaker().now_is(), circuit_breaker::state::closed);
}

TEST_F(Call, L8_AStopRequestEndsTheWaitAndTheRetries) {
  stop_source source;
  int calls = 0;
  auto r = call(server, get("read").unless(source.token()), [&] {
    ++calls;
    source.request_stop();
    return refusedCode();
  });
  EXPECT_EQ(r.stop(), stop_reason::cancelled);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(call(server, get("read").unless(source.token()),
                 [&] { return ++calls > 0; })
                .attempts(),
            0u);
}

TEST_F(Call, L3_NothingIsStartedForACallerWhoHasGone) {
  int calls = 0;
  auto r = call(server, get("read").until(env.now()), [&] {
    ++calls;
    return true;
  });
  EXPECT_EQ(r.stop(), stop_reason::deadline);
  EXPECT_EQ(r.attempts(), 0u);
  EXPECT_EQ(calls, 0);
}

TEST_F(Call, L3_AttemptsKnowWhatIsLeft) {
  std::vector<duration> left;
  (void)call(server, get("read").until(env.now() + 10s), [&](attempt &a) {
    left.push_back(a.timeout());
    env.pass(1s);
    return refusedCode();
  });
  ASSERT_GE(left.size(), 2u);
  EXPECT_EQ(left[0], 10s);
  EXPECT_LE(left[1], 9s);
}

TEST_F(Call, O1_EveryRetryIsToldWithItsFields) {
  (void)call(server,
             post("pay").correlated(id::from("req-7")).with_key(id::from("k1")),
             [](attempt &a) {
               (void)a.key();
               return refusedCode();
             });
  ASSERT_EQ(seen.retries.size(), 2u);
  const retry_event &e = seen.retries[1];
  EXPECT_EQ(e.correlation_id.view(), "req-7");
  EXPECT_STREQ(e.dependency, "server");
  EXPECT_EQ(e.attempt, 2u);
  EXPECT_EQ(e.max_attempts, 3u);
  EXPECT_EQ(e.backoff, env.waits[1]);
  EXPECT_STREQ(e.error_type, "ECONNREFUSED");
  EXPECT_EQ(e.idempotency_key.view(), "k1");
  ASSERT_EQ(seen.ends.size(), 1u);
  EXPECT_EQ(seen.ends[0].stop, stop_reason::attempts_exhausted);
}

TEST_F(Call, S3_ACertificateErrorIsNeverRetried) {
  auto r = call(server, get("read"), [] { return curl_code{60}; });
  EXPECT_EQ(r.attempts(), 1u);
  EXPECT_EQ(r.why().kind, failure_kind::tls_certificate);
}

TEST(Id, S2_HoldsNeitherABodyNorAToken) {
  EXPECT_TRUE(id::from("Bearer abc").empty());
  EXPECT_TRUE(id::from("{\"card\": 4111}").empty());
  EXPECT_TRUE(id::from(std::string(65, 'a')).empty());
  EXPECT_EQ(id::from("a-b_c.d:9").view(), "a-b_c.d:9");
}

TEST(Dependency, ANonsensePolicyIsRefused) {
  policy p = sync_api;
  p.base = 0s;
  EXPECT_THROW(dependency("x", p), std::invalid_argument);
}

TEST(Dependency, ANameMeansTheSameEverywhere) {
  EXPECT_EQ(&named("one"), &named("one"));
  EXPECT_NE(&named("one"), &named("two"));
}

} // namespace
