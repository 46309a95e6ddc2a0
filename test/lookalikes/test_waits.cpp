// RUN: %check_retry %s -- -std=c++20
// expect-none
// What test code does until the thing under test has happened.
#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

template <typename Predicate>
bool eventually(Predicate done, std::chrono::milliseconds limit = 5s) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!done()) {
    if (std::chrono::steady_clock::now() > end)
      return false;
    std::this_thread::sleep_for(10ms);
  }
  return true;
}

struct FakeServer {
  std::atomic<int> requests{0};
  std::mutex m;
  std::vector<std::string> paths;
};

void expectThreeRequests(FakeServer &server) {
  if (!eventually([&] { return server.requests == 3; }))
    throw std::runtime_error("the retries did not arrive");
}

#define ASSERT_EVENTUALLY(condition)                                           \
  do {                                                                         \
    int retries_ = 100;                                                        \
    while (!(condition) && retries_-- > 0)                                     \
      std::this_thread::sleep_for(50ms);                                       \
    if (!(condition))                                                          \
      throw std::runtime_error("never: " #condition);                          \
  } while (false)

void testDelivery(FakeServer &server) {
  ASSERT_EVENTUALLY(server.requests.load() > 0);
}

size_t waitForPaths(FakeServer &server, size_t wanted) {
  for (int attempt = 0; attempt < 50; ++attempt) {
    {
      std::lock_guard lock(server.m);
      if (server.paths.size() >= wanted)
        return server.paths.size();
    }
    std::this_thread::sleep_for(20ms);
  }
  return 0;
}

bool logContains(const std::string &file, const std::string &text) {
  auto backoff = 1ms;
  do {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
      if (line.find(text) != std::string::npos)
        return true;
    std::this_thread::sleep_for(backoff);
    backoff *= 2;
  } while (backoff < 2s);
  return false;
}

struct Cluster {
  int leader() const;
  bool healthy(int node) const;
};

int stableLeader(const Cluster &cluster) {
  int before = -1, same = 0;
  while (same < 5) {
    int now = cluster.leader();
    same = now == before && cluster.healthy(now) ? same + 1 : 0;
    before = now;
    std::this_thread::sleep_for(100ms);
  }
  return before;
}

// Runs the whole case again and again to catch a flaky one.
int soak(const std::function<bool()> &testCase, int repetitions) {
  int failures = 0;
  for (int attempt = 0; attempt < repetitions; ++attempt)
    if (!testCase())
      ++failures;
  return failures;
}
