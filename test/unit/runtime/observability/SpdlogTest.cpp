// What a real logger writes.
#include "retry/spdlog.h"
#include "../Fixture.h"
#include "retry/metrics.h"
#include <memory>
#include <spdlog/sinks/ostream_sink.h>
#include <sstream>

using namespace retry;

namespace {

struct Spdlog : testing::Test {
  std::ostringstream written;
  std::shared_ptr<spdlog::logger> logger = std::make_shared<spdlog::logger>(
      "app", std::make_shared<spdlog::sinks::ostream_sink_mt>(written));
  spdlog_observer log{logger};
  fake_environment env;
  dependency bank{"bank"};
  Spdlog() {
    logger->set_pattern("%l %v");
    bank.use(env).use(log);
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    std::istringstream text(written.str());
    for (std::string line; std::getline(text, line);)
      all.push_back(line);
    return all;
  }
};

TEST_F(Spdlog, O1_EveryRetryIsWrittenWithItsFields) {
  (void)call(
      bank,
      post("pay").correlated(id::from("req-7")).with_key(id::from("key-1")),
      [](attempt &now) {
        (void)now.key();
        return refusedCode();
      });
  ASSERT_EQ(lines().size(), 3u);
  auto backoff = [&](std::size_t i) {
    return std::to_string(
        std::chrono::duration_cast<std::chrono::milliseconds>(env.waits.at(i))
            .count());
  };
  EXPECT_EQ(lines()[0],
            "warning retry: retrying dependency=bank operation=pay attempt=1 "
            "max_attempts=3 backoff_ms=" +
                backoff(0) +
                " error_type=ECONNREFUSED correlation_id=req-7 "
                "idempotency_key=key-1 stop=none");
  EXPECT_EQ(lines()[2],
            "error retry: gave_up dependency=bank operation=pay attempt=3 "
            "max_attempts=3 backoff_ms=0 error_type=ECONNREFUSED "
            "correlation_id=req-7 idempotency_key=key-1 "
            "stop=attempts_exhausted");
}

TEST_F(Spdlog, ALateSuccessIsWorthALine) {
  (void)call(bank, get("read"), [n = 0]() mutable {
    return ++n < 2 ? refusedCode() : std::error_code();
  });
  ASSERT_EQ(lines().size(), 2u);
  EXPECT_EQ(lines()[1].rfind("info retry: recovered dependency=bank", 0), 0u);
}

TEST_F(Spdlog, TheLevelOfTheLoggerCounts) {
  logger->set_level(spdlog::level::err);
  (void)call(bank, get("read"), [] { return refusedCode(); });
  EXPECT_EQ(lines().size(), 1u);
}

TEST_F(Spdlog, S2_DataThatIsHandedAsANameOrIdDoesNotGetThere) {
  const std::string body = "{\"card\": \"4111\"}\nAuthorization: Bearer abc";
  dependency careless(body.c_str());
  careless.use(env).use(log);
  auto r = call(
      careless,
      get(body.c_str()).correlated(id::from(body)).with_key(id::from(body)),
      [] { return false; }, [&](bool) { return transient(body.c_str()); });
  EXPECT_EQ(r.attempts(), 3u);
  ASSERT_EQ(lines().size(), 3u);
  EXPECT_EQ(lines()[0].rfind("warning retry: retrying dependency=invalid_name "
                             "operation=invalid_name attempt=1",
                             0),
            0u);
  EXPECT_EQ(written.str().find("4111"), std::string::npos);
  EXPECT_EQ(written.str().find("Bearer"), std::string::npos);
}

TEST_F(Spdlog, SeveralObserversHearTheSame) {
  metrics counted("shop");
  observers both(log, counted);
  dependency ledger("ledger");
  ledger.use(env).use(both);
  (void)call(ledger, get("read"), [n = 0]() mutable {
    return ++n < 3 ? refusedCode() : std::error_code();
  });
  EXPECT_EQ(lines().size(), 3u);
  EXPECT_NE(counted.text().find("retry_backoff_duration_seconds_count{"
                                "service=\"shop\",dependency=\"ledger\"} 2"),
            std::string::npos);
}

} // namespace
