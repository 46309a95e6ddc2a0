// Functions that give their errno as a negative number: what is to be made
// again at once is no failure, but who backs off retries.
// RUN: %check_retry %s -- -std=gnu11
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#define FAILED(code) (-(code))

struct channel;
int channel_transfer(struct channel *c, void *to, int size);
int channel_submit(struct channel *c, const void *job);
int channel_call(struct channel *c, int request);
int stopping(struct channel *c);

int fill(struct channel *c, char *to, int size, int least) {
  int have = 0;
  while (have < least) {
    int n = channel_transfer(c, to, size);
    if (n == FAILED(EINTR))
      continue;
    if (n == FAILED(EAGAIN)) {
      usleep(1000);
      continue;
    }
    if (n < 0)
      return n;
    have += n;
  }
  return have;
}

int call_through_signals(struct channel *c, int request) {
  for (;;) {
    int n = channel_call(c, request);
    switch (n) {
    case -EINTR:
    case -EAGAIN:
      if (stopping(c))
        return n;
      continue;
    default:
      return n;
    }
  }
}

int call_again(struct channel *c, int request) {
  int n;
  do
    n = channel_call(c, request);
  while (n == -EINTR);
  return n;
}

int submit(struct channel *c, const void *job) {
  int left = 16, delay = 125;
  for (;;) {
    int n = channel_submit(c, job);
    if (n >= 0)
      return n;
    if (n != -EAGAIN || left-- == 0) // expect: retry-excessive-attempts "17 times"
      return n;
    fprintf(stderr, "the queue is full\n");
    usleep(delay); // expect: retry-missing-jitter
    delay *= 2;
  }
}

int call_refused(struct channel *c, int request) {
  for (int n = 0; n < 4; ++n) {
    int rc = channel_call(c, request);
    if (rc != -ECONNREFUSED)
      return rc;
    fprintf(stderr, "refused, %d\n", n);
    if (n < 3)
      usleep(500000); // expect: retry-fixed-interval
  }
  return -ECONNREFUSED;
}

// A code of one's own that is as large as EINTR is not EINTR.
int call_own_code(struct channel *c, int request) {
  for (int n = 0; n < 4; ++n) {
    int rc = channel_call(c, request);
    if (rc != -4)
      return rc;
    fprintf(stderr, "refused, %d\n", n);
    if (n < 3)
      usleep(500000); // expect: retry-fixed-interval
  }
  return -4;
}
