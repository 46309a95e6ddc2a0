// RUN: %check_retry %s --checks=retry-excessive-attempts,retry-sleep-after-last-attempt,retry-fixed-interval -- -std=c++20
// What is attempted lies in a helper; each round is one more call of the
// function itself, and the helper is as near as in the first.
#include <chrono>
#include <httplib.h>
#include <stdexcept>
#include <string>
#include <thread>

using namespace std::chrono_literals;

static int ask(httplib::Client &c, const std::string &path) {
  auto r = c.Get(path);
  return r ? r->status : 0;
}

// How deep it is when it begins is for the caller to say.
int fill(httplib::Client &c, int slot, int depth = 0) {
  int status = ask(c, "/fill/" + std::to_string(slot));
  if (status == 200)
    return slot;
  if (depth == 2)
    throw std::runtime_error("empty");
  std::this_thread::sleep_for(300ms); // expect: retry-fixed-interval
  return fill(c, slot, depth + 1);
}

static int ask_twice_removed(httplib::Client &c) { return ask(c, "/two"); }

int refill(httplib::Client &c, int left) {
  if (ask_twice_removed(c) == 200)
    return 0;
  if (left == 0)
    return -1;
  std::this_thread::sleep_for(200ms); // expect: retry-fixed-interval
  return refill(c, left - 1);
}

static int count_up(httplib::Client &c, int n) {
  if (ask(c, "/three") == 200)
    return 0;
  if (n == 9) // expect: retry-excessive-attempts "10 times"
    return -1;
  std::this_thread::sleep_for(200ms); // expect: retry-fixed-interval
  return count_up(c, n + 1);
}
int ten_times(httplib::Client &c) { return count_up(c, 0); }
