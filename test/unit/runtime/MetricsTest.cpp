#include "retry/metrics.h"
#include "retry/retry.h"
#include "retry/testing.h"
#include "gtest/gtest.h"

using namespace retry;
using namespace std::chrono_literals;

namespace {

bool holds(const std::string &text, const std::string &line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

TEST(Metrics, O2_CountsUnderTheAgreedNames) {
  fake_environment env;
  metrics counted("shop");
  dependency server("bank");
  server.use(env).use(counted);
  counted.watch(server);
  (void)call(server, get("read"), [] {
    return std::make_error_code(std::errc::connection_refused);
  });
  counted.dead_lettered("orders");
  std::string text = counted.text();
  std::string of = "{service=\"shop\",dependency=\"bank\"";
  EXPECT_TRUE(
      holds(text, "retry_attempts_total" + of + ",attempt_number=\"2\"} 1"));
  EXPECT_TRUE(
      holds(text, "retry_attempts_total" + of + ",attempt_number=\"3\"} 1"));
  EXPECT_TRUE(holds(text, "retry_exhausted_total" + of + "} 1"));
  EXPECT_TRUE(holds(text, "retry_backoff_duration_seconds_count" + of + "} 2"));
  EXPECT_TRUE(holds(text, "retry_backoff_duration_seconds_bucket" + of +
                              ",le=\"5\"} 2"));
  // Two retries at 5 tokens each, of 100.
  EXPECT_NE(text.find("retry_budget_utilization_ratio" + of + "} 0.09999"),
            std::string::npos)
      << text;
  EXPECT_TRUE(holds(text, "dlq_messages_total{queue=\"orders\"} 1"));
}

TEST(Metrics, LabelsAreEscaped) {
  metrics counted("a\"b\\c\nd");
  retry_event e;
  e.dependency = "x";
  e.stop = stop_reason::attempts_exhausted;
  counted.gave_up(e);
  EXPECT_TRUE(
      holds(counted.text(),
            R"(retry_exhausted_total{service="a\"b\\c\nd",dependency="x"} 1)"));
}

} // namespace
