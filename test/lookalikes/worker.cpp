// RUN: %check_retry %s -- -std=c++20
// expect-none
// A worker goes round after success as well as after failure.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <iostream>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

using namespace std::chrono_literals;

struct SearchIndex {
  void pull_updates();
};

void refresh_loop(std::stop_token stop, SearchIndex &index) {
  while (!stop.stop_requested()) {
    try {
      index.pull_updates();
    } catch (const std::exception &e) {
      std::cerr << "refresh failed, next one in 30 s: " << e.what() << '\n';
    }
    std::this_thread::sleep_for(30s);
  }
}

class ThreadPool {
public:
  void run() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock lock(Mutex);
        Ready.wait(lock, [this] { return Stopping || !Tasks.empty(); });
        if (Tasks.empty())
          return;
        task = std::move(Tasks.front());
        Tasks.pop_front();
      }
      try {
        task();
      } catch (...) {
        ++Failed;
      }
    }
  }

private:
  std::mutex Mutex;
  std::condition_variable Ready;
  std::deque<std::function<void()>> Tasks;
  bool Stopping = false;
  int Failed = 0;
};

struct Snapshot;
const Snapshot &take_snapshot();
bool post_metrics(const std::string &url, const Snapshot &s);
extern std::atomic<bool> g_running;

// A lost sample is not sent again; the next round sends a new one.
void metrics_thread(const std::string &url) {
  unsigned lost = 0;
  while (g_running) {
    if (!post_metrics(url, take_snapshot()))
      ++lost;
    std::this_thread::sleep_for(15s);
  }
  std::clog << lost << " samples lost\n";
}

struct SegmentStore {
  int collect_garbage(int limit);
};

// The back-off is for idle rounds.
void gc_thread(SegmentStore &store, const std::atomic<bool> &stop) {
  auto backoff = 1s;
  while (!stop.load(std::memory_order_relaxed)) {
    int collected = store.collect_garbage(1000);
    backoff = collected > 0 ? 1s : std::min(backoff * 2, 64s);
    std::this_thread::sleep_for(backoff);
  }
}

class Prefetcher {
public:
  void main();

private:
  bool memoryShort() const;
  void prefetchNext();
  bool Quit = false;
};

void Prefetcher::main() {
  while (!Quit) {
    if (memoryShort()) {
      std::this_thread::sleep_for(5ms);
      continue;
    }
    prefetchNext();
  }
}

struct Mirror {
  int sync(const std::string &from);
};

[[noreturn]] void mirror_daemon(Mirror &m) {
  auto due = std::chrono::steady_clock::now();
  while (true) {
    const int rc = m.sync("rsync://origin/pool");
    std::clog << (rc == 0 ? "synced" : "sync failed, will retry in an hour")
              << '\n';
    due += 1h;
    std::this_thread::sleep_until(due);
  }
}
