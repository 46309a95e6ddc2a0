// A dependency in simulated time whose observer remembers.
#ifndef TEST_UNIT_RUNTIME_FIXTURE_H
#define TEST_UNIT_RUNTIME_FIXTURE_H

#include "retry/retry.h"
#include "retry/testing.h"
#include "gtest/gtest.h"
#include <vector>

struct Recorder final : retry::observer {
  std::vector<retry::retry_event> retries, ends;
  void retrying(const retry::retry_event &e) noexcept override {
    retries.push_back(e);
  }
  void gave_up(const retry::retry_event &e) noexcept override {
    ends.push_back(e);
  }
};

inline std::error_code refusedCode() {
  return std::make_error_code(std::errc::connection_refused);
}

struct Simulated : testing::Test {
  retry::fake_environment env;
  Recorder seen;
  retry::dependency server{"server"};
  Simulated() { server.use(env).use(seen); }
};

#endif
