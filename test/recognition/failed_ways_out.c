// RUN: %check_retry %s --checks=retry-swallowed-exhaustion,retry-fixed-interval -- -std=gnu11
// What leaves with -1, with no pointer or with false, as giving up does, has not
// succeeded: it is no way out of a retry, and says nothing of what success gives.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct link;
struct link *link_new(void);
int link_connect(struct link *l);
int link_verify(struct link *l);
void link_free(struct link *l);
int connect_upstream(void);
long long send_count(const char *page);
bool send_page(const char *page);

static int redial(void) { return connect_upstream() >= 0; }

// Redialled between two attempts: a redial that fails ends it.
long long count_hit(const char *page) {
  for (int n = 0; n < 3; n++) {
    long long v = send_count(page);
    if (v >= 0)
      return v;
    fprintf(stderr, "hits: attempt %d failed\n", n);
    if (n == 2)
      break;
    usleep(drand48() * 1e6 * (1 << n));
    if (!redial())
      return -1;
  }
  return -1;
}

// What cannot be connected at all is given up; what is not verified, not.
struct link *dial(void) {
  for (int n = 0; n < 3; n++) {
    struct link *l = link_new();
    if (!l)
      return NULL;
    if (link_connect(l) <= 0) {
      link_free(l);
      return NULL;
    }
    if (link_verify(l) == 0)
      return l;
    fprintf(stderr, "not verified (%d)\n", n);
    link_free(l);
    usleep(drand48() * 1e6);
  }
  return NULL;
}

static int reopen(void) { return connect_upstream() == 0; }

bool show(const char *page) {
  for (int n = 0; n < 4; n++) {
    if (send_page(page))
      return true;
    sleep(1); // expect: retry-fixed-interval
    if (!reopen())
      return false;
  }
  return false;
}

// ---- Retries all the same.

// The helper's own failure goes round, whatever it gives in the end.
int attach(void) {
  for (int n = 0; n < 3; n++) {
    if (redial())
      return 0;
    sleep(2); // expect: retry-fixed-interval
  }
  return -1;
}

// The same value for both, and it is no error.
int attach_anyway(void) {
  for (int n = 0; n < 3; n++) {
    if (redial())
      return 0;
    sleep(2); // expect: retry-fixed-interval
  }
  return 0; // expect: retry-swallowed-exhaustion
}

// Another failure leaves with its own value; giving up gives that of success.
int announce(const char *page) {
  for (int n = 0; n < 3; n++) {
    long long v = send_count(page);
    if (v >= 0)
      return 0;
    if (v < -100)
      return -1;
    sleep(2); // expect: retry-fixed-interval
  }
  return 0; // expect: retry-swallowed-exhaustion
}
