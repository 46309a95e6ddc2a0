// RUN: %check_retry %s -- -std=c11
// expect-none
// One sample after the other: what is waited for does not depend on how the last one went.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

struct sensor {
  int fd;
  unsigned errors;
};
void publish(double value);

static int measure(struct sensor *s, double *value) {
  unsigned char command = 0x2c, raw[2];
  if (write(s->fd, &command, 1) != 1)
    return -EIO;
  usleep(20000);
  if (read(s->fd, raw, 2) != 2)
    return -EIO;
  *value = raw[0] * 256 + raw[1];
  return 0;
}

void by_the_clock(struct sensor *s, const volatile int *running) {
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  while (*running) {
    double value;
    if (measure(s, &value) < 0)
      fprintf(stderr, "no sample, %u errors\n", ++s->errors);
    else
      publish(value);
    next.tv_sec += 10;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
  }
}

void by_pauses(struct sensor *s, const volatile int *running) {
  while (*running) {
    double value;
    if (measure(s, &value) == 0) {
      publish(value);
      usleep(1000);
    }
    sleep(5);
  }
}

void pause_first(struct sensor *s, const volatile int *running) {
  while (*running) {
    double value;
    sleep(1);
    if (measure(s, &value) < 0) {
      s->errors++;
      continue;
    }
    usleep(500);
    publish(value);
  }
}
