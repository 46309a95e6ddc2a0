// RUN: %check_retry %s --checks=retry-sleep-past-deadline -- -std=c11
#define _GNU_SOURCE
#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int pump_request(int id);
bool lamp_request(int id, bool on);

int pump(int id, time_t deadline) {
  int rc;
  while ((rc = pump_request(id)) != 0) {
    if (time(NULL) >= deadline)
      return rc;
    sleep(5); // expect: retry-sleep-past-deadline
  }
  return 0;
}

static int64_t now_ms(void) {
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

int dial(const struct sockaddr *addr, socklen_t len, int timeout_ms) {
  int64_t start = now_ms();
  unsigned gap = 100;
  while (now_ms() - start < timeout_ms) {
    int fd = socket(addr->sa_family, SOCK_STREAM, 0);
    if (connect(fd, addr, len) == 0)
      return fd;
    close(fd);
    usleep(gap * 1000); // expect: retry-sleep-past-deadline
    gap *= 2;
  }
  return -1;
}

bool lamp(int id) {
  time_t end = time(NULL) + 20;
  unsigned gap = 1;
  do {
    if (lamp_request(id, true))
      return true;
    sleep(gap); // expect: retry-sleep-past-deadline
    gap *= 2;
  } while (time(NULL) < end);
  return false;
}

/* --- looked at --- */

int pump_checked(int id, time_t deadline) {
  unsigned gap = 1;
  int rc;
  while ((rc = pump_request(id)) != 0) {
    if (time(NULL) + gap >= deadline)
      return rc;
    sleep(gap);
    gap *= 2;
  }
  return 0;
}

int dial_clamped(const struct sockaddr *addr, socklen_t len, int timeout_ms) {
  int64_t end = now_ms() + timeout_ms;
  int64_t gap = 100;
  for (;;) {
    int fd = socket(addr->sa_family, SOCK_STREAM, 0);
    if (connect(fd, addr, len) == 0)
      return fd;
    close(fd);
    int64_t left = end - now_ms();
    if (left <= 0)
      return -1;
    usleep((useconds_t)(gap < left ? gap : left) * 1000);
    gap *= 2;
  }
}

bool lamp_counted(int id) {
  for (int n = 0; n < 3; n++) {
    if (lamp_request(id, true))
      return true;
    sleep(1);
  }
  return false;
}
