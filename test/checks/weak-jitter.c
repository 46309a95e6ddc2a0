// RUN: %check_retry %s --checks=retry-weak-jitter -- -std=c11
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int gate_open(int id);
bool request_sensor(int id, double *value);
int push_metrics(const char *host, const void *buf, size_t len);

/* Half of it is fixed. */
int gate_equal(int id) {
  int err = 0;
  for (int n = 0; n < 4; n++) {
    if ((err = gate_open(id)) == 0)
      return 0;
    unsigned ms = 200u << n;
    usleep((ms / 2 + (unsigned)(random() % (ms / 2))) * 1000); // expect: retry-weak-jitter "equal jitter"
  }
  return err;
}

int dial(const struct sockaddr *addr, socklen_t len) {
  unsigned ms = 1000;
  int fd, tries = 0;
again:
  fd = socket(addr->sa_family, SOCK_STREAM, 0);
  if (connect(fd, addr, len) == 0)
    return fd;
  close(fd);
  if (++tries == 4)
    return -1;
  poll(NULL, 0, (int)(ms + arc4random_uniform(500))); // expect: retry-weak-jitter "additive jitter"
  ms *= 2;
  goto again;
}

bool sensor_narrow(int id, double *value) {
  double secs = 1;
  for (int left = 4; left > 0; left--) {
    if (request_sensor(id, value))
      return true;
    double t = secs * (0.95 + 0.1 * drand48());
    usleep((useconds_t)(t * 1e6)); // expect: retry-weak-jitter "only 10 %"
    secs *= 2;
  }
  return false;
}

CURLcode post_constant(CURL *h) {
  CURLcode rc;
  int n = 0;
  do {
    rc = curl_easy_perform(h);
    if (rc != CURLE_COULDNT_CONNECT)
      break;
    sleep(1 + rand() % 3); // expect: retry-weak-jitter "1 s to 3 s, 1 s to 3 s"
  } while (++n < 4);
  return rc;
}

/* --- allowed or unknown --- */

int gate_full(int id) {
  for (int n = 0; n < 3; n++) {
    if (gate_open(id) == 0)
      return 0;
    usleep((useconds_t)(drand48() * 1e6 * (1 << n)));
  }
  return -EAGAIN;
}

int gate_full_mod(int id) {
  unsigned cap_ms = 1000;
  for (int n = 0; n < 4; n++, cap_ms *= 2) {
    if (gate_open(id) == 0)
      return 0;
    usleep((useconds_t)(random() % (cap_ms + 1)) * 1000);
  }
  return -EAGAIN;
}

CURLcode decorrelated(CURL *h) {
  long wait = 1000;
  CURLcode rc = curl_easy_perform(h);
  for (int n = 1; rc != CURLE_OK && n < 4; n++) {
    wait = 1000 + random() % (3 * wait - 1000 + 1);
    if (wait > 30000)
      wait = 30000;
    usleep((useconds_t)wait * 1000);
    rc = curl_easy_perform(h);
  }
  return rc;
}

bool sensor_by_pid(int id, double *value) {
  for (int n = 0; n < 4; n++) {
    if (request_sensor(id, value))
      return true;
    usleep((useconds_t)(500 + getpid() % 100) * 1000);
  }
  return false;
}

unsigned pick_delay(int round);
bool sensor_unknown(int id, double *value) {
  for (int n = 0; n < 4; n++) {
    if (request_sensor(id, value))
      return true;
    usleep(pick_delay(n));
  }
  return false;
}

/* A base that the caller gives, full jitter. */
int metrics_full(const char *host, const void *buf, size_t len, unsigned base_ms) {
  int rc = push_metrics(host, buf, len);
  for (int n = 0; rc < 0 && n < 3; n++) {
    poll(NULL, 0, (int)((unsigned)rand() % (base_ms << n)));
    rc = push_metrics(host, buf, len);
  }
  return rc;
}

/* Narrow, but of two numbers that nobody knows. */
static void nap_about(unsigned ms) {
  struct timeval tv;
  unsigned t = ms + (unsigned)rand() % (ms / 10 + 1);
  tv.tv_sec = t / 1000;
  tv.tv_usec = (t % 1000) * 1000;
  select(0, NULL, NULL, NULL, &tv);
}
int metrics_on_top(const char *host, const void *buf, size_t len, unsigned base) {
  int rc = push_metrics(host, buf, len);
  for (int n = 0; rc < 0 && n < 3; n++) {
    nap_about(base << n);
    rc = push_metrics(host, buf, len);
  }
  return rc;
}
