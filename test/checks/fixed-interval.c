// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c11
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

struct modem;
int modem_attach(struct modem *m, const char *apn);
bool ntp_query(const char *server, double *offset);
enum tsdb_rc { TSDB_OK, TSDB_BUSY, TSDB_GONE };
enum tsdb_rc tsdb_write(int handle, const char *line);
long job_progress(int job);

/* --- every wait is the same --- */

int dial_collector(const struct sockaddr *addr, socklen_t len) {
  int fd, tries = 5;
again:
  fd = socket(addr->sa_family, SOCK_STREAM, 0);
  if (fd < 0)
    return -1;
  if (connect(fd, addr, len) == 0)
    return fd;
  close(fd);
  if (--tries == 0)
    return -1;
  sleep(3); // expect: retry-fixed-interval "3 s, 3 s"
  goto again;
}

#define APN_ROUNDS 4
#define APN_PAUSE_US (500 * 1000)
int bring_modem_up(struct modem *m) {
  int err;
  for (int i = 0; i < APN_ROUNDS; i++) {
    if (i)
      usleep(APN_PAUSE_US); // expect: retry-fixed-interval "500 ms, 500 ms"
    err = modem_attach(m, "iot.example");
    if (err == 0)
      break;
  }
  return err;
}

double clock_offset(const char *server) {
  static const struct timespec nap = {.tv_sec = 0, .tv_nsec = 100000000L};
  double offset = 0;
  unsigned n = 0;
  while (!ntp_query(server, &offset) && n++ < 8)
    nanosleep(&nap, NULL); // expect: retry-fixed-interval "100 ms, 100 ms"
  return offset;
}

CURLcode fetch_manifest(CURL *h) {
  CURLcode rc = curl_easy_perform(h);
  for (int left = 3; rc != CURLE_OK && left; left--) {
    struct timeval tv = {2, 0};
    select(0, NULL, NULL, NULL, &tv); // expect: retry-fixed-interval "2 s, 2 s"
    rc = curl_easy_perform(h);
  }
  return rc;
}

static void nap_ms(int ms) { poll(NULL, 0, ms); }
enum { WRITE_ROUNDS = 6, WRITE_GAP = 50 };
enum tsdb_rc store_point(int handle, const char *line) {
  enum tsdb_rc rc;
  int n = 0;
  do {
    rc = tsdb_write(handle, line);
    if (rc != TSDB_BUSY)
      return rc;
    nap_ms(WRITE_GAP); // expect: retry-fixed-interval "50 ms, 50 ms"
  } while (++n < WRITE_ROUNDS);
  return rc;
}

/* The caller's number, whatever it is, serves every round. */
int resolve_peer(const char *host, unsigned pause, struct addrinfo **out) {
  int rc;
  for (int n = 0; n < 3; n++) {
    rc = getaddrinfo(host, "443", NULL, out);
    if (rc != EAI_AGAIN)
      return rc;
    sleep(pause); // expect: retry-fixed-interval
  }
  return rc;
}

/* Doubles, but the ceiling is already reached before the first round. */
int lock_mailbox(const char *path) {
  unsigned us = 250000;
  for (int n = 0; n < 20; n++) {
    int fd = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (fd >= 0 || errno != EEXIST)
      return fd;
    us *= 2;
    if (us > 200000)
      us = 200000;
    usleep(us); // expect: retry-fixed-interval "200 ms, 200 ms"
  }
  return -1;
}

struct feeder {
  pthread_mutex_t lock;
  pthread_cond_t wake;
  bool quit;
};
void feeder_connect(struct feeder *f, struct modem *m) {
  pthread_mutex_lock(&f->lock);
  while (!f->quit && modem_attach(m, "feed.example") != 0) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 10;
    pthread_cond_timedwait(&f->wake, &f->lock, &until); // expect: retry-fixed-interval
  }
  pthread_mutex_unlock(&f->lock);
}

#define TRY_HARD(expr, times, secs) \
  for (int t_ = 0; t_ < (times) && !(expr); t_++) \
  thrd_sleep(&(struct timespec){.tv_sec = (secs)}, NULL)
double offset_or_zero(const char *server) {
  double off = 0;
  TRY_HARD(ntp_query(server, &off), 5, 1); // expect: retry-fixed-interval "1 s, 1 s"
  return off;
}

/* --- waits that differ, or no retry at all --- */

int attach_full_jitter(struct modem *m) {
  for (int n = 0; n < 4; n++) {
    if (modem_attach(m, "iot.example") == 0)
      return 0;
    long cap = 1000000L << n;
    usleep((useconds_t)(random() % (cap + 1)));
  }
  return -1;
}

int attach_random_second(struct modem *m) {
  int retry = 5;
  while (retry--) {
    if (!modem_attach(m, "iot.example"))
      return 0;
    usleep(200000 + rand() % 800000);
  }
  return -ETIMEDOUT;
}

enum tsdb_rc store_growing(int handle, const char *line) {
  unsigned retry_delay = 1;
  enum tsdb_rc rc;
  while ((rc = tsdb_write(handle, line)) == TSDB_BUSY && retry_delay <= 16) {
    sleep(retry_delay);
    retry_delay <<= 1;
  }
  return rc;
}

bool ntp_by_table(const char *server, double *off) {
  static const unsigned retry_after[] = {1, 2, 5, 10};
  for (size_t i = 0; i < sizeof retry_after / sizeof *retry_after; i++) {
    if (ntp_query(server, off))
      return true;
    sleep(retry_after[i]);
  }
  return false;
}

CURLcode fetch_server_paced(CURL *h) {
  CURLcode rc;
  for (int attempt = 0; attempt < 3; attempt++) {
    long code = 0;
    curl_off_t retry_after = 0;
    rc = curl_easy_perform(h);
    curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &code);
    if (rc != CURLE_OK || code != 429)
      return rc;
    curl_easy_getinfo(h, CURLINFO_RETRY_AFTER, &retry_after);
    sleep((unsigned)retry_after);
  }
  return rc;
}

/* Waits for a child to go; the call does not fail, it says "not yet". */
int reap(pid_t pid) {
  int status, attempts = 100;
  while (attempts-- > 0) {
    pid_t got = waitpid(pid, &status, WNOHANG);
    if (got < 0)
      return -1;
    if (got == pid)
      return WEXITSTATUS(status);
    usleep(50000);
  }
  return -1;
}

/* A progress bar. */
int follow_job(int job) {
  long done;
  while ((done = job_progress(job)) < 100) {
    if (done < 0)
      return -1;
    printf("\r%ld %%", done);
    fflush(stdout);
    usleep(250000);
  }
  return 0;
}

/* A heartbeat at 1 Hz: failure and success are paced alike. */
void beat(int fd, volatile int *retry) {
  while (*retry) {
    if (send(fd, "\0", 1, MSG_NOSIGNAL) < 0)
      perror("beat");
    sleep(1);
  }
}

/* Partial writes: each round sends what is left. */
int push_firmware(int fd, const char *p, size_t n) {
  while (n > 0) {
    ssize_t w = send(fd, p, n, 0);
    if (w < 0)
      return -1;
    p += w;
    n -= (size_t)w;
    usleep(1000);
  }
  return 0;
}
