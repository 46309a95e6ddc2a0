// RUN: %check_retry %s --checks=retry-unbounded,retry-stuck-counter -- -std=c++17
// A counter whose steps are not known counts all the same.
#include <unistd.h>

extern const int limitMs, stepMs;
int open_camera(int unit);
int cost_of(int unit);

int byConstants(int unit) {
  for (int left = limitMs; left; left -= stepMs) {
    if (open_camera(unit) == 0)
      return 0;
    usleep(stepMs * 1000);
  }
  return -1;
}

int byParameter(int unit, int step) {
  int spent = 0;
  while (spent < 100) {
    if (open_camera(unit) == 0)
      return 0;
    spent += step;
    sleep(1);
  }
  return -1;
}

int byCall(int unit) {
  int left = 50;
  do {
    if (open_camera(unit) == 0)
      return 0;
    left -= cost_of(unit);
    sleep(1);
  } while (left > 0);
  return -1;
}

int never(int unit) {
  for (int rounds = 0;; rounds += stepMs) { // expect: retry-unbounded
    if (open_camera(unit) == 0)
      return rounds;
    sleep(1);
  }
}
