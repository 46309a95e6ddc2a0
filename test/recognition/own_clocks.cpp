// RUN: %check_retry %s --checks=retry-unbounded,retry-sleep-past-deadline -- -std=c++17
// A clock of the program's own, which says in its name what it counts, or in its
// type.
#include <chrono>
#include <cstdint>
#include <unistd.h>

uint64_t now_ms();
uint32_t uptimeSeconds();
namespace sys {
std::chrono::steady_clock::time_point currentTime();
}
bool connectTo(const char *host);

bool forTenSeconds(const char *host) {
  const uint64_t end = now_ms() + 10000;
  int ms = 100;
  while (now_ms() < end) {
    if (connectTo(host))
      return true;
    usleep(ms * 1000); // expect: retry-sleep-past-deadline
    ms *= 2;
  }
  return false;
}

bool forAMinute(const char *host) {
  uint32_t begun = uptimeSeconds();
  for (unsigned pause = 1;; pause *= 2) {
    if (connectTo(host))
      return true;
    if (uptimeSeconds() - begun > 60)
      return false;
    sleep(pause); // expect: retry-sleep-past-deadline
  }
}

bool byTimePoint(const char *host) {
  auto limit = sys::currentTime() + std::chrono::seconds(5);
  do {
    if (connectTo(host))
      return true;
    usleep(500000); // expect: retry-sleep-past-deadline
  } while (sys::currentTime() < limit);
  return false;
}
