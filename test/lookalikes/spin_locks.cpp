// RUN: %check_retry %s -- -std=c++20
// expect-none
// Taking a lock of this process, by turning or by asking again.
#include <atomic>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <thread>

using namespace std::chrono_literals;

class SpinLock {
public:
  void lock() {
    int backoff = 1;
    while (Flag.test_and_set(std::memory_order_acquire)) {
      for (int i = 0; i < backoff; ++i)
        std::this_thread::yield();
      if (backoff < 64)
        backoff *= 2;
    }
  }
  void unlock() { Flag.clear(std::memory_order_release); }

private:
  std::atomic_flag Flag = ATOMIC_FLAG_INIT;
};

bool lockCatalog(std::shared_mutex &catalog) {
  constexpr int MaxAttempts = 120;
  for (int attempt = 0; attempt < MaxAttempts; ++attempt) {
    if (catalog.try_lock())
      return true;
    std::this_thread::sleep_for(500ms);
  }
  return false;
}

void lockBoth(std::mutex &a, std::mutex &b) {
  for (;;) {
    a.lock();
    if (b.try_lock())
      return;
    a.unlock();
    std::this_thread::sleep_for(1ms);
  }
}

class TicketLock {
public:
  void acquire();

private:
  std::atomic<unsigned> Next{0}, Serving{0};
};

void TicketLock::acquire() {
  const unsigned mine = Next.fetch_add(1);
  while (Serving.load() != mine)
    std::this_thread::sleep_for(std::chrono::microseconds(50));
}

std::unique_lock<std::timed_mutex> lockOrThrow(std::timed_mutex &m,
                                               std::chrono::seconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  std::unique_lock<std::timed_mutex> held(m, std::defer_lock);
  while (!held.try_lock_for(100ms)) {
    if (std::chrono::steady_clock::now() > deadline)
      throw std::runtime_error("session table stays locked");
  }
  return held;
}
