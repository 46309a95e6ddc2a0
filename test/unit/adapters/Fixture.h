// A dependency whose waits take no time.
#ifndef RETRY_TEST_FIXTURE_H
#define RETRY_TEST_FIXTURE_H

#include "Server.h"
#include "retry/retry.h"
#include "retry/testing.h"
#include "gtest/gtest.h"
#include <set>

namespace loopback {

/// How long an attempt may really take where it is to run into its timeout.
inline constexpr std::chrono::milliseconds Short{50};

inline retry::policy impatient() {
  retry::policy p = retry::sync_api;
  p.attempt_timeout = Short;
  return p;
}

struct Adapter : testing::Test {
  retry::fake_environment env;
  retry::null_observer nobody;
  retry::dependency server{"server"}, hasty{"server", impatient()};
  Adapter() {
    server.use(env).use(nobody);
    hasty.use(env).use(nobody);
  }
};

inline std::set<std::string> keysOf(const std::vector<Request> &requests) {
  std::set<std::string> keys;
  for (const Request &one : requests)
    keys.insert(one.key);
  return keys;
}

} // namespace loopback

#endif
