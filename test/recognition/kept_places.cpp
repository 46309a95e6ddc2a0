// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c++20
// What changes places, or goes, is not what is asked.
#include <algorithm>
#include <chrono>
#include <deque>
#include <iostream>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

bool sendTo(const char *host);
bool sendAll(std::vector<std::string> &texts);

bool buffers(const char *host, int *front, int *back) {
  for (int round = 0; round < 5; ++round) {
    if (sendTo(host))
      return true;
    std::cerr << "send failed\n";
    std::swap(front, back);
    std::this_thread::sleep_for(100ms); // expect: retry-fixed-interval
  }
  return false;
}

bool idsInFlight(const char *host, std::set<int> &inFlight, int id) {
  for (int round = 0; round < 5; ++round) {
    inFlight.insert(id);
    if (sendTo(host))
      return true;
    std::cerr << "send failed\n";
    inFlight.erase(id);
    std::this_thread::sleep_for(100ms); // expect: retry-fixed-interval
  }
  return false;
}

// Each until it is through.
void drain(std::deque<const char *> &queue) {
  while (!queue.empty()) {
    for (int round = 0; round < 5; ++round) {
      if (sendTo(queue.front()))
        break;
      std::cerr << "send failed\n";
      std::this_thread::sleep_for(100ms); // expect: retry-fixed-interval
    }
    queue.pop_front();
  }
}

bool shuffled(const char *host, std::vector<int> &order) {
  for (int round = 0; round < 5; ++round) {
    if (sendTo(host))
      return true;
    std::cerr << "send failed\n";
    std::reverse(order.begin(), order.end());
    std::this_thread::sleep_for(100ms); // expect: retry-fixed-interval
  }
  return false;
}

// Out of it once, before the first attempt.
bool withoutTheFirst(std::vector<const char *> &hosts) {
  hosts.erase(hosts.begin());
  for (int round = 0; round < 5; ++round) {
    if (sendTo(hosts[0]))
      return true;
    std::cerr << "send failed\n";
    std::this_thread::sleep_for(100ms); // expect: retry-fixed-interval
  }
  return false;
}
