// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>
#include <unistd.h>

extern volatile int terminate_requested;

int query_containers(const char *socket_path);

void *container_watch(void *arg) {
  while (!terminate_requested) {
    if (query_containers(arg) != 0)
      fprintf(stderr, "docker: listing failed, retrying with the next scan\n");
    sleep(60);
  }
  return NULL;
}

long watchdog_scan(void);

void *watchdog(void *arg) {
  (void)arg;
  for (;;) {
    long next = watchdog_scan();
    struct timespec ts = {next, 0};
    nanosleep(&ts, NULL);
  }
}

int journal_next(void *j);
void journal_forward(void *j);

/* Tails a journal: an error ends it, nothing new means a pause. */
int journal_tail(void *j) {
  while (!terminate_requested) {
    int r = journal_next(j);
    if (r < 0)
      return r;
    if (r == 0) {
      usleep(200000);
      continue;
    }
    journal_forward(j);
  }
  return 0;
}

unsigned flush_stats(int sock);

void statsd_main(int sock) {
  unsigned backoff_ms = 100;
  do {
    unsigned flushed = flush_stats(sock);
    if (flushed)
      backoff_ms = 100;
    else if (backoff_ms < 1600)
      backoff_ms <<= 1;
    usleep(backoff_ms * 1000);
  } while (!terminate_requested);
}

int run_backup(const char *volume);

void nightly(const char *volume) {
  while (!terminate_requested) {
    time_t now = time(NULL);
    struct tm tm;
    localtime_r(&now, &tm);
    if (tm.tm_hour == 3 && run_backup(volume) < 0)
      fprintf(stderr, "%s: backup failed\n", volume);
    sleep(3600);
  }
}
