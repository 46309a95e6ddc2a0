// RUN: %check_retry %s --checks=retry-config --policy=%S/Inputs/config.yaml -- -std=c++20

#include <chrono>
#include <cstddef>
#include <grpcpp/grpcpp.h>
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafkacpp.h>
#include <memory>
#include <string>

using namespace std::chrono_literals;

// ---- gRPC service configs ------------------------------------------------------

std::shared_ptr<grpc::Channel> invoices() {
  grpc::ChannelArguments args;
  // expect@+5: retry-config "'maxAttempts' is 10, and the policy allows a gRPC call 1 to 5"
  args.SetServiceConfigJSON(R"({
    "methodConfig": [{
      "name": [{"service": "shop.Invoices"}],
      "retryPolicy": {
        "maxAttempts": 10,
        "initialBackoff": "0.1s",
        "maxBackoff": "10s",
        "backoffMultiplier": 2,
        "retryableStatusCodes": ["UNAVAILABLE"]
      }
    }]
  })");
  return grpc::CreateCustomChannel("invoices:443", grpc::InsecureChannelCredentials(), args);
}

// Concatenated, in a constant of its own.
constexpr char kRefunds[] = "{\"methodConfig\": [{\"name\": [{}], \"retryPolicy\": {"
                            "\"maxAttempts\": 3,"
                            "\"initialBackoff\": \"1s\","
                            "\"maxBackoff\": \"120s\"," // expect: retry-config "'maxBackoff' is 2 min, and the policy allows no wait above 1 min"
                            "\"backoffMultiplier\": 2.0,"
                            "\"retryableStatusCodes\": ["
                            "\"UNAVAILABLE\", \"INVALID_ARGUMENT\"" // expect: retry-config "'retryableStatusCodes' names INVALID_ARGUMENT, which can never succeed"
                            "]}}]}";

// A list of policies: each has its own faults.
const std::string kTwo = R"({"methodConfig": [
  {"name": [{"service": "a.A"}],
   "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.5s", "maxBackoff": "5s",
                   "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE", 5]}},
  {"name": [{"service": "a.B"}],
   "retryPolicy": {"maxAttempts": 6, "initialBackoff": "90s", "maxBackoff": "30s",
                   "backoffMultiplier": 0.5, "retryableStatusCodes": ["UNAVAILABLE"]}}]})";
// expect@-4: retry-config "names NOT_FOUND"
// expect@-3: retry-config "'maxAttempts' is 6"
// expect@-4: retry-config "'initialBackoff' is 90 s"
// expect@-4: retry-config "'backoffMultiplier' is 0.5, below 1"

// Values that gRPC does not take.
const char *const kMalformed = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": "3",
  "initialBackoff": "100ms",
  "maxBackoff": 5,
  "backoffMultiplier": "two",
  "retryableStatusCodes": ["UNAVAILIBLE"]}}],
  "retryThrottling": {"maxTokens": 5000, "tokenRatio": 0}})";
// expect@-6: retry-config "'maxAttempts' is \"3\", but gRPC takes a whole number above 1"
// expect@-6: retry-config "'initialBackoff' is \"100ms\""
// expect@-6: retry-config "'maxBackoff' is 5, but gRPC takes a positive duration"
// expect@-6: retry-config "'backoffMultiplier' is \"two\", expected a number"
// expect@-6: retry-config "names \"UNAVAILIBLE\", which is no status code"
// expect@-6: retry-config "'maxTokens' is 5000, not in 1 to 1000"
// expect@-7: retry-config "'tokenRatio' is 0, not above 0"

const char *const kHedging = R"({"methodConfig": [{"name": [{}], "hedgingPolicy": {
  "maxAttempts": 8,
  "hedgingDelay": "soon",
  "nonFatalStatusCodes": ["UNAUTHENTICATED"]}}]})";
// expect@-3: retry-config "'maxAttempts' is 8"
// expect@-3: retry-config "'hedgingDelay' is \"soon\", but gRPC takes a duration"
// expect@-3: retry-config "names UNAUTHENTICATED"

const char *const kOnce = R"({"methodConfig": [{"retryPolicy": {"maxAttempts": 1}}]})"; // expect: retry-config "'maxAttempts' is 1, but gRPC takes a whole number above 1"

const char *const kFine = R"({"methodConfig": [{"name": [{"service": "shop.Orders"}],
  "timeout": "10s",
  "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.5s", "maxBackoff": "30s",
    "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE", "unavailable", 8, "INTERNAL"]}}],
  "retryThrottling": {"maxTokens": 100, "tokenRatio": 0.1}})";

// No service configs, or nothing about retries.
const char *const kOther = R"({"retryPolicy": {"maxAttempts": 50}})";
const char *const kNoRetry = R"({"methodConfig": [{"name": [{}], "timeout": "1s"}]})";
const char *const kText = "set methodConfig[].retryPolicy.maxAttempts to 50";
const char *const kFormat = R"({"methodConfig": [{"retryPolicy": {"maxAttempts": %d}}]})";
const char *const kNoList = R"({"methodConfig": {"retryPolicy": {"maxAttempts": 50}}})";
const char *const kStrange = R"({"methodConfig": [1, null, {"retryPolicy": 7}]})";
const wchar_t *const kWide = LR"({"methodConfig": [{"retryPolicy": {"maxAttempts": 50}}]})";

// ---- options of client libraries ---------------------------------------------

namespace acme {
struct RetryOptions {
  int MaxRetries = 3;
  std::chrono::milliseconds RetryDelay = 800ms;
  std::chrono::milliseconds MaxRetryDelay = 120s;
};
struct ClientOptions {
  RetryOptions Retry;
  int timeout = 0;
};
struct Strategy {
  virtual ~Strategy() = default;
};
struct DefaultStrategy : Strategy {
  explicit DefaultStrategy(long maxRetries = 10, long scaleFactor = 25);
};
struct ErrorCount {
  explicit ErrorCount(int maximum_failures);
};
struct Backoff {
  Backoff(std::chrono::microseconds first, std::chrono::milliseconds most, double scaling);
};
template <typename T, typename... A> std::shared_ptr<T> MakeShared(const char *tag, A &&...a);
void setRetries(int n);
struct Options {
  int other;
  int attempts;
};
} // namespace acme

void fields() {
  acme::ClientOptions options;
  options.Retry.MaxRetries = 20; // expect: retry-config "'MaxRetries' makes 21 attempts; a synchronous call may make 1 to 5"
  options.Retry.RetryDelay = std::chrono::milliseconds(500);
  options.Retry.MaxRetryDelay = std::chrono::minutes(10); // expect: retry-config "'MaxRetryDelay' lets waits grow to 10 min"
  options.timeout = 10000;
}

void initialisers() {
  acme::RetryOptions named{.MaxRetries = 9}; // expect: retry-config "10 attempts"
  acme::Options plain{3, 7};                 // expect: retry-config "'attempts' makes 7 attempts"
  acme::ClientOptions nested{{6, 61s, 10s}, 5};
  // expect@-1: retry-config "'MaxRetries' makes 7 attempts", retry-config "'RetryDelay' lets the first wait be 61 s"
  (void)named, (void)plain, (void)nested;
}

constexpr long kRetries = 15;
void constructors() {
  acme::DefaultStrategy direct(kRetries); // expect: retry-config "'DefaultStrategy' makes 16 attempts"
  auto shared = std::make_shared<acme::DefaultStrategy>(12); // expect: retry-config "13 attempts"
  auto tagged = acme::MakeShared<acme::DefaultStrategy>("orders", 11, 25); // expect: retry-config "12 attempts"
  auto *plain = new acme::ErrorCount(25); // expect: retry-config "'ErrorCount' makes 26 attempts"
  acme::Backoff slow(std::chrono::minutes(2), std::chrono::hours(1), 0.5);
  // expect@-1: retry-config "the first wait be 2 min", retry-config "waits grow to 1 h", retry-config "'Backoff' is below 1"
  delete plain;
}

void functions() {
  acme::setRetries(8); // expect: retry-config "'setRetries' makes 9 attempts"
  acme::setRetries(2);
}

void kafka(rd_kafka_conf_t *conf, char *err, size_t size) {
  rd_kafka_conf_set(conf, "message.send.max.retries", "30", err, size); // expect: retry-config "'message.send.max.retries' makes 31 attempts; the handler of an event may make 1 to 10"
  rd_kafka_conf_set(conf, "retry.backoff.max.ms", "300000", err, size); // expect: retry-config "'retry.backoff.max.ms' lets waits grow to 5 min"
  rd_kafka_conf_set(conf, "message.send.max.retries", "5", err, size);
  rd_kafka_conf_set(conf, "retry.backoff.max.ms", "1000", err, size);
  rd_kafka_conf_set(conf, "socket.timeout.ms", "300000", err, size);
  rd_kafka_conf_set(conf, "message.send.max.retries", "many", err, size);
}

// Through a function that hands on what it is given.
static void put(rd_kafka_conf_t *conf, const char *key, const char *value) {
  char err[128];
  rd_kafka_conf_set(conf, key, value, err, sizeof err);
}
class Settings {
  RdKafka::Conf &conf_;

public:
  explicit Settings(RdKafka::Conf &conf) : conf_(conf) {}
  void set(const std::string &value, const std::string &key) {
    std::string err;
    if (conf_.set(key, value, err) != RdKafka::Conf::CONF_OK)
      throw err;
  }
};
static void retries(int n) { acme::setRetries(n); }

void handedOn(rd_kafka_conf_t *conf, RdKafka::Conf &own, int n) {
  put(conf, "client.id", "50");
  put(conf, "message.send.max.retries", "50"); // expect: retry-config "'message.send.max.retries' makes 51 attempts; the handler of an event may make 1 to 10"
  put(conf, "retry.backoff.max.ms", "1000");
  Settings settings(own);
  settings.set("50", "message.send.max.retries"); // expect: retry-config "51 attempts"
  settings.set("5", "message.send.max.retries");
  retries(30); // expect: retry-config "31 attempts"
  retries(n);
}

// ---- allowed, unknown, or approved ------------------------------------------------

void allowed(int n) {
  acme::RetryOptions retry;
  retry.MaxRetries = 4;
  retry.MaxRetryDelay = 30s;
  retry.MaxRetries = n;
  acme::DefaultStrategy byDefault, two(2), none(0);
  acme::Backoff usual(1s, 30s, 2.0);
  acme::ErrorCount three(3);
  acme::Options mixed{500, 3};
  acme::DefaultStrategy copy(two);
  retry.MaxRetries += 1;
}

namespace ledger {
void nightly() {
  acme::setRetries(40);
  (void)R"({"methodConfig": [{"retryPolicy": {"maxAttempts": 9}}]})";
}
void formerly() {
  acme::setRetries(40); // expect: retry-config "41 attempts; a synchronous call may make 1 to 5, and 3 are usual; change the number, or record an approval; approval RETRY-3 expired on 2020-02-29"
}
} // namespace ledger

namespace consumers {
void setUp() {
  acme::setRetries(9); // ten attempts at an event
}
} // namespace consumers
