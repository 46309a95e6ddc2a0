// RUN: %check_retry %s --checks=retry-missing-deadline -- -std=c11
#define _GNU_SOURCE
#include <curl/curl.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int kiln_request(int id);
bool belt_request(int id);

int kiln(int id) {
  int rc = 0;
  for (int n = 0; n < 10; n++) { // expect: retry-missing-deadline "waits up to 50 s"
    if ((rc = kiln_request(id)) == 0)
      break;
    sleep(5);
  }
  return rc;
}

/* The first attempt, and four more after 2, 6, 18 and 54 seconds. */
int dial(const struct sockaddr *addr, socklen_t len) {
  unsigned s = 2;
  int fd, n = 0;
again: // expect: retry-missing-deadline "waits up to 80 s"
  fd = socket(addr->sa_family, SOCK_STREAM, 0);
  if (connect(fd, addr, len) == 0)
    return fd;
  close(fd);
  if (++n == 5)
    return -1;
  sleep(s);
  s *= 3;
  goto again;
}

static const struct timespec quarter = {15, 0};
bool belt(int id) {
  int left = 4;
  while (!belt_request(id)) { // expect: retry-missing-deadline "waits up to 45 s"
    if (--left == 0)
      return false;
    nanosleep(&quarter, 0);
  }
  return true;
}

/* --- within the limit, or not known --- */

int kiln_short(int id) {
  int rc = 0;
  for (int n = 0; n < 5; n++) {
    if ((rc = kiln_request(id)) == 0)
      break;
    sleep(5);
  }
  return rc;
}

bool belt_clock(int id, time_t end) {
  for (int n = 0; n < 20; n++) {
    if (belt_request(id))
      return true;
    if (time(NULL) + 10 >= end)
      break;
    sleep(10);
  }
  return false;
}

bool belt_asked(int id, unsigned gap) {
  for (int n = 0; n < 20; n++) {
    if (belt_request(id))
      return true;
    sleep(gap);
  }
  return false;
}
