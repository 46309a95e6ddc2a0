// The waits stand in a list, and a loop walks through it.
// RUN: %check_retry %s --checks=retry-missing-jitter -- -std=c++20
#include <array>
#include <chrono>
#include <initializer_list>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using Ms = std::chrono::milliseconds;
bool connect_link(const std::string &peer);
bool vector(const std::string &peer) {
  std::vector<Ms> steps{100ms, 1s, 40s};
  for (auto s : steps) {
    if (connect_link(peer))
      return true;
    std::this_thread::sleep_for(s); // expect: retry-missing-jitter "waits 100 ms, 1 s"
  }
  return false;
}

bool static_vector(const std::string &peer) {
  static const std::vector<int> steps = {1, 5, 45};
  for (int s : steps) {
    if (connect_link(peer))
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(s)); // expect: retry-missing-jitter "waits 1 s, 5 s"
  }
  return false;
}

bool iterators(const std::string &peer) {
  const std::vector<int> steps = {1, 5, 45};
  for (auto it = steps.begin(); it != steps.end(); ++it) {
    if (connect_link(peer))
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(*it)); // expect: retry-missing-jitter "waits 1 s, 5 s"
  }
  return false;
}

bool list(const std::string &peer) {
  for (auto s : {1s, 5s, 45s}) {
    if (connect_link(peer))
      return true;
    std::this_thread::sleep_for(s); // expect: retry-missing-jitter "waits 1 s, 5 s"
  }
  return false;
}

bool array(const std::string &peer) {
  std::array<Ms, 3> steps{100ms, 1s, 40s};
  for (const auto &s : steps) {
    if (connect_link(peer))
      return true;
    std::this_thread::sleep_for(s); // expect: retry-missing-jitter "waits 100 ms, 1 s"
  }
  return false;
}

static const std::vector<int> g_steps = {1, 5, 45};
bool global_vector(const std::string &peer) {
  for (int s : g_steps) {
    if (connect_link(peer))
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(s)); // expect: retry-missing-jitter "waits 1 s, 5 s"
  }
  return false;
}

bool by_index(const std::string &peer) {
  static const std::vector<std::chrono::seconds> steps{1s, 5s, 45s};
  for (size_t n = 0;; ++n) {
    if (connect_link(peer))
      return true;
    if (n >= steps.size())
      return false;
    std::this_thread::sleep_for(steps[n]); // expect: retry-missing-jitter "waits 1 s, 5 s, 45 s"
  }
}

// Another host each time: no retry.
bool hosts() {
  std::vector<std::string> hosts{"a", "b", "c"};
  for (auto &s : hosts) {
    if (connect_link(s))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}
