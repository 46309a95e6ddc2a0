// Scraped from a real exposer: the names, labels and numbers of the policy.
#include "retry/prometheus.h"
#include "../Fixture.h"
#include <curl/curl.h>
#include <map>
#include <memory>
#include <prometheus/exposer.h>
#include <sstream>
#include <string>

using namespace retry;
using namespace std::chrono_literals;

namespace {

std::string fetched(const std::string &url) {
  std::string body;
  CURL *handle = curl_easy_init();
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_NOPROXY, "*");
  curl_easy_setopt(
      handle, CURLOPT_WRITEFUNCTION,
      +[](char *data, std::size_t size, std::size_t count, void *to) {
        static_cast<std::string *>(to)->append(data, size * count);
        return size * count;
      });
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &body);
  EXPECT_EQ(curl_easy_perform(handle), CURLE_OK);
  curl_easy_cleanup(handle);
  return body;
}

/// The types and samples, without what the exposer counts of itself.
std::map<std::string, std::string> samples(const std::string &text) {
  std::map<std::string, std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    for (const char *ours : {"retry_", "dlq_", "# TYPE retry_", "# TYPE dlq_"})
      if (line.rfind(ours, 0) == 0)
        found[line.substr(0, line.rfind(' '))] =
            line.substr(line.rfind(' ') + 1);
  return found;
}

/// One for all tests: it takes two seconds to end.
prometheus::Exposer &exposer() {
  static prometheus::Exposer one("127.0.0.1:0");
  return one;
}

struct Prometheus : testing::Test {
  fake_environment env;
  metrics counted{"shop \"1\"\\\n"};
  dependency bank{"bank"}, ledger{"ledger"};
  std::shared_ptr<prometheus_collectable> ours =
      std::make_shared<prometheus_collectable>(counted);

  Prometheus() {
    bank.use(env).use(counted);
    ledger.use(env).use(counted);
    counted.watch(bank);
    exposer().RegisterCollectable(ours);
  }
  ~Prometheus() override { exposer().RemoveCollectable(ours); }
  std::string scrape() {
    return fetched("http://127.0.0.1:" +
                   std::to_string(exposer().GetListeningPorts().at(0)) +
                   "/metrics");
  }
};

TEST_F(Prometheus, O2_AScrapeHoldsTheAgreedNamesAndLabels) {
  (void)call(bank, get("read"), [] { return refusedCode(); });
  (void)call(ledger, get("read"), [n = 0]() mutable {
    return ++n < 2 ? refusedCode() : std::error_code();
  });
  counted.dead_lettered("orders");
  std::map<std::string, std::string> found = samples(scrape());
  auto of = [&](const std::string &name, const char *dependency,
                const std::string &more = "") {
    return found[name + R"({service="shop \"1\"\\\n",dependency=")" +
                 dependency + '"' + more + '}'];
  };
  EXPECT_EQ(of("retry_attempts_total", "bank", ",attempt_number=\"2\""), "1");
  EXPECT_EQ(of("retry_attempts_total", "bank", ",attempt_number=\"3\""), "1");
  EXPECT_EQ(of("retry_attempts_total", "ledger", ",attempt_number=\"2\""), "1");
  EXPECT_EQ(of("retry_exhausted_total", "bank"), "1");
  EXPECT_EQ(of("retry_exhausted_total", "ledger"), "0");
  EXPECT_EQ(of("retry_backoff_duration_seconds_count", "bank"), "2");
  EXPECT_EQ(of("retry_backoff_duration_seconds_bucket", "bank", ",le=\"+Inf\""),
            "2");
  EXPECT_EQ(found["# TYPE retry_attempts_total"], "counter");
  EXPECT_EQ(found["# TYPE retry_backoff_duration_seconds"], "histogram");
  EXPECT_EQ(found["# TYPE retry_budget_utilization_ratio"], "gauge");
  EXPECT_EQ(found["dlq_messages_total{queue=\"orders\"}"], "1");
}

/// Without the library the text is the same, number for number.
TEST_F(Prometheus, BothExpositionsAgree) {
  for (int i = 0; i < 20; ++i)
    (void)call(i % 2 ? bank : ledger, get("read"),
               [] { return refusedCode(); });
  counted.dead_lettered("a\"b");
  auto theirs = samples(scrape()), own = samples(counted.text());
  EXPECT_GT(own.size(), 30u);
  ASSERT_EQ(theirs.size(), own.size());
  for (const auto &[name, value] : own)
    if (name.front() == '#')
      EXPECT_EQ(theirs[name], value) << name;
    else
      EXPECT_EQ(std::stod(theirs.at(name)), std::stod(value)) << name;
}

TEST_F(Prometheus, EveryScrapeSeesTheBudgetAsItIsNow) {
  auto ratio = [&] {
    for (const auto &[name, value] : samples(scrape()))
      if (name.rfind("retry_budget_utilization_ratio{", 0) == 0)
        return std::stod(value);
    return -1.0;
  };
  EXPECT_EQ(ratio(), 0);
  (void)call(bank, get("read"), [] { return refusedCode(); });
  EXPECT_GT(ratio(), 0);
}

} // namespace
