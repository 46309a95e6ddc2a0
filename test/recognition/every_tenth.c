// What is done in every tenth round is not done in the others, wherever the
// counting began.
// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <unistd.h>

int submit(int queue, const char *job);

int waits_now_and_then(int queue) {
  static int tries;
  while (submit(queue, "a") != 0) {
    if (++tries % 10 == 0)
      sleep(1);
    if (tries > 100000)
      return -1;
  }
  return 0;
}

int counts_down(int queue, unsigned left) {
  while (submit(queue, "b") < 0) {
    if (left-- % 200 == 0)
      usleep(30);
    if (left == 0)
      return -1;
  }
  return 0;
}

struct sender {
  unsigned turns;
  int queue;
};

int keeps_count(struct sender *s) {
  int rc;
  do {
    rc = submit(s->queue, "c");
    s->turns++;
    if (rc != 0 && !(s->turns % 16))
      usleep(500);
  } while (rc != 0 && s->turns < 4096);
  return rc;
}
