// RUN: %check_retry %s --checks=retry-missing-cap -- -std=c11
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int valve_request(int id, int state);
bool clock_sync(const char *server);

int valve_ten(int id, int state) {
  int rc, n;
  for (n = 0; n < 10; n++) {
    rc = valve_request(id, state);
    if (rc == 0)
      return 0;
    sleep(1u << n); // expect: retry-missing-cap "waits up to 9 min"
  }
  return rc;
}

int dial(const struct sockaddr *addr, socklen_t len) {
  unsigned secs = 1;
  int fd;
retry:
  fd = socket(addr->sa_family, SOCK_STREAM, 0);
  if (connect(fd, addr, len) == 0)
    return fd;
  close(fd);
  sleep(secs); // expect: retry-missing-cap "growing without a cap"
  secs *= 2;
  goto retry;
}

bool sync_pow(const char *server, int tries) {
  for (int n = 0; n < tries; n++) {
    if (clock_sync(server))
      return true;
    poll(NULL, 0, (int)(pow(2, n) * 1000)); // expect: retry-missing-cap
  }
  return false;
}

static volatile sig_atomic_t stopping;
void sync_daemon(const char *server) {
  useconds_t us = 1000;
  while (!stopping) {
    if (clock_sync(server))
      break;
    usleep(us); // expect: retry-missing-cap
    us <<= 1;
  }
}

CURLcode high(CURL *h) {
  CURLcode rc = CURLE_OK;
  unsigned s = 10;
  for (int n = 0; n < 6; n++) {
    if ((rc = curl_easy_perform(h)) == CURLE_OK)
      break;
    sleep(s); // expect: retry-missing-cap "grow to 2 min"
    s = s * 2 > 120 ? 120 : s * 2;
  }
  return rc;
}

/* --- fine --- */

int valve_four(int id, int state) {
  int rc = 0;
  for (int n = 0; n < 4; n++) {
    if ((rc = valve_request(id, state)) == 0)
      return 0;
    sleep(1u << n);
  }
  return rc;
}

void sync_capped(const char *server) {
  unsigned s = 1;
  while (!clock_sync(server)) {
    sleep(s);
    if (s < 16)
      s *= 2;
  }
}

CURLcode fmin_capped(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int n = 0; n < 12; n++) {
    if ((rc = curl_easy_perform(h)) == CURLE_OK)
      break;
    double t = fmin(pow(2, n), 30);
    usleep((useconds_t)(t * 1e6));
  }
  return rc;
}

bool sync_fixed(const char *server) {
  for (int n = 0; n < 5; n++) {
    if (clock_sync(server))
      return true;
    sleep(45);
  }
  return false;
}

/* The exponent stops at 5. */
int valve_clipped(int id, int state, int tries) {
  int rc = -1;
  for (int n = 0; n < tries; n++) {
    if ((rc = valve_request(id, state)) == 0)
      break;
    sleep(1u << (n > 4 ? 4 : n));
  }
  return rc;
}

/* Overflows only if somebody asks for more than thirty attempts. */
int valve_shift_capped(int id, int state, int tries) {
  int rc = -1;
  for (int n = 0; n < tries; n++) {
    if ((rc = valve_request(id, state)) == 0)
      break;
    unsigned s = 1u << n;
    sleep(s < 30 ? s : 30);
  }
  return rc;
}
