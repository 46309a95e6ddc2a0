// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-unbounded -- -std=c++17
// min(delay * 2, longest), of which nobody knows which is less: it grows, up to a cap.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

struct Options {
  std::chrono::milliseconds first, longest;
  int tries;
};
struct Expected {
  explicit operator bool(); // notes that it was asked
};
bool connectTo(const char *host);
Expected putBlob(const char *url);

bool doubled(const char *host, const Options &o) {
  auto pause = o.first;
  for (int i = 0; i < o.tries; ++i) {
    if (connectTo(host))
      return true;
    std::this_thread::sleep_for(pause); // expect: retry-missing-jitter
    pause = std::min(pause * 2, o.longest);
  }
  return false;
}

bool theOtherWayRound(const char *url, const Options &o) {
  auto pause = o.first;
  for (int i = 0; i < o.tries; ++i) {
    if (putBlob(url))
      return true;
    std::this_thread::sleep_for(pause); // expect: retry-missing-jitter
    pause = std::min(o.longest, pause + pause);
  }
  return false;
}

bool neverGrows(const char *host, const Options &o) {
  for (int i = 0; i < o.tries; ++i) {
    if (connectTo(host))
      return true;
    std::this_thread::sleep_for(std::min(o.first, o.longest)); // expect: retry-fixed-interval
  }
  return false;
}

class Directory {
  std::atomic<bool> stopRequested_;
  std::mutex guard_;
  std::condition_variable changed_;

public:
  void loop() {
    auto pause = std::chrono::seconds(2);
    while (!stopRequested_.load()) { // expect: retry-unbounded "until shutdown"
      if (connectTo("directory"))
        break;
      std::unique_lock<std::mutex> lock(guard_);
      if (changed_.wait_for(lock, pause, [this] { return stopRequested_.load(); })) // expect: retry-missing-jitter
        break;
      pause = std::min(pause * 2, std::chrono::seconds(60));
    }
  }
};
