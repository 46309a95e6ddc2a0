// RUN: %check_retry %s --checks=retry-missing-deadline -- -std=c++20
// More rounds than are watched: what is the same in all of them adds up.
#include <atomic>
#include <chrono>
#include <grpcpp/grpcpp.h>
#include <thread>
#include <unistd.h>

bool send_report(int id);
int send_state(int id, long *status);

bool ten_minutes(int id) {
  for (int i = 0; i < 60; ++i) { // expect: retry-missing-deadline "10 min"
    if (send_report(id))
      return true;
    sleep(10);
  }
  return false;
}

bool after_the_first(int id) {
  constexpr int Most = 100;
  int left = Most;
  while (true) { // expect: retry-missing-deadline "49.5 s"
    if (send_report(id))
      return true;
    if (--left == 0)
      return false;
    usleep(500000);
  }
}

bool by_state(int id) {
  for (int i = 0; i < 60; ++i) { // expect: retry-missing-deadline "2 min"
    long status = 0;
    if (send_state(id, &status) == 0)
      return true;
    if (status == 429) {
      std::this_thread::sleep_for(std::chrono::seconds(2));
      continue;
    }
    if (status != 503)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return false;
}

bool soon_over(int id) {
  for (int i = 0; i < 60; ++i) {
    if (send_report(id))
      return true;
    usleep(100000);
  }
  return false;
}

bool of_unknown_length(int id, unsigned pause) {
  for (int i = 0; i < 60; ++i) {
    if (send_report(id))
      return true;
    sleep(pause);
  }
  return false;
}

bool of_unknown_number(int id, int most) {
  for (int i = 0; i < most; ++i) {
    if (send_report(id))
      return true;
    sleep(10);
  }
  return false;
}

bool looks_at_the_clock(int id) {
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  for (int i = 0; i < 60; ++i) {
    if (send_report(id))
      return true;
    if (std::chrono::steady_clock::now() + std::chrono::seconds(10) > end)
      return false;
    sleep(10);
  }
  return false;
}
