// The other side of the idempotency key: a server that answers a duplicate with
// what it answered before, and a consumer that handles an event once.
#ifndef RETRY_IDEMPOTENCY_H
#define RETRY_IDEMPOTENCY_H

#include "retry/key.h"
#include "retry/time.h"
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace retry {

/// Kept over restarts, so it is the time of the calendar.
using wall_clock = std::chrono::system_clock;

struct stored_answer {
  int status = 0;
  std::string headers, body;
};

class idempotency_store {
public:
  enum class claim {
    execute,     // yours: execute, then `finish` or `abandon`
    replay,      // done before: here is the answer
    in_progress, // somebody else is at it
    mismatch,    // the key was used for another request
  };

  virtual ~idempotency_store() = default;
  /// `fingerprint` stands for the request: a hash of its method, path and body.
  virtual claim begin(const id &key, std::string_view fingerprint,
                      stored_answer &answer) = 0;
  virtual void finish(const id &key, const stored_answer &answer) = 0;
  /// Nothing happened; the next one may try.
  virtual void abandon(const id &key) = 0;
  /// Waits until nobody is at it; false if that took too long.
  virtual bool wait(const id &key, time_point until) = 0;
};

/// How long answers are kept, and after what time somebody who never finished
/// is taken for dead.
struct retention {
  duration keep = std::chrono::hours(24);
  duration lease = std::chrono::minutes(5);
};
inline constexpr retention for_requests{};
inline constexpr retention for_events{std::chrono::hours(7 * 24),
                                      std::chrono::minutes(5)};

/// For one process.
class memory_store final : public idempotency_store {
public:
  using now_function = wall_clock::time_point (*)();
  explicit memory_store(retention how_long = for_requests,
                        now_function clock_used = &wall_clock::now)
      : times(how_long), now(clock_used) {}

  claim begin(const id &key, std::string_view fingerprint,
              stored_answer &answer) override {
    std::lock_guard<std::mutex> lock(mutex);
    wall_clock::time_point at = now();
    forget(at);
    auto [found, made] = entries.try_emplace(key.str());
    entry &e = found->second;
    if (!made && e.fingerprint != fingerprint)
      return claim::mismatch;
    if (!made && e.done) {
      answer = e.answer;
      return claim::replay;
    }
    if (!made && at < e.until)
      return claim::in_progress;
    e.fingerprint = fingerprint;
    set_until(found, at + std::chrono::duration_cast<wall_clock::duration>(
                              times.lease));
    return claim::execute;
  }

  void finish(const id &key, const stored_answer &answer) override {
    {
      std::lock_guard<std::mutex> lock(mutex);
      auto found = entries.find(key.str());
      if (found == entries.end())
        return;
      found->second.done = true;
      found->second.answer = answer;
      set_until(found, now() + std::chrono::duration_cast<wall_clock::duration>(
                                   times.keep));
    }
    changed.notify_all();
  }

  void abandon(const id &key) override {
    {
      std::lock_guard<std::mutex> lock(mutex);
      auto found = entries.find(key.str());
      if (found == entries.end() || found->second.done)
        return;
      by_age.erase({found->second.until, found->first});
      entries.erase(found);
    }
    changed.notify_all();
  }

  bool wait(const id &key, time_point until) override {
    std::unique_lock<std::mutex> lock(mutex);
    return changed.wait_until(lock, until, [&] {
      auto found = entries.find(key.str());
      return found == entries.end() || found->second.done;
    });
  }

  std::size_t size() const {
    std::lock_guard<std::mutex> lock(mutex);
    return entries.size();
  }

private:
  struct entry {
    std::string fingerprint;
    stored_answer answer;
    wall_clock::time_point until{};
    bool done = false;
  };
  using entry_map = std::map<std::string, entry>;

  void set_until(entry_map::iterator which, wall_clock::time_point when) {
    by_age.erase({which->second.until, which->first});
    which->second.until = when;
    by_age.emplace(when, which->first);
  }
  /// What was kept long enough. An expired claim that never finished goes, too:
  /// whoever held it is taken for dead.
  void forget(wall_clock::time_point at) {
    while (!by_age.empty() && by_age.begin()->first <= at) {
      entries.erase(by_age.begin()->second);
      by_age.erase(by_age.begin());
    }
  }

  const retention times;
  const now_function now;
  mutable std::mutex mutex;
  std::condition_variable changed;
  entry_map entries;
  std::set<std::pair<wall_clock::time_point, std::string>> by_age;
};

namespace detail {

class abandon_unless_finished {
public:
  abandon_unless_finished(idempotency_store &held, const id &key)
      : store(held), which(key) {}
  abandon_unless_finished(const abandon_unless_finished &) = delete;
  abandon_unless_finished &operator=(const abandon_unless_finished &) = delete;
  ~abandon_unless_finished() {
    if (!finished)
      store.abandon(which);
  }
  void finish(const stored_answer &answer) {
    store.finish(which, answer);
    finished = true;
  }

private:
  idempotency_store &store;
  const id &which;
  bool finished = false;
};

} // namespace detail

/// What a duplicate does while the first is still at work.
enum class duplicates { wait, conflict };

/// Executes `fn`, which gives a `stored_answer`, once for each key. A duplicate
/// gets the first one's answer; 409 if the first is still at work and it may
/// not wait (any longer); 422 if the key was used for another request. If `fn`
/// throws, nothing is stored and the next one may try.
template <typename Fn>
stored_answer once(idempotency_store &store, const id &key,
                   std::string_view fingerprint, duplicates how,
                   time_point until, Fn &&fn) {
  stored_answer answer;
  for (;;) {
    switch (store.begin(key, fingerprint, answer)) {
    case idempotency_store::claim::replay:
      return answer;
    case idempotency_store::claim::mismatch:
      return {422, "", "the idempotency key was used for another request"};
    case idempotency_store::claim::in_progress:
      if (how == duplicates::wait && store.wait(key, until))
        continue;
      return {409, "", "a request with this idempotency key is in progress"};
    case idempotency_store::claim::execute:
      break;
    }
    detail::abandon_unless_finished guard(store, key);
    answer = fn();
    guard.finish(answer);
    return answer;
  }
}

enum class consumed { now, before, elsewhere };

/// Handles the event unless that was done before. If `handle` throws, the event
/// counts as not handled and its next delivery tries again.
template <typename Fn>
consumed consume(idempotency_store &store, const id &event, Fn &&handle) {
  stored_answer nothing;
  switch (store.begin(event, "", nothing)) {
  case idempotency_store::claim::replay:
  case idempotency_store::claim::mismatch:
    return consumed::before;
  case idempotency_store::claim::in_progress:
    return consumed::elsewhere;
  case idempotency_store::claim::execute:
    break;
  }
  detail::abandon_unless_finished guard(store, event);
  handle();
  guard.finish({});
  return consumed::now;
}

} // namespace retry

#endif
