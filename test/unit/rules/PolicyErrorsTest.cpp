// Each mistake gives one error, at its place, that says what is expected.
#include "TestFiles.h"

using namespace retrylint;

namespace {

TEST(PolicyErrors, UnknownKeys) {
  EXPECT_EQ(errorIn("backof:\n  base: 1s\n"),
            "1:1: unknown key 'backof', did you mean 'backoff'?");
  EXPECT_EQ(errorIn("backoff:\n  bas: 1s\n"),
            "2:3: unknown key 'bas' in 'backoff', did you mean 'base'?");
  EXPECT_EQ(errorIn("limits: {attempts: {synchronous: {maxi: 3}}}\n"),
            "1:35: unknown key 'maxi' in 'limits.attempts.synchronous', did "
            "you mean 'max'?");
  EXPECT_EQ(errorIn("nesting: {zzz: 3}\n"),
            "1:11: unknown key 'zzz' in 'nesting', expected one of max-layers");
  EXPECT_EQ(errorIn("contexts:\n  - {pth: a, context: event}\n"),
            "2:6: unknown key 'pth' in 'contexts[]', did you mean 'path'?");
  EXPECT_EQ(errorIn("contexts:\n  - {context: event}\n"),
            "2:5: missing key, expected 'function' or 'path'");
}

TEST(PolicyErrors, UnknownKeyThatIsLongOrOdd) {
  std::string Error = errorIn(std::string(900, 'k') + ": 1\n");
  EXPECT_EQ(Error.substr(0, 40), "1:1: unknown key 'kkkkkkkkkkkkkkkkkkkkkk");
  EXPECT_EQ(errorIn("\"a\\nb\": 1\n").substr(0, 22), "1:1: unknown key 'a?b'");
}

TEST(PolicyErrors, UnknownNames) {
  EXPECT_EQ(errorIn("checks:\n  fixed-intervall: {enabled: false}\n"),
            "2:3: unknown check 'fixed-intervall', did you mean "
            "'fixed-interval'?");
  EXPECT_EQ(errorIn("checks: {retry-nested: {enabled: false}}\n"),
            "1:10: unknown check 'retry-nested', did you mean 'nested'?");
  EXPECT_EQ(errorIn("default-context: sync\n"),
            "1:18: unknown value 'sync', expected one of synchronous, event, "
            "webhook, batch, grpc-unary");
  EXPECT_EQ(errorIn("checks: {nested: {gate: merg}}\n"),
            "1:25: unknown value 'merg', did you mean 'merge'?");
  EXPECT_EQ(
      errorIn("limits: {per-failure: {dns: {attempts: 1}}}\n").substr(0, 32),
      "1:24: unknown failure 'dns', exp");
  EXPECT_NE(errorIn("limits: {per-failure: {http-600: {attempts: 1}}}\n"), "");
  EXPECT_EQ(errorIn("classification:\n  grpc:\n    retryable: [UNAVAILABL]\n"),
            "3:17: unknown value 'UNAVAILABL', did you mean 'UNAVAILABLE'?");
  EXPECT_EQ(errorIn("classification: {grpc: {retryable: [17]}}\n"),
            "1:37: 17 is no code of this protocol");
}

TEST(PolicyErrors, WrongTypes) {
  EXPECT_EQ(errorIn("backoff: 3\n"),
            "1:10: expected a map of settings under 'backoff'");
  EXPECT_EQ(errorIn("pedantic: yes\n"),
            "1:11: 'yes' is no boolean, expected true or false");
  EXPECT_EQ(errorIn("pedantic: \"true\"\n"),
            "1:11: 'true' is no boolean, expected true or false");
  EXPECT_EQ(errorIn("pedantic: [true]\n"),
            "1:11: found a list, expected true or false");
  EXPECT_EQ(errorIn("pedantic:\n"),
            "1:1: found nothing, expected true or false");
  EXPECT_EQ(errorIn("nesting: {max-layers: two}\n"),
            "1:23: 'two' is no integer, expected an integer from 1 to 16");
  EXPECT_EQ(errorIn("nesting: {max-layers: 1.5}\n"),
            "1:23: '1.5' is no integer, expected an integer from 1 to 16");
  EXPECT_EQ(errorIn("nesting: {max-layers: \"2\"}\n"),
            "1:23: '2' is no integer, expected an integer from 1 to 16");
  EXPECT_EQ(errorIn("budget: {ratio: 20%}\n"),
            "1:17: '20%' is no number, expected 0.001 to 1");
  EXPECT_EQ(errorIn("backoff: {base: 1}\n"),
            "1:17: '1' is no duration, expected a duration such as 50ms, 30s, "
            "2min, 24h or 7d");
  EXPECT_EQ(errorIn("idempotency: {header: 5}\n"),
            "1:23: '5' is no string, expected a string (quote it if it is "
            "one)");
  EXPECT_EQ(errorIn("idempotency: {header: \"\"}\n"),
            "1:23: '' is empty, expected a string");
  EXPECT_EQ(errorIn("idempotency: {safe-methods: GET}\n"),
            "1:29: expected a list of strings, such as [a, b]");
  EXPECT_EQ(errorIn("classification: {http: {retryable: [5xx]}}\n"),
            "1:37: '5xx' is no integer, expected an integer from 100 to 599");
  EXPECT_EQ(errorIn("contexts: {a: b}\n"),
            "1:11: expected a list of maps, such as [a, b]");
  EXPECT_EQ(errorIn("contexts: [a]\n"),
            "1:12: expected a map of settings for each item of 'contexts'");
  EXPECT_EQ(errorIn("apis: x\n"),
            "1:7: expected API models, or a list of files that hold them");
}

TEST(PolicyErrors, OutOfRange) {
  EXPECT_EQ(errorIn("limits: {attempts: {synchronous: {max: 0}}}\n"),
            "1:40: 0 is out of range, expected an integer from 1 to 1000");
  EXPECT_EQ(errorIn("nesting: {max-layers: -1}\n"),
            "1:23: -1 is out of range, expected an integer from 1 to 16");
  EXPECT_EQ(errorIn("nesting: {max-layers: 99999999999999999999}\n"),
            "1:23: '99999999999999999999' is no integer, expected an integer "
            "from 1 to 16");
  EXPECT_EQ(errorIn("budget: {ratio: 1.5}\n"),
            "1:17: 1.5 is out of range, expected 0.001 to 1");
  EXPECT_EQ(errorIn("backoff: {base: -1s}\n"),
            "1:17: '-1s' is negative, expected a duration such as 50ms, 30s, "
            "2min, 24h or 7d");
  EXPECT_EQ(errorIn("backoff: {base: 0s}\n"),
            "1:17: 0s is out of range, expected 1ms to 1h");
  EXPECT_EQ(errorIn("classification: {http: {permanent: [404, 999]}}\n"),
            "1:42: 999 is out of range, expected an integer from 100 to 599");
}

TEST(PolicyErrors, Contradictions) {
  EXPECT_EQ(
      errorIn("limits:\n  attempts:\n    event: {default: 4, min: 4, max: "
              "3}\n"),
      "3:30: 'min' 4 is above 'max' 3");
  EXPECT_EQ(errorIn("limits: {attempts: {event: {default: 11}}}\n"),
            "1:38: 'default' 11 is outside the range 1 to 10");
  EXPECT_EQ(errorIn("backoff: {cap: 2min}\n"),
            "1:16: 'cap' 2min is above 'max-cap' 1min");
  EXPECT_EQ(errorIn("backoff: {base: 40s}\n"),
            "1:17: 'base' 40s is above 'cap' 30s");
  EXPECT_EQ(
      errorIn("backoff: {webhook-schedule: [1s, 5s, 2s]}\n"),
      "1:29: 'webhook-schedule' decreases, expected increasing intervals");
  EXPECT_EQ(errorIn("classification: {http: {retryable: [404]}}\n"),
            "1:36: 404 is both retryable and permanent, expected it in one "
            "list");
  EXPECT_EQ(errorIn("idempotency: {safe-methods: [GET, POST]}\n"),
            "1:29: 'POST' is both safe and keyed, expected it in one list");
  EXPECT_EQ(errorIn("budget: {ratio: 0.05}\n"),
            "1:17: 'strict-ratio' is above 'ratio'");
  EXPECT_EQ(errorIn("contexts: [{path: a, function: b, context: event}]\n"),
            "1:32: both 'function' and 'path', expected one of them");
}

TEST(PolicyErrors, Incomplete) {
  EXPECT_EQ(errorIn("contexts:\n  - path: a\n"),
            "2:5: missing key, expected 'context'");
  EXPECT_EQ(errorIn("approvals:\n  - id: A-1\n    approver: x\n"),
            "2:5: missing key, expected 'expires'");
  EXPECT_EQ(errorIn("limits: {per-failure: {hang-up: {total-duration: 1s}}}\n"),
            "1:33: missing key, expected 'attempts'");
}

TEST(PolicyErrors, Approvals) {
  auto Approval = [](llvm::StringRef Expires, llvm::StringRef Check,
                     llvm::StringRef Where) {
    return errorIn(
        ("approvals:\n  - id: A-1\n    approver: x\n    expires: " + Expires +
         "\n    check: " + Check + "\n    where: " + Where + "\n")
            .str());
  };
  EXPECT_EQ(Approval("2028-02-29", "nested", "a::*"), "");
  EXPECT_EQ(Approval("2027-02-29", "nested", "a::*"),
            "4:14: '2027-02-29' is no date, expected YYYY-MM-DD");
  EXPECT_EQ(Approval("2100-02-29", "nested", "a::*"),
            "4:14: '2100-02-29' is no date, expected YYYY-MM-DD");
  EXPECT_EQ(Approval("tomorrow", "nested", "a::*"),
            "4:14: 'tomorrow' is no date, expected YYYY-MM-DD");
  EXPECT_EQ(Approval("2028-01-01", "neste", "a::*"),
            "5:12: unknown check 'neste', did you mean 'nested'?");
  EXPECT_EQ(Approval("2028-01-01", "nested", "\"a[\"").substr(0, 24),
            "6:12: 'a[' is no glob: i");
}

TEST(PolicyErrors, TheFirstInTheFileIsReported) {
  EXPECT_EQ(errorIn("nesting: {max-layers: 0}\nbackoff: {base: 1}\nfoo: 1\n"),
            "1:23: 0 is out of range, expected an integer from 1 to 16");
  EXPECT_EQ(errorIn("fooo: 1\nnesting: {max-layers: 0}\n").substr(0, 23),
            "1:1: unknown key 'fooo'");
}

} // namespace
