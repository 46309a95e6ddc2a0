// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-immediate,retry-unbounded,retry-missing-deadline -- -std=c11
#define _GNU_SOURCE
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

struct link;
int link_connect(struct link *l); // 0: connected
int stop_requested(void);
extern volatile bool shutting_down;

/* A sleep in slices, so that somebody can stop it, is one wait. */
int asked_by_call(struct link *l) {
  for (int n = 0; n < 4; n++) {
    if (link_connect(l) == 0)
      return 0;
    fprintf(stderr, "attempt %d failed\n", n);
    for (int slice = 0; slice < 20; slice++) {
      if (stop_requested())
        return -1;
      usleep(100000); // expect: retry-fixed-interval "2 s, 2 s"
    }
  }
  return -1;
}

int asked_by_flag(struct link *l) {
  int tries = 4;
  while (tries-- > 0) {
    if (link_connect(l) == 0)
      return 0;
    for (int ms = 3000; ms > 0 && !shutting_down; ms -= 250)
      usleep(250 * 1000); // expect: retry-fixed-interval "3 s, 3 s"
  }
  return -1;
}

/* The same before the first attempt. */
int slept_first(struct link *l) {
  for (int n = 0; n < 4; n++) {
    int left = 8;
    while (left-- > 0) {
      if (stop_requested())
        return -1;
      sleep(1); // expect: retry-fixed-interval "8 s, 8 s"
    }
    if (link_connect(l) == 0)
      return 0;
  }
  return -1;
}

/* How many slices is not known, and nothing is said about their sum. */
int configured(struct link *l, unsigned delay) {
  for (unsigned n = 0; n < 4; n++) {
    if (link_connect(l) == 0)
      return 0;
    unsigned left = delay;
    while (left-- > 0 && !stop_requested())
      sleep(1);
  }
  return -1;
}

/* select and poll on a descriptor that only wakes up: nobody looks at it. */
static void nap_select(int wake, int seconds) {
  struct timeval limit = {seconds, 0};
  fd_set set;
  FD_ZERO(&set);
  FD_SET(wake, &set);
  select(wake + 1, &set, 0, 0, &limit);
}

int by_select(struct link *l, int wake) {
  for (int i = 0; i < 5; i++) {
    if (link_connect(l) == 0)
      return 0;
    nap_select(wake, 3); // expect: retry-fixed-interval "3 s, 3 s"
  }
  return -1;
}

int by_poll(struct link *l, int wake) {
  struct pollfd p = {wake, POLLIN, 0};
  for (int i = 0; i < 5; i++) {
    if (link_connect(l) == 0)
      return 0;
    (void)poll(&p, 1, 1500); // expect: retry-fixed-interval "1.5 s, 1.5 s"
  }
  return -1;
}

/* Milliseconds that are split into a timespec are still the same number. */
static void nap(unsigned ms) {
  struct timespec t = {ms / 1000, (ms % 1000) * 1000000};
  nanosleep(&t, NULL);
}

int split_constant_delay(struct link *l, unsigned ms) {
  for (int i = 0; i < 5; i++) {
    if (link_connect(l) == 0)
      return 0;
    nap(ms); // expect: retry-fixed-interval
  }
  return -1;
}

int split_growing(struct link *l, unsigned ms) {
  for (int i = 0; i < 5; i++) {
    if (link_connect(l) == 0)
      return 0;
    nap(ms); // expect: retry-missing-jitter
    ms *= 2;
  }
  return -1;
}

int split_by_hand(struct link *l, long us) {
  for (int i = 0; i < 5; i++) {
    if (link_connect(l) == 0)
      return 0;
    struct timeval tv;
    tv.tv_sec = us / 1000000;
    tv.tv_usec = us % 1000000;
    select(0, NULL, NULL, NULL, &tv); // expect: retry-fixed-interval
  }
  return -1;
}
