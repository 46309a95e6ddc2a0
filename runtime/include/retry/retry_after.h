// The Retry-After header: seconds, or a date in one of the three forms that
// RFC 9110 (5.6.7 and 10.2.3) knows. No locale, no time zone, no global state.
#ifndef RETRY_RETRY_AFTER_H
#define RETRY_RETRY_AFTER_H

#include "retry/time.h"
#include <cstdint>
#include <ctime>
#include <optional>
#include <string_view>

namespace retry {

namespace detail {

/// Reads from the front of a text; once something does not fit, all fails.
class reader {
public:
  explicit constexpr reader(std::string_view text) noexcept : rest(text) {}

  constexpr bool literal(std::string_view expected) noexcept {
    if (rest.substr(0, expected.size()) != expected)
      return good = false;
    rest.remove_prefix(expected.size());
    return true;
  }
  constexpr int digits(std::size_t count) noexcept {
    int value = 0;
    if (rest.size() < count) {
      good = false;
      return 0;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (rest[i] < '0' || rest[i] > '9') {
        good = false;
        return 0;
      }
      value = value * 10 + (rest[i] - '0');
    }
    rest.remove_prefix(count);
    return value;
  }
  /// The position of the word at the front in a list of words of three letters.
  constexpr int word(std::string_view words) noexcept {
    for (std::size_t i = 0; i + 3 <= words.size(); i += 3)
      if (rest.substr(0, 3) == words.substr(i, 3)) {
        rest.remove_prefix(3);
        return static_cast<int>(i / 3);
      }
    good = false;
    return 0;
  }
  constexpr bool done() const noexcept { return good && rest.empty(); }
  constexpr bool ok() const noexcept { return good; }
  constexpr std::string_view left() const noexcept { return rest; }
  constexpr void skip(std::size_t count) noexcept { rest.remove_prefix(count); }

private:
  std::string_view rest;
  bool good = true;
};

inline constexpr std::string_view months =
    "JanFebMarAprMayJunJulAugSepOctNovDec";
inline constexpr std::string_view weekdays = "MonTueWedThuFriSatSun";

struct date {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
};

/// Days since 1970-01-01 in the proleptic Gregorian calendar.
constexpr std::int64_t days_from_civil(int year, int month, int day) noexcept {
  year -= month <= 2;
  const int era = (year >= 0 ? year : year - 399) / 400;
  const int year_of_era = year - era * 400;
  const int day_of_year =
      (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const int day_of_era =
      year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return std::int64_t{era} * 146097 + day_of_era - 719468;
}

constexpr int days_in(int year, int month) noexcept {
  constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return days[month - 1] + (month == 2 && leap);
}

constexpr void read_time(reader &in, date &d) noexcept {
  d.hour = in.digits(2);
  in.literal(":");
  d.minute = in.digits(2);
  in.literal(":");
  d.second = in.digits(2);
}

constexpr std::optional<std::int64_t> seconds_of(const date &d) noexcept {
  if (d.month < 1 || d.day < 1 || d.day > days_in(d.year, d.month) ||
      d.hour > 23 || d.minute > 59 || d.second > 60) // 60: a leap second
    return std::nullopt;
  return ((days_from_civil(d.year, d.month, d.day) * 24 + d.hour) * 60 +
          d.minute) *
             60 +
         d.second;
}

/// Sun, 06 Nov 1994 08:49:37 GMT
constexpr std::optional<date> imf_fixdate(std::string_view text) noexcept {
  reader in(text);
  date d;
  in.word(weekdays);
  in.literal(", ");
  d.day = in.digits(2);
  in.literal(" ");
  d.month = in.word(months) + 1;
  in.literal(" ");
  d.year = in.digits(4);
  in.literal(" ");
  read_time(in, d);
  in.literal(" GMT");
  return in.done() ? std::optional<date>(d) : std::nullopt;
}

/// Sunday, 06-Nov-94 08:49:37 GMT. The year is the one of those with these
/// digits that is at most 50 years ahead.
constexpr std::optional<date> rfc850_date(std::string_view text,
                                          int this_year) noexcept {
  std::size_t comma = text.find(',');
  constexpr std::string_view names[] = {"Monday",   "Tuesday", "Wednesday",
                                        "Thursday", "Friday",  "Saturday",
                                        "Sunday"};
  bool named = false;
  for (std::string_view name : names)
    named = named || text.substr(0, comma) == name;
  if (!named || comma == std::string_view::npos)
    return std::nullopt;
  reader in(text.substr(comma));
  date d;
  in.literal(", ");
  d.day = in.digits(2);
  in.literal("-");
  d.month = in.word(months) + 1;
  in.literal("-");
  d.year = this_year - this_year % 100 + in.digits(2);
  if (d.year > this_year + 50)
    d.year -= 100;
  in.literal(" ");
  read_time(in, d);
  in.literal(" GMT");
  return in.done() ? std::optional<date>(d) : std::nullopt;
}

/// Sun Nov  6 08:49:37 1994
constexpr std::optional<date> asctime_date(std::string_view text) noexcept {
  reader in(text);
  date d;
  in.word(weekdays);
  in.literal(" ");
  d.month = in.word(months) + 1;
  in.literal(" ");
  if (in.ok() && !in.left().empty() && in.left().front() == ' ') {
    in.skip(1);
    d.day = in.digits(1);
  } else {
    d.day = in.digits(2);
  }
  in.literal(" ");
  read_time(in, d);
  in.literal(" ");
  d.year = in.digits(4);
  return in.done() ? std::optional<date>(d) : std::nullopt;
}

constexpr std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
    text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' ||
                           text.back() == '\r' || text.back() == '\n'))
    text.remove_suffix(1);
  return text;
}

/// The year of a time, near enough to place two digits.
constexpr int year_of(std::int64_t seconds) noexcept {
  return static_cast<int>(1970 + seconds / 31556952);
}

} // namespace detail

/// Seconds since 1970 of an HTTP-date.
constexpr std::optional<std::int64_t>
parse_http_date(std::string_view text, std::int64_t now) noexcept {
  std::optional<detail::date> d = detail::imf_fixdate(text);
  if (!d)
    d = detail::rfc850_date(text, detail::year_of(now));
  if (!d)
    d = detail::asctime_date(text);
  return d ? detail::seconds_of(*d) : std::nullopt;
}

namespace detail {

inline constexpr std::int64_t most_seconds =
    duration::max().count() / 1'000'000'000;

/// Digits only; a number too large to count is the longest wait there is.
constexpr std::optional<duration>
delay_seconds(std::string_view text) noexcept {
  if (text.empty())
    return std::nullopt;
  std::int64_t seconds = 0;
  for (char c : text) {
    if (c < '0' || c > '9')
      return std::nullopt;
    seconds = seconds > (most_seconds - 9) / 10 ? most_seconds
                                                : seconds * 10 + (c - '0');
  }
  return std::chrono::seconds(seconds);
}

} // namespace detail

/// How long to wait, `now` in seconds since 1970. A date that is past means
/// now; what cannot be read means nothing. Of several numbers joined by commas,
/// as proxies make of several headers, the longest counts.
constexpr std::optional<duration> parse_retry_after(std::string_view value,
                                                    std::int64_t now) noexcept {
  value = detail::trimmed(value);
  if (std::optional<std::int64_t> at = parse_http_date(value, now)) {
    std::int64_t wait = *at > now ? *at - now : 0;
    return std::chrono::seconds(
        wait > detail::most_seconds ? detail::most_seconds : wait);
  }
  std::optional<duration> longest;
  while (true) {
    std::size_t comma = value.find(',');
    std::optional<duration> one =
        detail::delay_seconds(detail::trimmed(value.substr(0, comma)));
    if (!one)
      return std::nullopt;
    if (!longest || *one > *longest)
      longest = one;
    if (comma == std::string_view::npos)
      return longest;
    value.remove_prefix(comma + 1);
  }
}

} // namespace retry

#endif
