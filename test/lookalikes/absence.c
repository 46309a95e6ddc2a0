// RUN: %check_retry %s -- -std=c11
// expect-none
// What another thread or process is about to make is waited for.
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

enum result { R_OK_, R_NO_EXISTS, R_IO_ERROR };
struct journal {
  int fd;
};
enum result open_index(struct journal *j);
int open_segment(const char *name);
#define SEGMENT_MISSING (-7)

int index_of(struct journal *j) {
  while (j->fd == -1) {
    enum result r = open_index(j);
    if (r == R_NO_EXISTS)
      usleep(10000);
    else if (r != R_OK_)
      return -1;
  }
  return 0;
}
int segment(const char *name) {
  int rc;
  for (int i = 0; i < 100; ++i) {
    rc = open_segment(name);
    if (rc != SEGMENT_MISSING)
      return rc;
    usleep(1000);
  }
  return rc;
}
int by_switch(struct journal *j) {
  for (;;)
    switch (open_index(j)) {
    case R_OK_:
      return 0;
    case R_NO_EXISTS:
      sleep(1);
      break;
    default:
      return -1;
    }
}
