// RUN: %check_retry %s --checks=retry-missing-jitter -- -std=c11
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <math.h>
#include <netdb.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct vault;
int vault_unseal(struct vault *v, const char *key);
bool meter_request(int serial, double *kwh);
enum relay_rc { RELAY_OK = 0, RELAY_TIMEOUT = -1, RELAY_REFUSED = -2 };
enum relay_rc relay_send(const char *rcpt, const char *body);
int tape_position(int drive);

/* --- the waits grow, and every client waits alike --- */

int unseal(struct vault *v, const char *key) {
  int err, n;
  for (n = 0; n < 4; n++) {
    if ((err = vault_unseal(v, key)) == 0)
      return 0;
    sleep(1u << n); // expect: retry-missing-jitter "1 s, 2 s, 4 s"
  }
  return err;
}

int dial_hub(const struct sockaddr *addr, socklen_t len) {
  useconds_t us = 100 * 1000;
  int fd;
reconnect:
  fd = socket(addr->sa_family, SOCK_STREAM, 0);
  if (connect(fd, addr, len) == 0)
    return fd;
  close(fd);
  if (us > 3200000)
    return -1;
  usleep(us); // expect: retry-missing-jitter "100 ms, 200 ms, 400 ms"
  us <<= 1;
  goto reconnect;
}

static const int steps_ms[] = {50, 200, 1000, 5000};
#define STEPS (sizeof steps_ms / sizeof steps_ms[0])
bool read_meter(int serial, double *kwh) {
  size_t i = 0;
  while (!meter_request(serial, kwh)) {
    if (i == STEPS)
      return false;
    poll(NULL, 0, steps_ms[i++]); // expect: retry-missing-jitter "50 ms, 200 ms, 1 s"
  }
  return true;
}

static void nap(double secs) {
  struct timespec ts = {.tv_sec = (time_t)secs, .tv_nsec = (long)((secs - (time_t)secs) * 1e9)};
  nanosleep(&ts, NULL);
}
enum relay_rc relay_mail(const char *rcpt, const char *body) {
  enum relay_rc rc;
  int k = 0;
  do {
    rc = relay_send(rcpt, body);
    if (rc != RELAY_TIMEOUT)
      break;
    nap(fmin(pow(2, k), 30.0)); // expect: retry-missing-jitter
  } while (++k < 5);
  return rc;
}

/* One more second each time. */
int lookup_hub(const char *host, struct addrinfo **out) {
  struct timeval tv;
  int rc = getaddrinfo(host, "5683", NULL, out);
  for (long s = 1; rc == EAI_AGAIN && s <= 4; s++) {
    tv.tv_sec = s;
    tv.tv_usec = 0;
    select(0, NULL, NULL, NULL, &tv); // expect: retry-missing-jitter "1 s, 2 s, 3 s"
    rc = getaddrinfo(host, "5683", NULL, out);
  }
  return rc;
}

/* Anything modulo 1 is 0. */
#define SPREAD_S 1
CURLcode sync_calendar(CURL *h) {
  unsigned wait = 2;
  CURLcode rc;
  for (int left = 4; left > 0; left--) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    sleep(wait + rand() % SPREAD_S); // expect: retry-missing-jitter "2 s, 4 s, 8 s"
    wait *= 2;
  }
  return rc;
}

struct relay_opts {
  unsigned most_ms;
};
/* The ceiling is the caller's; below it the wait doubles. */
bool relay_patiently(const struct relay_opts *o, const char *rcpt, const char *body, unsigned left) {
  unsigned ms = 250;
  for (; left; left--) {
    if (relay_send(rcpt, body) == RELAY_OK)
      return true;
    usleep(ms * 1000); // expect: retry-missing-jitter
    ms = ms * 2 < o->most_ms ? ms * 2 : o->most_ms;
  }
  return false;
}

/* --- jitter of some kind, no growth, or no retry --- */

int unseal_full_jitter(struct vault *v, const char *key) {
  for (int attempt = 0; attempt < 3; attempt++) {
    if (vault_unseal(v, key) == 0)
      return 0;
    usleep((useconds_t)(drand48() * 1e6 * (1 << attempt)));
  }
  return -EAGAIN;
}

static unsigned jittered(unsigned ceiling_ms) {
  return arc4random_uniform(ceiling_ms + 1);
}
bool meter_jitter_in_helper(int serial, double *kwh) {
  unsigned backoff = 1000;
  for (int retries = 3; retries--; backoff *= 2) {
    if (meter_request(serial, kwh))
      return true;
    poll(NULL, 0, (int)jittered(backoff));
  }
  return false;
}

/* Weak, not missing. */
enum relay_rc relay_additive(const char *rcpt, const char *body) {
  enum relay_rc rc;
  unsigned retry = 0;
  while ((rc = relay_send(rcpt, body)) == RELAY_TIMEOUT && retry < 4) {
    usleep((1000u << retry++) * 1000 + (useconds_t)(random() % 500000));
  }
  return rc;
}

CURLcode calendar_decorrelated(CURL *h) {
  long backoff = 1000;
  CURLcode rc = curl_easy_perform(h);
  for (int attempt = 1; rc != CURLE_OK && attempt < 3; attempt++) {
    backoff = 1000 + random() % (3 * backoff - 1000 + 1);
    if (backoff > 30000)
      backoff = 30000;
    usleep((useconds_t)backoff * 1000);
    rc = curl_easy_perform(h);
  }
  return rc;
}

/* Not random, but another value in each process. */
int unseal_by_pid(struct vault *v, const char *key) {
  for (int retry = 0; retry < 4; retry++) {
    if (vault_unseal(v, key) == 0)
      return 0;
    unsigned range = 1000u << retry;
    usleep((useconds_t)((unsigned)getpid() % range) * 1000);
  }
  return -1;
}

bool meter_fixed(int serial, double *kwh) {
  for (int attempt = 0; attempt < 5; attempt++) {
    if (meter_request(serial, kwh))
      return true;
    sleep(2);
  }
  return false;
}

/* The step is reset before each wait. */
int unseal_reset(struct vault *v, const char *key) {
  int attempts = 0, err;
  while ((err = vault_unseal(v, key)) != 0 && attempts++ < 4) {
    unsigned delay = 1;
    sleep(delay);
    delay *= 2;
  }
  return err;
}

CURLcode calendar_server_paced(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int retry = 0; retry < 3; retry++) {
    long code = 0;
    curl_off_t after = 0;
    if ((rc = curl_easy_perform(h)) != CURLE_OK)
      return rc;
    curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &code);
    if (code != 503)
      break;
    curl_easy_getinfo(h, CURLINFO_RETRY_AFTER, &after);
    sleep((unsigned)after);
  }
  return rc;
}

/* A drive that rewinds; -1 leaves, "still moving" goes round. */
int rewind_tape(int drive) {
  unsigned backoff = 1;
  for (;;) {
    int pos = tape_position(drive);
    if (pos <= 0)
      return pos;
    sleep(backoff);
    if (backoff < 16)
      backoff *= 2;
  }
}

/* A spin lock that steps back further each time. */
void lock_ring(atomic_int *owner, int me) {
  long backoff = 100;
  int nobody = 0;
  while (!atomic_compare_exchange_weak(owner, &nobody, me)) {
    struct timespec ts = {0, backoff};
    nanosleep(&ts, NULL);
    backoff *= 2;
    nobody = 0;
  }
}

/* Blinks slower and slower; nothing is attempted. */
void blink_out(int fd) {
  for (unsigned retry_ms = 50; retry_ms < 2000; retry_ms *= 2) {
    dprintf(fd, "\a");
    usleep(retry_ms * 1000);
  }
}
