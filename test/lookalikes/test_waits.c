// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

extern atomic_uint delivered;

void wait_delivered(unsigned wanted) {
  for (int retry = 0; atomic_load(&delivered) < wanted; retry++) {
    assert(retry < 500 && "messages did not arrive");
    usleep(10 * 1000);
  }
}

#define WAIT_UNTIL(cond, ms)                                                   \
  do {                                                                         \
    int left_ = (ms);                                                          \
    while (!(cond)) {                                                          \
      if (left_ <= 0)                                                          \
        return -1;                                                             \
      usleep(1000);                                                            \
      left_--;                                                                 \
    }                                                                          \
  } while (0)

int queue_depth(void *broker);

int test_queue_drains(void *broker) {
  WAIT_UNTIL(queue_depth(broker) == 0, 2000);
  return 0;
}

int pidfile_written(const char *path) {
  struct stat st;
  int attempts = 30;
  memset(&st, 0, sizeof st);
  while (attempts-- && (stat(path, &st) != 0 || st.st_size == 0))
    usleep(100000);
  return st.st_size > 0;
}

int wait_quiet(void *broker) {
  int empty = 0;
  do {
    empty = queue_depth(broker) == 0 ? empty + 1 : 0;
    usleep(empty < 3 ? 100000 : 500000);
  } while (empty < 5);
  return 0;
}

int child_alive(int pid);

int stop_and_wait(int pid) {
  struct timespec backoff = {0, 1000000};
again:
  if (!child_alive(pid))
    return 0;
  if (backoff.tv_nsec > 512000000)
    return -1;
  nanosleep(&backoff, NULL);
  backoff.tv_nsec *= 2;
  goto again;
}
