// RUN: %check_retry %s --checks=retry-unbounded -- -std=c11

#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

int dial_collector(const struct sockaddr *sa, socklen_t len) {
  while (1) { // expect: retry-unbounded "for ever"
    int fd = socket(sa->sa_family, SOCK_STREAM, 0);
    if (fd < 0)
      return -1;
    if (connect(fd, sa, len) == 0)
      return fd;
    close(fd);
    sleep(5);
  }
}

CURLcode fetch_manifest(CURL *h) {
  CURLcode rc;
  for (;;) { // expect: retry-unbounded "for ever"
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    usleep(300 * 1000);
  }
  return rc;
}

struct mqtt;
int mqtt_open(struct mqtt *m, const char *host, int port);
int mqtt_pump(struct mqtt *m);
static volatile sig_atomic_t g_stop;

void on_term(int sig) {
  (void)sig;
  g_stop = 1;
}

void gateway_main(struct mqtt *m, const char *host) {
  while (!g_stop) { // expect: retry-unbounded "until shutdown"
    if (mqtt_open(m, host, 1883) != 0) {
      sleep(10);
      continue;
    }
    while (!g_stop && mqtt_pump(m) == 0)
      ;
  }
}

/* Grows and is drawn at random, but has no cap. */
struct tunnel;
bool tunnel_connect(struct tunnel *t);

void keep_tunnel(struct tunnel *t, const volatile int *leaving) {
  long top = 2;
  while (!*leaving) { // expect: retry-unbounded "until shutdown"
    if (tunnel_connect(t))
      return;
    sleep((unsigned)(random() % top));
    top *= 2;
  }
}

int resolve_host(const char *h, const char *s, struct addrinfo **r) {
  int rc;
  while ((rc = getaddrinfo(h, s, 0, r)) == EAI_AGAIN) // expect: retry-unbounded
    sleep(1);
  return rc;
}

struct kv;
int kv_set(struct kv *db, const char *key, const char *val);

void save_offset(struct kv *db, const char *val) {
  const struct timespec ts = {0, 200000000L};
  int rc;
  do { // expect: retry-unbounded "for ever"
    rc = kv_set(db, "offset", val);
    if (rc < 0)
      nanosleep(&ts, NULL);
  } while (rc < 0);
}

bool modem_dial(int dev, const char *number);

void hang_on(int dev, const char *number) {
  unsigned failures = 0;
redial: // expect: retry-unbounded "for ever"
  if (!modem_dial(dev, number)) {
    failures++;
    syslog(LOG_WARNING, "dial failed, attempt %u", failures);
    poll(NULL, 0, 2000);
    goto redial;
  }
}

int push_report(int sock, const void *buf, size_t len);

int deliver_report(int sock, const void *buf, size_t len) {
  if (push_report(sock, buf, len) == 0)
    return 0;
  struct timeval tv = {.tv_sec = 1};
  select(0, NULL, NULL, NULL, &tv);
  return deliver_report(sock, buf, len); // expect: retry-unbounded
}

// ---- What follows is bounded, or is not a retry.

#define CONNECT_TRIES 4

int dial_collector_some(const struct sockaddr *sa, socklen_t len) {
  int n = CONNECT_TRIES;
  while (n-- > 0) {
    int fd = socket(sa->sa_family, SOCK_STREAM, 0);
    if (fd < 0)
      return -1;
    if (connect(fd, sa, len) == 0)
      return fd;
    close(fd);
    if (n)
      sleep(1);
  }
  return -1;
}

CURLcode fetch_manifest_by(CURL *h, time_t until) {
  CURLcode rc;
  do {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    usleep(300 * 1000);
  } while (time(NULL) < until);
  return rc;
}

/* Grows, is drawn at random and capped: a daemon may. */
void gateway_polite(struct mqtt *m, const char *host) {
  unsigned top = 1000;
  while (!g_stop) {
    if (mqtt_open(m, host, 1883) != 0) {
      usleep((useconds_t)(random() % (top + 1)) * 1000);
      top = top * 2 > 30000 ? 30000 : top * 2;
      continue;
    }
    top = 1000;
    while (!g_stop && mqtt_pump(m) == 0)
      ;
  }
}

enum { RESOLVE_MAX = 2 };

int resolve_host_twice(const char *host, struct addrinfo **out) {
  int rc, i = 0;
again:
  rc = getaddrinfo(host, "443", NULL, out);
  if (rc == EAI_AGAIN && ++i < RESOLVE_MAX) {
    sleep(1);
    goto again;
  }
  return rc;
}

static const unsigned kv_pause_ms[] = {50, 200, 800, 0};

int save_offset_table(struct kv *db, const char *val) {
  for (const unsigned *p = kv_pause_ms;; p++) {
    if (kv_set(db, "offset", val) == 0)
      return 0;
    if (*p == 0)
      return -1;
    usleep(*p * 1000u);
  }
}

ssize_t read_again(int fd, void *buf, size_t len) {
  ssize_t n;
  do
    n = read(fd, buf, len);
  while (n < 0 && errno == EINTR);
  return n;
}

int write_all(int fd, const char *p, size_t left) {
  while (left > 0) {
    ssize_t n = write(fd, p, left);
    if (n < 0) {
      if (errno == EINTR)
        continue;
      return -1;
    }
    p += n;
    left -= (size_t)n;
  }
  return 0;
}

/* A server: success goes round as well. */
void serve(int lfd, void (*handle)(int)) {
  for (;;) {
    int fd = accept(lfd, NULL, NULL);
    if (fd < 0) {
      syslog(LOG_ERR, "accept: %s", strerror(errno));
      continue;
    }
    handle(fd);
  }
}

int printer_pages_left(int dev, int *left);

int wait_printed(int dev) {
  int left = 1;
  while (left > 0) {
    if (printer_pages_left(dev, &left) != 0)
      return -1;
    sleep(1);
  }
  return 0;
}

void take_retry_lock(atomic_flag *f) {
  while (atomic_flag_test_and_set(f))
    usleep(10);
}

/* The bound is written down; a timeout does not advance it. */
int push_report_stuck(int sock, const void *buf, size_t len) {
  int retries = 0;
  while (retries < 3) {
    if (push_report(sock, buf, len) == 0)
      return 0;
    sleep(1);
    if (errno == ETIMEDOUT)
      continue;
    retries++;
  }
  return -1;
}
