// RUN: %check_retry %s --checks=retry-sleep-past-deadline -- -std=c++20
#include <absl/time/clock.h>
#include <absl/time/time.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <ctime>
#include <curl/curl.h>
#include <grpcpp/grpcpp.h>
#include <httplib.h>
#include <mutex>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Ms = std::chrono::milliseconds;

struct Doc {
  int status;
};
Doc load_doc(const std::string &id);
bool reserve_slot(int day);
std::optional<int> request_ticket();
struct Gone : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void replay(const std::string &log);
enum class Rc { Fine, Wait };
Rc send_box(int box);

// --- the clock is asked before the attempt, not before the wait ---

bool simple(int day, Clock::time_point deadline) {
  while (Clock::now() < deadline) {
    if (reserve_slot(day))
      return true;
    std::this_thread::sleep_for(1s); // expect: retry-sleep-past-deadline "between attempts at 'reserve_slot'"
  }
  return false;
}

Doc growing(const std::string &id) {
  const auto until = Clock::now() + 20s;
  auto gap = 500ms;
  Doc d{};
  while (Clock::now() < until) {
    d = load_doc(id);
    if (d.status == 200)
      break;
    std::this_thread::sleep_for(gap); // expect: retry-sleep-past-deadline
    gap *= 2;
  }
  return d;
}

void elapsed(const std::string &log, std::chrono::seconds limit) {
  const auto start = Clock::now();
  Ms gap = 100ms;
  for (;;) {
    try {
      return replay(log);
    } catch (const Gone &) {
      if (Clock::now() - start >= limit)
        throw;
    }
    std::this_thread::sleep_for(gap); // expect: retry-sleep-past-deadline
    gap = std::min<Ms>(gap * 2, 10s);
  }
}

std::optional<int> counted_and_timed(Clock::time_point end) {
  for (int n = 0; n < 5; ++n) {
    if (Clock::now() >= end)
      break;
    if (auto t = request_ticket())
      return t;
    std::this_thread::sleep_for(Ms(250 << n)); // expect: retry-sleep-past-deadline
  }
  return std::nullopt;
}

Rc seconds_since(int box, long limit) {
  std::time_t begun = std::time(nullptr);
  Rc rc;
  while ((rc = send_box(box)) == Rc::Wait && std::time(nullptr) - begun < limit)
    std::this_thread::sleep_for(2s); // expect: retry-sleep-past-deadline
  return rc;
}

// Asks after the wait, when it is too late.
bool too_late(int day, Clock::time_point deadline) {
  Ms gap = 1s;
  for (;;) {
    if (reserve_slot(day))
      return true;
    std::this_thread::sleep_for(gap); // expect: retry-sleep-past-deadline
    if (Clock::now() > deadline)
      return false;
    gap *= 2;
  }
}

CURLcode with_absl(CURL *h, absl::Time deadline) {
  CURLcode rc = CURLE_OK;
  absl::Duration gap = absl::Milliseconds(200);
  do {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      return rc;
    absl::SleepFor(gap); // expect: retry-sleep-past-deadline
    gap *= 2;
  } while (absl::Now() < deadline);
  return rc;
}

class Link {
public:
  explicit Link(Clock::time_point until) : until_(until) {}
  bool up(int day) {
    while (!expired()) {
      if (reserve_slot(day))
        return true;
      std::this_thread::sleep_for(gap_); // expect: retry-sleep-past-deadline
      gap_ *= 2;
    }
    return false;
  }

private:
  bool expired() const { return Clock::now() >= until_; }
  Clock::time_point until_;
  Ms gap_{100};
};

// A reserve is kept, but for the attempt only.
bool reserve_only(int day, Clock::time_point deadline) {
  Ms gap = 500ms;
  while (Clock::now() + 50ms < deadline) {
    if (reserve_slot(day))
      return true;
    std::this_thread::sleep_for(gap); // expect: retry-sleep-past-deadline
    gap *= 2;
  }
  return false;
}

httplib::Result by_goto(httplib::Client &c, Clock::time_point end) {
again:
  auto res = c.Get("/v");
  if (!res && Clock::now() < end) {
    std::this_thread::sleep_for(3s); // expect: retry-sleep-past-deadline
    goto again;
  }
  return res;
}

// Random waits can be too long as well.
Rc jittered(int box, Clock::time_point end) {
  std::mt19937 rng(std::random_device{}());
  Rc rc = Rc::Wait;
  for (int n = 0; Clock::now() < end && (rc = send_box(box)) == Rc::Wait; ++n) {
    std::uniform_int_distribution<int> d(0, 1000 << std::min(n, 4));
    std::this_thread::sleep_for(Ms(d(rng))); // expect: retry-sleep-past-deadline
  }
  return rc;
}

template <class F> bool within(F f, Clock::duration limit, Ms gap) {
  for (auto start = Clock::now(); Clock::now() - start < limit;) {
    if (f())
      return true;
    std::this_thread::sleep_for(gap); // expect: retry-sleep-past-deadline
  }
  return false;
}
bool slot_within(int day) {
  return within([=] { return reserve_slot(day); }, 10s, 1s);
}

static void nap(Ms d) { std::this_thread::sleep_for(d); }
bool helper_sleeps(int day, Clock::time_point end) {
  Ms gap = 400ms;
  while (Clock::now() < end) {
    if (reserve_slot(day))
      return true;
    nap(gap); // expect: retry-sleep-past-deadline
    gap += 400ms;
  }
  return false;
}

// now + gap, but compared with nothing.
bool sleep_until_next(int day, Clock::time_point end) {
  Ms gap = 1s;
  for (;;) {
    auto now = Clock::now();
    if (now >= end)
      return false;
    if (reserve_slot(day))
      return true;
    std::this_thread::sleep_until(now + gap); // expect: retry-sleep-past-deadline
    gap *= 2;
  }
}

auto in_lambda(std::string id, Clock::time_point end) {
  return [id, end] {
    Doc d{};
    while (Clock::now() < end && (d = load_doc(id)).status >= 500)
      std::this_thread::sleep_for(1s); // expect: retry-sleep-past-deadline
    return d;
  };
}

// --- what is left is looked at ---

bool clamped(int day, Clock::time_point deadline) {
  Ms gap = 1s;
  for (;;) {
    if (reserve_slot(day))
      return true;
    auto left = std::chrono::duration_cast<Ms>(deadline - Clock::now());
    if (left <= 50ms)
      return false;
    std::this_thread::sleep_for(std::min(gap, left));
    gap *= 2;
  }
}

bool checked(int day, Clock::time_point deadline) {
  Ms gap = 1s;
  for (;;) {
    if (reserve_slot(day))
      return true;
    if (Clock::now() + gap >= deadline)
      return false;
    std::this_thread::sleep_for(gap);
    gap *= 2;
  }
}

bool checked_elapsed(int day, Ms limit) {
  const auto start = Clock::now();
  Ms gap = 1s;
  while (!reserve_slot(day)) {
    const auto spent = Clock::now() - start;
    if (spent + gap + 50ms > limit)
      return false;
    std::this_thread::sleep_for(gap);
    gap *= 2;
  }
  return true;
}

bool remaining_first(int day, Clock::time_point deadline) {
  Ms gap = 200ms;
  while (!reserve_slot(day)) {
    const auto remaining = deadline - Clock::now();
    if (remaining < gap)
      return false;
    std::this_thread::sleep_for(gap);
    gap *= 2;
  }
  return true;
}

bool wake_time(int day, Clock::time_point deadline) {
  Ms gap = 200ms;
  while (!reserve_slot(day)) {
    const auto wake = Clock::now() + gap;
    if (wake > deadline)
      return false;
    std::this_thread::sleep_until(wake);
    gap *= 2;
  }
  return true;
}

bool until_the_earlier(int day) {
  const auto deadline = Clock::now() + 20s;
  Ms gap = 500ms;
  while (Clock::now() < deadline) {
    if (reserve_slot(day))
      return true;
    std::this_thread::sleep_until(std::min<Clock::time_point>(Clock::now() + gap, deadline));
    gap *= 2;
  }
  return false;
}

static bool fits(Clock::time_point deadline, Ms gap) { return Clock::now() + gap < deadline; }
bool helper_checks(int day, Clock::time_point deadline) {
  Ms gap = 500ms;
  while (!reserve_slot(day)) {
    if (!fits(deadline, gap))
      return false;
    std::this_thread::sleep_for(gap);
    gap *= 2;
  }
  return true;
}

bool same_number(int day, Clock::time_point deadline) {
  while (!reserve_slot(day)) {
    if (Clock::now() + 2s > deadline)
      return false;
    std::this_thread::sleep_for(2s);
  }
  return true;
}

bool shortened(int day, Clock::time_point deadline) {
  Ms gap = 1s;
  while (Clock::now() < deadline) {
    if (reserve_slot(day))
      return true;
    auto left = std::chrono::duration_cast<Ms>(deadline - Clock::now());
    if (gap > left)
      gap = left;
    std::this_thread::sleep_for(gap);
    gap *= 2;
  }
  return false;
}

// A condition variable that is waited on until the deadline at the latest.
class Gate {
public:
  bool pass(int day, Clock::time_point deadline) {
    std::unique_lock lock(m_);
    while (Clock::now() < deadline) {
      if (reserve_slot(day))
        return true;
      cv_.wait_until(lock, std::min<Clock::time_point>(deadline, Clock::now() + 1s));
    }
    return false;
  }

private:
  std::mutex m_;
  std::condition_variable cv_;
};

// Shorter than the reserve: nobody notices.
bool tiny(int day, Clock::time_point deadline) {
  while (Clock::now() < deadline) {
    if (reserve_slot(day))
      return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

// No deadline at all.
bool counted(int day) {
  for (int n = 0; n < 3; ++n) {
    if (reserve_slot(day))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

// The clock is read for the log alone.
bool timed_log(int day) {
  auto start = Clock::now();
  for (int n = 0; n < 3; ++n) {
    if (reserve_slot(day))
      return true;
    std::fprintf(stderr, "%lld\n", static_cast<long long>((Clock::now() - start).count()));
    std::this_thread::sleep_for(1s);
  }
  return false;
}

// A rate limit by the clock, which ends nothing.
bool paced(int day) {
  auto next = Clock::now();
  for (int n = 0; n < 3; ++n) {
    if (Clock::now() < next)
      std::this_thread::sleep_until(next);
    next = Clock::now() + 1s;
    if (reserve_slot(day))
      return true;
  }
  return false;
}

// A warning when it is slow; it goes on all the same.
bool warns(int day) {
  auto start = Clock::now();
  for (int n = 0; n < 5; ++n) {
    if (reserve_slot(day))
      return true;
    if (Clock::now() - start > 10s)
      std::fprintf(stderr, "slow\n");
    std::this_thread::sleep_for(1s);
  }
  return false;
}

// Polls until a deadline: no retry.
bool finished(int job);
bool await(int job, Clock::time_point deadline) {
  while (Clock::now() < deadline) {
    if (finished(job))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}
