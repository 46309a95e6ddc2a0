// RUN: %check_retry %s --checks=retry-weak-jitter -- -std=c++20
// What is drawn on top comes from several places; the floor is high in all.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <unistd.h>

bool send_report(int id);
using Ms = std::chrono::milliseconds;

bool two_draws(int id) {
  int pause = 1000;
  for (int i = 0; i < 5; ++i) {
    std::this_thread::sleep_for(Ms(rand() % 500));
    if (send_report(id))
      return true;
    std::this_thread::sleep_for(Ms(pause + pause * (rand() % 50) / 100)); // expect: retry-weak-jitter "floor"
    pause *= 2;
  }
  return false;
}

bool sum_of_both(int id) {
  for (int i = 0; i < 5; ++i) {
    if (send_report(id))
      return true;
    int pause = 1000 << i;
    usleep(1000 * (pause + rand() % 400 + rand() % (pause / 2))); // expect: retry-weak-jitter
  }
  return false;
}

bool before_and_after(int id) {
  int pause = 200;
  while (pause < 9000) {
    usleep(1000 * (rand() % 100));
    if (send_report(id))
      return true;
    pause = pause * 2;
    usleep(1000 * pause + 1000 * (rand() % (pause / 2))); // expect: retry-weak-jitter
  }
  return false;
}

// The floor is small against what is drawn.
bool low_floor(int id) {
  for (int i = 0; i < 5; ++i) {
    if (send_report(id))
      return true;
    usleep(1000 * (20 << i) + 1000 * (rand() % (1000 << i)) + rand() % 1000);
  }
  return false;
}

// The floor stays, and the rest grows.
bool decorrelated(int id) {
  int last = 1000;
  for (int i = 0; i < 5; ++i) {
    if (send_report(id))
      return true;
    last = std::min(30000, 1000 + rand() % (last * 3 - 1000));
    std::this_thread::sleep_for(Ms(last));
  }
  return false;
}
