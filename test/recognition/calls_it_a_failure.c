// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter -- -std=gnu11
// A function that nobody knows, and that is waited for, is retried if the program
// calls what it gave a failure, or holds back longer and longer.
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

int crm_apply(const void *record, size_t length);
bool bring_up(int unit);
int start_up(int unit);
int modify_pair(int pair, int mask);
int settled(int unit);
int level(int tank);

void logged(const void *record, size_t length) {
  for (int i = 1; i <= 3; i++) {
    if (crm_apply(record, length) == 0)
      break;
    fprintf(stderr, "record not applied: attempt failed (%d of 3)\n", i);
    usleep(500000); // expect: retry-fixed-interval
  }
  syslog(LOG_INFO, "done");
}

bool toSyslog(int unit) {
  int left = 4;
  while (!bring_up(unit)) {
    syslog(LOG_WARNING, "cannot bring up unit %d", unit);
    if (--left == 0)
      return false;
    sleep(2); // expect: retry-fixed-interval
  }
  return true;
}

int byErrno(int pair) {
  int pause = 10000;
  for (int i = 0; i < 5; i++) {
    if (modify_pair(pair, 3) == 0)
      return 0;
    printf("[pair %d] error: %s\n", pair, strerror(errno));
    usleep(pause); // expect: retry-missing-jitter
    pause *= 2;
  }
  return -1;
}

void growing(int unit) {
  static const useconds_t pauses[] = {10000, 25000, 50000, 100000};
  for (size_t i = 0; i < sizeof pauses / sizeof pauses[0]; i++) {
    if (start_up(unit))
      return;
    usleep(pauses[i]); // expect: retry-missing-jitter
  }
}

// Still so: asked for longer and longer.
bool still(int unit) {
  for (int ms = 10; ms < 1000; ms *= 2) {
    if (!settled(unit))
      return true;
    usleep(ms * 1000);
  }
  return false;
}

bool notYet(int unit) {
  for (int ms = 10; ms < 1000; ms *= 2) {
    if (bring_up(unit))
      return true;
    usleep(ms * 1000);
  }
  return false;
}

// A log line of something else.
void watched(int tank) {
  for (int i = 0; i < 10; i++) {
    if (level(tank) == 0)
      break;
    printf("tank %d: waiting to be empty\n", tank);
    sleep(1);
  }
}
