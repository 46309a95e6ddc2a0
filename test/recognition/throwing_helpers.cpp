// RUN: %check_retry %s --checks=retry-fixed-interval,retry-unbounded -- -std=c++20
// A function that does not return may throw instead, and be caught.
#include <chrono>
#include <functional>
#include <sqlite3.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

struct Busy : std::runtime_error {
  using runtime_error::runtime_error;
};
[[noreturn]] void throwError(sqlite3 *db, const std::string &what);
[[noreturn]] void raiseFrom(int code);
[[noreturn]] void die(const char *why) noexcept;

template <typename F> void untilDone(F &&work) {
  while (true) { // expect: retry-unbounded
    try {
      return work();
    } catch (const Busy &) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50)); // expect: retry-fixed-interval
    }
  }
}
void execute(sqlite3 *db, const std::string &text) {
  untilDone([&] {
    if (sqlite3_exec(db, text.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
      throwError(db, text);
  });
}

int open(int fd, const sockaddr *to, socklen_t size) {
  for (int i = 0; i < 3; ++i)
    try {
      if (::connect(fd, to, size) < 0)
        raiseFrom(1);
      return fd;
    } catch (...) {
      sleep(1); // expect: retry-fixed-interval
    }
  return -1;
}

static void must(int rc) {
  if (rc < 0)
    raiseFrom(rc);
}
bool greet(int fd, const sockaddr *to, socklen_t size) {
  for (int i = 0; i < 4; ++i) {
    try {
      must(::connect(fd, to, size));
      return true;
    } catch (const std::exception &) {
      sleep(2); // expect: retry-fixed-interval
    }
  }
  return false;
}

// It says that it does not throw: the process ends.
void orDie(int fd, const sockaddr *to, socklen_t size) {
  for (;;)
    try {
      if (::connect(fd, to, size) < 0)
        die("no connection");
      return;
    } catch (const Busy &) {
      sleep(1);
    }
}
