// A wait in milliseconds that is split into seconds and the rest, and a unit that
// only the name of a function or parameter tells.
// RUN: %check_retry %s -- -std=gnu11
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <time.h>

int send_report(int id);
void board_usleep(unsigned long amount);
void rtos_delay_ms(unsigned amount);
void snooze(unsigned amount_sec);
void pause_briefly(unsigned amount);

static void doze(uint32_t ms) {
  struct timespec t = {ms / 1000, (long)(ms % 1000) * 1000000L};
  nanosleep(&t, NULL);
}

int equal_jitter(int id) {
  for (unsigned n = 0; n < 4; ++n) {
    if (n) {
      uint32_t half = (1000u << n) / 2;
      doze(half + arc4random_uniform(half + 1)); // expect: retry-weak-jitter "1 s to 2 s, 2 s to 4 s, 4 s to 8 s"
    }
    if (send_report(id) == 0) // expect: retry-unclassified-error
      return 0;
    fprintf(stderr, "report %d: %u\n", id, n);
  }
  return -1;
}

int full_jitter(int id) {
  for (unsigned n = 0; n < 4; ++n) {
    if (n) {
      unsigned long us = arc4random_uniform(1000000u << n);
      struct timeval t;
      t.tv_sec = us / 1000000;
      t.tv_usec = us % 1000000;
      select(0, NULL, NULL, NULL, &t);
    }
    if (send_report(id) == 0) // expect: retry-unclassified-error
      return 0;
    fprintf(stderr, "report %d: %u\n", id, n);
  }
  return -1;
}

int configured_jitter(int id, uint32_t most) {
  for (unsigned n = 0; n < 4; ++n) {
    if (n)
      doze(most / 2 + arc4random_uniform(most / 2)); // expect: retry-weak-jitter
    if (send_report(id) == 0) // expect: retry-unclassified-error
      return 0;
    fprintf(stderr, "report %d: %u\n", id, n);
  }
  return -1;
}

int named_by_function(int id) {
  for (unsigned n = 0; n < 4; ++n) {
    if (n)
      board_usleep(250000); // expect: retry-fixed-interval "250 ms, 250 ms, 250 ms (750 ms in total)"
    if (send_report(id) == 0) // expect: retry-unclassified-error
      return 0;
    fprintf(stderr, "report %d: %u\n", id, n);
  }
  return -1;
}

int named_by_suffix(int id) {
  for (unsigned n = 0; n < 4; ++n) { // expect: retry-missing-deadline "5 min"
    if (n)
      rtos_delay_ms(20000u << n); // expect: retry-missing-cap, retry-missing-jitter
    if (send_report(id) == 0) // expect: retry-unclassified-error
      return 0;
    fprintf(stderr, "report %d: %u\n", id, n);
  }
  return -1;
}

int named_by_parameter(int id) {
  for (unsigned n = 0; n < 4; ++n) {
    if (n)
      snooze(2); // expect: retry-fixed-interval "2 s, 2 s, 2 s"
    if (send_report(id) == 0) // expect: retry-unclassified-error
      return 0;
    fprintf(stderr, "report %d: %u\n", id, n);
  }
  return -1;
}

// Nobody says how long that is.
int unnamed(int id) {
  for (unsigned n = 0; n < 4; ++n) {
    if (n)
      pause_briefly(40000); // expect: retry-fixed-interval "40000, 40000, 40000"
    if (send_report(id) == 0) // expect: retry-unclassified-error
      return 0;
    fprintf(stderr, "report %d: %u\n", id, n);
  }
  return -1;
}
