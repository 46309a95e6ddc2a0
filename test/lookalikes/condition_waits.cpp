// RUN: %check_retry %s -- -std=c++20
// expect-none
// Waits for another thread: waking up for nothing is no failure.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <future>
#include <iostream>
#include <mutex>
#include <optional>
#include <string>

using namespace std::chrono_literals;

template <typename T> class Mailbox {
public:
  T take() {
    std::unique_lock lock(M);
    while (Items.empty())
      Arrived.wait(lock);
    T item = std::move(Items.front());
    Items.pop_front();
    return item;
  }

private:
  std::mutex M;
  std::condition_variable Arrived;
  std::deque<T> Items;
};
template class Mailbox<std::string>;

struct Broker {
  std::mutex m;
  std::condition_variable changed;
  int controllerId = -1;
};

bool waitForController(Broker &broker, std::chrono::milliseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  std::unique_lock lock(broker.m);
  int attempts = 0;
  while (broker.controllerId < 0) {
    ++attempts;
    if (broker.changed.wait_until(lock, deadline) == std::cv_status::timeout)
      return false;
  }
  std::clog << "controller known after " << attempts << " wake-ups\n";
  return true;
}

std::string awaitReply(std::future<std::string> &reply) {
  int retry = 0;
  while (reply.wait_for(1s) != std::future_status::ready)
    std::clog << "still waiting (" << ++retry << ")\n";
  return reply.get();
}

class Latch {
public:
  bool await(int retries) {
    std::unique_lock lock(M);
    for (; Count > 0; --retries) {
      if (retries == 0)
        return false;
      Zero.wait_for(lock, 250ms);
    }
    return true;
  }

private:
  std::mutex M;
  std::condition_variable Zero;
  int Count = 1;
};
bool startService(Latch &ready) { return ready.await(20); }

void parkUntil(std::atomic<int> &phase, int wanted) {
  for (int seen = phase.load(); seen != wanted; seen = phase.load())
    phase.wait(seen);
}
