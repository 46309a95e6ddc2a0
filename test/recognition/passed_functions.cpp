// What is attempted was passed in as a std::function.
// RUN: %check_retry %s --checks=retry-fixed-interval,retry-unbounded,retry-missing-jitter -- -std=c++20
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

using namespace std::chrono_literals;

class Status {
public:
  bool ok() const;
  int code() const;
};

Status with_status(int attempts, const std::function<Status()> &operation) {
  Status last;
  for (int n = 0; n < attempts; ++n) {
    last = operation();
    if (last.ok())
      return last;
    std::this_thread::sleep_for(1s); // expect: retry-fixed-interval
  }
  return last;
}

std::string with_exceptions(const std::function<std::string()> &operation) {
  auto pause = 100ms;
  for (int n = 0;; ++n) {
    try {
      return operation();
    } catch (const std::runtime_error &) {
      if (n == 3)
        throw;
    }
    std::this_thread::sleep_for(pause); // expect: retry-missing-jitter
    pause *= 2;
  }
}

struct Job {
  std::function<int(const std::string &)> submit;
  int run(const std::string &name);
};

int Job::run(const std::string &name) {
  while (true) { // expect: retry-unbounded
    int rc = submit(name);
    if (rc == 0)
      return 0;
    std::this_thread::sleep_for(5s); // expect: retry-fixed-interval
  }
}

// A condition that is waited for.
void until(const std::function<bool()> &condition) {
  while (!condition())
    std::this_thread::sleep_for(10ms);
}

// The same work, again and again.
void every_second(const std::function<void()> &work, const bool &stop) {
  while (!stop) {
    work();
    std::this_thread::sleep_for(1s);
  }
}

// The next of several.
int sum(const std::function<int(int)> &value, int n) {
  int all = 0;
  for (int i = 0; i < n; ++i) {
    int one = value(i);
    if (one < 0)
      return one;
    all += one;
    std::this_thread::sleep_for(1ms);
  }
  return all;
}
