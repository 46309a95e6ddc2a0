// Every date that is read is the date that the C library writes.
// REQUIRES: fuzzers
// RUN: rm -rf %t && mkdir %t
// RUN: %fuzzers/runtime/http_date_fuzzer -runs=200000 -seed=1 -max_len=40
// -timeout=5 %t %S/Inputs
#include "retry/retry_after.h"
#include <cstdlib>
#include <cstring>
#include <string>

static void expect(bool holds) {
  if (!holds)
    std::abort();
}

static std::string written(const char *form, std::time_t at) {
  std::tm parts{};
  gmtime_r(&at, &parts);
  char text[64];
  return std::string(text, std::strftime(text, sizeof(text), form, &parts));
}

static void reads_back(std::time_t at) {
  if (at < -30610224000 || at > 253402300799) // years of four digits
    return;
  for (const char *form : {"%a, %d %b %Y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"})
    expect(retry::parse_http_date(written(form, at), 0) == at);
  // Two digits of a year mean the nearest that is not far ahead.
  expect(retry::parse_http_date(written("%A, %d-%b-%y %H:%M:%S GMT", at), at) ==
         at);
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data,
                                      std::size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  if (std::optional<std::int64_t> at = retry::parse_http_date(text, 784111777))
    reads_back(*at);
  std::uint64_t number = 0;
  std::memcpy(&number, data, size < 8 ? size : 8);
  reads_back(static_cast<std::time_t>(number % 253402300800));
  return 0;
}
