#include "retry/retry_after.h"
#include "gtest/gtest.h"
#include <string>

using namespace retry;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t then = 784111777; // Sun, 06 Nov 1994 08:49:37 GMT

TEST(RetryAfter, C8_Seconds) {
  EXPECT_EQ(parse_retry_after("120", then), duration(120s));
  EXPECT_EQ(parse_retry_after(" 0\t", then), duration(0s));
}

TEST(RetryAfter, C8_TheThreeFormsOfADate) {
  for (const char *date :
       {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994"}) {
    EXPECT_EQ(parse_http_date(date, then), then) << date;
    EXPECT_EQ(parse_retry_after(date, then - 60), duration(60s)) << date;
    EXPECT_EQ(parse_retry_after(date, then + 60), duration(0s)) << date;
  }
}

TEST(RetryAfter, TwoDigitsOfAYearAreNotFarAhead) {
  constexpr std::int64_t in2026 = 1'790'000'000;
  EXPECT_EQ(parse_http_date("Sunday, 06-Nov-94 08:49:37 GMT", in2026), then);
  EXPECT_GT(*parse_http_date("Monday, 06-Nov-30 08:49:37 GMT", in2026), in2026);
}

TEST(RetryAfter, HostileValuesAreSafe) {
  EXPECT_EQ(
      parse_retry_after("99999999999999999999999", then),
      duration(std::chrono::seconds(duration::max().count() / 1000000000)));
  EXPECT_EQ(parse_retry_after("410400", then), duration(114h));
  for (const char *bad :
       {"", " ", "-1", "+5", "1.5", "0x10", "soon", "12a", ",", "1,,2",
        "Sun, 31 Feb 2026 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:49:37 PST", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37", "Sunday, 06-Nov-94", "Sun Nov 6"})
    EXPECT_EQ(parse_retry_after(bad, then), std::nullopt) << bad;
  EXPECT_EQ(parse_retry_after(std::string(1 << 20, ','), then), std::nullopt);
}

TEST(RetryAfter, OfSeveralHeadersTheLongestCounts) {
  EXPECT_EQ(parse_retry_after("60, 120, 30", then), duration(120s));
}

TEST(RetryAfter, IsAConstantExpression) {
  static_assert(parse_retry_after("5", 0) == duration(5s));
}

} // namespace
