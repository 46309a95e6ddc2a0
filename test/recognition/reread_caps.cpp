// RUN: %check_retry %s --checks=retry-missing-cap -- -std=c++20
// A cap that is read anew in each round is a cap.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

struct Store {
  std::optional<int> apply(const std::string &batch);
};
struct Settings {
  std::chrono::milliseconds first{50}, longest{5000};
  int seconds = 30;
};

class Flusher {
  Store &store;
  Settings settings;
  std::mutex mutex;
  std::atomic<bool> stop{false};
  long failures = 0;

public:
  explicit Flusher(Store &store) : store(store) {}
  bool capped(const std::string &batch) {
    auto pause = settings.first;
    while (!stop.load()) {
      if (store.apply(batch).has_value())
        return true;
      {
        const std::lock_guard<std::mutex> lock(mutex);
        ++failures;
      }
      std::this_thread::sleep_for(pause);
      pause = std::min(pause * 2, settings.longest);
    }
    return false;
  }

  bool capped_by_if(const std::string &batch) {
    int pause = 1;
    while (!stop.load()) {
      if (store.apply(batch).has_value())
        return true;
      {
        const std::lock_guard<std::mutex> lock(mutex);
        ++failures;
      }
      std::this_thread::sleep_for(std::chrono::seconds(pause));
      pause *= 2;
      if (pause > settings.seconds)
        pause = settings.seconds;
    }
    return false;
  }

  bool without(const std::string &batch) {
    auto pause = settings.first;
    while (!stop.load()) {
      if (store.apply(batch).has_value())
        return true;
      {
        const std::lock_guard<std::mutex> lock(mutex);
        ++failures;
      }
      std::this_thread::sleep_for(pause); // expect: retry-missing-cap
      pause = pause * 2;
    }
    return false;
  }
};

bool use(Store &store, const std::string &text) {
  return Flusher(store).capped(text);
}
