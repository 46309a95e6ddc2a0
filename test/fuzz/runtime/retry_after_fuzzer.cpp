// No Retry-After crashes its reader, waits for less than nothing, or for less
// than it says.
// REQUIRES: fuzzers
// RUN: rm -rf %t && mkdir %t
// RUN: %fuzzers/runtime/retry_after_fuzzer -runs=200000 -seed=1 -max_len=80
// -timeout=5 %t %S/Inputs
#include "retry/http.h"
#include <cstdlib>
#include <cstring>

static void expect(bool holds) {
  if (!holds)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data,
                                      std::size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  constexpr std::int64_t now = 784111777; // that Sunday in 1994
  std::optional<retry::duration> wait = retry::parse_retry_after(text, now);
  if (!wait)
    return 0;
  expect(*wait >= retry::duration::zero());
  expect(*wait <= std::chrono::seconds(retry::detail::most_seconds));
  // Later, a date is nearer and a number is the same.
  expect(*retry::parse_retry_after(text, now + 1) <= *wait);
  // What is ignored around it, and a second header, shorten nothing.
  std::string again = " \t" + std::string(text) + "\r\n";
  expect(retry::parse_retry_after(again, now) == wait);
  retry::failure why = classify(retry::http_status{503, text, now});
  expect(text.empty() || why.retry_after == wait);
  if (text.find_first_not_of("0123456789") == text.npos && size < 10)
    expect(*wait ==
           std::chrono::seconds(std::atoll(std::string(text).c_str())));
  return 0;
}
