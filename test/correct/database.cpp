// RUN: %check_retry %s -- -std=c++20
// expect-none
// Databases, caches and queues.
#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using std::chrono::milliseconds;

static milliseconds jittered(milliseconds ceiling) {
  static thread_local std::mt19937_64 engine(std::random_device{}());
  return milliseconds(std::uniform_int_distribution<milliseconds::rep>(
      0, ceiling.count())(engine));
}

struct SqlError : std::runtime_error {
  using std::runtime_error::runtime_error;
  std::string sqlstate() const;
};
struct Transaction {
  void commit();
};
struct Database {
  // Rolls back when the body throws.
  void transact(const std::function<void(Transaction &)> &body);
};

void transferStock(Database &db,
                   const std::function<void(Transaction &)> &body) {
  constexpr int maxAttempts = 3;
  for (int attempt = 1;; ++attempt) {
    try {
      db.transact(body);
      return;
    } catch (const SqlError &e) {
      const bool conflict = e.sqlstate() == "40001" || e.sqlstate() == "40P01";
      if (!conflict || attempt == maxAttempts)
        throw;
      const auto wait =
          jittered(std::min<milliseconds>(30s, 1000ms * (1 << (attempt - 1))));
      std::clog << "transfer: attempt " << attempt << " of " << maxAttempts
                << ", state " << e.sqlstate() << ", next in " << wait.count()
                << " ms\n";
      std::this_thread::sleep_for(wait);
    }
  }
}

enum class CacheResult { Hit, Miss, Loading, Disconnected, WrongType };
struct Cache {
  CacheResult get(const std::string &key, std::string &value);
};

CacheResult cachedProfile(Cache &cache, const std::string &key,
                          std::string &value) {
  CacheResult result = CacheResult::Miss;
  int attempt = 0;
  do {
    if (attempt > 0) {
      const auto wait = jittered(attempt == 1 ? 1s : 2s);
      std::clog << "cache: retry " << attempt << " in " << wait.count()
                << " ms\n";
      std::this_thread::sleep_for(wait);
    }
    result = cache.get(key, value);
  } while (
      (result == CacheResult::Loading || result == CacheResult::Disconnected) &&
      ++attempt < 3);
  return result;
}

struct Event {
  std::string id, payload;
};
enum class Handled { Done, Busy, Poison };
struct Projection {
  // Events that were applied before are skipped by their id.
  Handled apply(const Event &event);
};
struct DeadLetterQueue {
  void send(const Event &event, int attempts, const std::string &reason);
};

void raise_alert(const std::string &text);

void project(Projection &projection, DeadLetterQueue &deadLetters,
             const Event &event) {
  constexpr int MaxAttempts = 5;
  for (int attempt = 1; attempt <= MaxAttempts; ++attempt) {
    const Handled handled = projection.apply(event);
    if (handled == Handled::Done)
      return;
    if (handled == Handled::Poison || attempt == MaxAttempts) {
      deadLetters.send(event, attempt,
                       handled == Handled::Poison ? "poison" : "busy");
      raise_alert("projection: event " + event.id + " set aside");
      return;
    }
    const auto wait =
        jittered(std::min<milliseconds>(30s, 500ms * (1 << attempt)));
    std::clog << "project: event " << event.id << ", attempt " << attempt
              << " of " << MaxAttempts << ", next in " << wait.count()
              << " ms\n";
    std::this_thread::sleep_for(wait);
  }
}
