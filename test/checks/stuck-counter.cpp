// RUN: %check_retry %s --checks=retry-stuck-counter,retry-unbounded -- -std=c++20

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <curl/curl.h>
#include <functional>
#include <httplib.h>
#include <random>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;

static void nap(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

enum class Outcome { Ok, Busy, Broken };
Outcome push_record(const std::string &row);

// Throttling is waited for, and never counted.
bool store(const std::string &row) {
  int tries = 0;
  while (tries < 5) { // expect: retry-stuck-counter "'tries < 5' is meant to end the retries of 'push_record', but some rounds"
    Outcome o = push_record(row);
    if (o == Outcome::Ok)
      return true;
    if (o == Outcome::Busy) {
      nap(200);
      continue;
    }
    ++tries;
    nap(400);
  }
  return false;
}

bool publish_event(const char *topic, const char *text);

// Nothing advances it at all.
bool announce(const char *text) {
  int attempt = 0;
  while (attempt < 3) { // expect: retry-stuck-counter "but rounds go by without advancing it"
    if (publish_event("audit", text))
      return true;
    nap(1000);
  }
  return false;
}

// A second variable of the same name is the one that counts.
bool announce_shadowed(const char *text) {
  int attempt = 0;
  do {
    int attempt = 0;
    if (publish_event("audit", text))
      return true;
    ++attempt;
    nap(1000 * attempt);
  } while (attempt < 3); // expect: retry-stuck-counter "'attempt < 3'"
  return false;
}

struct NetError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct TimeoutError : NetError {
  using NetError::NetError;
};
std::string fetch_page(const std::string &url); // throws

// Only one kind of exception is counted.
std::string page(const std::string &url) {
  for (int failures = 0; failures < 4;) { // expect: retry-stuck-counter "'failures < 4'"
    try {
      return fetch_page(url);
    } catch (const TimeoutError &) {
      nap(250);
    } catch (const NetError &e) {
      ++failures;
      std::fprintf(stderr, "%s\n", e.what());
      nap(500);
    }
  }
  throw NetError("gave up");
}

// The counter starts again when the connection was refused.
int dial(const sockaddr *addr, socklen_t len) {
  for (int i = 0; i < 6; ++i) { // expect: retry-stuck-counter "'i < 6'"
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(fd, addr, len) == 0)
      return fd;
    bool refused = errno == ECONNREFUSED;
    close(fd);
    if (refused)
      i = 0;
    sleep(1);
  }
  return -1;
}

// Taken off and put back.
bool flush_queue(const std::string &row) {
  int left = 5;
  while (left > 0) { // expect: retry-stuck-counter "'left > 0'"
    --left;
    if (push_record(row) == Outcome::Ok)
      return true;
    nap(300);
    ++left;
  }
  return false;
}

// The budget is an argument of unknown size.
CURLcode download(CURL *h, unsigned budget) {
  unsigned used = 0;
  while (used < budget) { // expect: retry-stuck-counter "'used < budget'"
    CURLcode rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      return rc;
    if (rc == CURLE_OPERATION_TIMEDOUT) {
      nap(100);
      continue;
    }
    ++used;
    nap(500);
  }
  return CURLE_OPERATION_TIMEDOUT;
}

// An unsigned number is never below zero.
bool drain(const std::string &row) {
  for (unsigned n = 3; n >= 0; --n) { // expect: retry-stuck-counter "'n >= 0'"
    if (push_record(row) == Outcome::Ok)
      return true;
    nap(500);
  }
  return false;
}

// 429 skips the check of the count.
bool notify(httplib::Client &cli) {
  int count = 0;
  for (;;) {
    auto res = cli.Get("/notify");
    if (res && res->status == 200)
      return true;
    if (res && res->status == 429) {
      nap(1500);
      continue;
    }
    if (++count >= 3) // expect: retry-stuck-counter "'++count >= 3'"
      return false;
    nap(1000);
  }
}

// Recursion: what is passed on is the old number.
bool ship(const std::string &row, int left) {
  if (push_record(row) == Outcome::Ok)
    return true;
  if (left == 0) // expect: retry-stuck-counter "'left == 0'"
    return false;
  nap(700);
  return ship(row, left--);
}

// goto, and the increment forgotten in one branch.
int announce_again(const std::string &row) {
  int n = 0;
again:
  switch (push_record(row)) {
  case Outcome::Ok:
    return 0;
  case Outcome::Busy:
    nap(50);
    goto again;
  default:
    if (++n < 4) { // expect: retry-stuck-counter "'++n < 4'"
      nap(500);
      goto again;
    }
    return -1;
  }
}

// A member counts, but a timeout does not reach it.
class Link {
public:
  bool open();

private:
  int handshake();
  int failures_ = 0;
};

bool Link::open() {
  failures_ = 0;
  while (failures_ < 5) { // expect: retry-stuck-counter "'failures_ < 5'"
    int rc = handshake();
    if (rc == 0)
      return true;
    if (rc == -110) {
      nap(2000);
      continue;
    }
    failures_++;
    nap(500);
  }
  return false;
}

// A flag ends it too, but the number that should does not.
bool subscribe(const std::atomic<bool> &stop, const std::string &row) {
  int n = 0;
  while (!stop && n < 10) { // expect: retry-stuck-counter "'n < 10'"
    Outcome o = push_record(row);
    if (o == Outcome::Ok)
      return true;
    nap(500);
    if (o != Outcome::Busy)
      ++n;
  }
  return false;
}

// Starts again from the beginning each time the half is reached.
bool see_saw(const std::string &row) {
  for (int i = 0; i < 8; ++i) { // expect: retry-stuck-counter "'i < 8'"
    if (push_record(row) == Outcome::Ok)
      return true;
    if (i == 3)
      i = 0;
    nap(1000);
  }
  return false;
}

// ---------------------------------------------------------------------------
// Every round counts.

bool store_counted(const std::string &row) {
  int tries = 0;
  while (tries < 5) {
    Outcome o = push_record(row);
    if (o == Outcome::Ok)
      return true;
    ++tries;
    if (o == Outcome::Busy) {
      nap(200);
      continue;
    }
    nap(400);
  }
  return false;
}

bool announce_counted(const char *text) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (publish_event("audit", text))
      return true;
    nap(1000);
  }
  return false;
}

// An interrupted call is no attempt.
ssize_t send_all(int fd, const void *buf, size_t n) {
  for (int i = 0; i < 3;) {
    ssize_t w = send(fd, buf, n, 0);
    if (w >= 0)
      return w;
    if (errno == EINTR)
      continue;
    ++i;
    nap(100);
  }
  return -1;
}

// continue in a for loop advances.
std::string page_counted(const std::string &url) {
  for (int failures = 0; failures < 4; ++failures) {
    try {
      return fetch_page(url);
    } catch (const TimeoutError &) {
      nap(250);
      continue;
    } catch (const NetError &) {
      nap(500);
    }
  }
  throw NetError("gave up");
}

bool countdown(const std::string &row) {
  int left = 5;
  while (left-- > 0) {
    if (push_record(row) == Outcome::Ok)
      return true;
    nap(300);
  }
  return false;
}

bool countdown_plain(const std::string &row, unsigned left) {
  while (left--) {
    if (push_record(row) == Outcome::Ok)
      return true;
    nap(300);
  }
  return false;
}

CURLcode download_counted(CURL *h, unsigned budget) {
  CURLcode rc = CURLE_OK;
  for (unsigned used = 0; used < budget; ++used) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      return rc;
    nap(rc == CURLE_OPERATION_TIMEDOUT ? 100 : 500);
  }
  return rc;
}

bool ship_down(const std::string &row, int left) {
  if (push_record(row) == Outcome::Ok)
    return true;
  if (left == 0)
    return false;
  nap(700);
  return ship_down(row, left - 1);
}

int again_counted(const std::string &row) {
  int n = 0;
again:
  if (push_record(row) == Outcome::Ok)
    return 0;
  if (++n < 4) {
    nap(500);
    goto again;
  }
  return -1;
}

// A deadline bounds it, whatever the count says.
bool by_deadline(const std::string &row) {
  auto end = std::chrono::steady_clock::now() + 20s;
  int logged = 0;
  while (std::chrono::steady_clock::now() < end) {
    Outcome o = push_record(row);
    if (o == Outcome::Ok)
      return true;
    if (o == Outcome::Broken && logged < 3) {
      ++logged;
      std::fprintf(stderr, "broken\n");
    }
    nap(500);
  }
  return false;
}

// The counter is of successes in a row: it starts again with each connection.
class Session {
public:
  void run();

private:
  bool dial();
  void pump();
  std::atomic<bool> quit{false};
};

void Session::run() {
  int failures = 0;
  while (!quit) {
    if (!dial()) {
      if (++failures >= 5)
        throw NetError("no connection");
      nap(1000);
      continue;
    }
    failures = 0;
    pump();
  }
}

// Unbounded and nothing else: no bound is written down.
bool endless(const std::string &row) {
  bool done = false;
  while (!done) { // expect: retry-unbounded
    done = push_record(row) == Outcome::Ok;
    if (!done)
      nap(1000);
  }
  return done;
}

// The number chooses the wait; it is no bound.
bool endless_growth(const std::string &row) {
  int n = 0;
  while (push_record(row) != Outcome::Ok) { // expect: retry-unbounded
    nap(100 << n);
    if (n < 8)
      ++n;
  }
  return true;
}

// A check of an argument in the loop is no counter.
bool sized(const std::string &row, int size) {
  for (int i = 0; i < 3; ++i) {
    if (size > 4096)
      return false;
    if (push_record(row) == Outcome::Ok)
      return true;
    nap(500);
  }
  return false;
}

// A limit in a variable of its own.
bool limited(const std::string &row) {
  int most = 4;
  int n = 0;
  while (n < most) {
    if (push_record(row) == Outcome::Ok)
      return true;
    n += 1;
    nap(800);
  }
  return false;
}

// Two counters, one for each failure.
bool two_counters(const std::string &row) {
  int busy = 0, broken = 0;
  for (;;) {
    Outcome o = push_record(row);
    if (o == Outcome::Ok)
      return true;
    if (o == Outcome::Busy && ++busy >= 5)
      return false;
    if (o == Outcome::Broken && ++broken >= 2)
      return false;
    nap(500);
  }
}

// Counted by a callback.
bool upload_rows(const std::string &row, std::function<void()> on_failure);

bool counted_elsewhere(const std::string &row) {
  int failures = 0;
  while (failures < 4) {
    if (upload_rows(row, [&failures] { ++failures; }))
      return true;
    nap(500);
  }
  return false;
}

// Busy is waited for longer, and counts as well.
bool store_every_round(const std::string &row) {
  int tries = 0;
  while (tries < 5) {
    Outcome o = push_record(row);
    if (o == Outcome::Ok)
      return true;
    ++tries;
    if (o == Outcome::Busy) {
      nap(200 * tries);
      continue;
    }
    nap(400);
  }
  return false;
}

// Two counters, and each failure advances one of them.
bool store_two_counters(const std::string &row) {
  int busy = 0, broken = 0;
  while (busy < 10 && broken < 3) {
    Outcome o = push_record(row);
    if (o == Outcome::Ok)
      return true;
    if (o == Outcome::Busy)
      ++busy;
    else
      ++broken;
    nap(100);
  }
  return false;
}
