// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-weak-jitter -- -std=c++17
// What is drawn anew in each round does not come out alike in every round.
#include <cstdlib>
#include <random>
#include <unistd.h>

int upload(const char *file);

int notZero(const char *file) {
  for (int i = 0; i < 4; ++i) {
    int delay = rand() % 10;
    if (delay == 0)
      delay = 5;
    sleep(delay); // expect: retry-weak-jitter
    if (upload(file) == 0)
      return 0;
  }
  return -1;
}

int atLeast(const char *file, std::mt19937 &dice) {
  for (unsigned n = 0; n < 4; ++n) {
    if (upload(file) == 0)
      return 0;
    unsigned us = std::uniform_int_distribution<unsigned>(0, 1000000u << n)(dice);
    if (us < 20000)
      us = 20000;
    usleep(us);
  }
  return -1;
}

int sometimesTwice(const char *file) {
  for (int i = 0; i < 4; ++i) {
    if (upload(file) == 0)
      return 0;
    if (random() % 2)
      sleep(4); // expect: retry-fixed-interval "4 s, 4 s"
    else
      sleep(4);
  }
  return -1;
}
