// RUN: %check_retry %s -- -std=c++20
// expect-none
// Waits for permission, then makes one call.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <queue>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class TokenBucket {
public:
  void acquire(double cost) {
    for (;;) {
      refill();
      if (Tokens >= cost) {
        Tokens -= cost;
        return;
      }
      std::this_thread::sleep_for(10ms);
    }
  }
  bool tryAcquire();
  std::chrono::milliseconds untilNext() const;

private:
  void refill() {
    auto now = Clock::now();
    Tokens = std::min(
        100.0,
        Tokens + 20.0 * std::chrono::duration<double>(now - Last).count());
    Last = now;
  }
  double Tokens = 100;
  Clock::time_point Last = Clock::now();
};

struct ApiClient {
  int post(const std::string &path, const std::string &body);
};

int sendPaced(ApiClient &api, TokenBucket &bucket, const std::string &body) {
  int attempts = 0;
  while (!bucket.tryAcquire()) {
    if (++attempts == 100)
      return 429;
    std::this_thread::sleep_for(bucket.untilNext());
  }
  return api.post("/events", body);
}

// Leaky bucket: one request leaves per interval, whatever becomes of it.
void drip(ApiClient &api, std::queue<std::string> &outgoing) {
  auto next = Clock::now();
  while (!outgoing.empty()) {
    api.post("/audit", outgoing.front());
    outgoing.pop();
    next += 250ms;
    std::this_thread::sleep_until(next);
  }
}

class CrawlDelay {
public:
  void waitTurn(const std::string &host);

private:
  bool allowed(const std::string &host) const;
  std::chrono::milliseconds Backoff = 1000ms;
};

void CrawlDelay::waitTurn(const std::string &host) {
  int retries = 0;
  while (!allowed(host) && retries++ < 60)
    std::this_thread::sleep_for(Backoff);
}

template <int Slots>
int limited(std::counting_semaphore<Slots> &slots, ApiClient &api) {
  while (!slots.try_acquire_for(50ms)) {
  }
  int status = api.post("/render", "");
  slots.release();
  return status;
}
template int limited<8>(std::counting_semaphore<8> &, ApiClient &);

struct Window {
  std::mutex M;
  std::vector<Clock::time_point> Calls;
};

void enterWindow(Window &window, size_t limit) {
  std::unique_lock lock(window.M);
  while (window.Calls.size() >= limit) {
    auto oldest = window.Calls.front();
    if (Clock::now() - oldest > 1s) {
      window.Calls.erase(window.Calls.begin());
      continue;
    }
    lock.unlock();
    std::this_thread::sleep_until(oldest + 1s);
    lock.lock();
  }
  window.Calls.push_back(Clock::now());
}
