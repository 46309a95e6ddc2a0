// RUN: %check_retry %s -- -std=c11
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>
struct peer;
struct problem {
  int code;
};
struct problem *problem_new(int code);
int peer_request(struct peer *p, const char *what);

static struct problem *ask(struct peer *p, const char *what) {
  int rc = peer_request(p, what);
  if (rc != 0)
    return problem_new(rc);
  return NULL;
}

static int passing(int code) {
  switch (code) {
  case 1:
  case 5:
  case 7:
  case 8:
  case 9:
    return 1;
  default:
    return 0;
  }
}

#define SAY(n) printf("%s: %d of %d failed in round %d\n", what, i, retries, n + i * 2);

/* Five codes go round up to 'retries' times through a body of some length: the way
   of success has to be looked at before the budget is spent on them. */
int ask_patiently(struct peer *p, const char *what, int retries) {
  for (int i = 0; i <= retries; i++) {
    struct problem *e = ask(p, what);
    if (!e)
      return 0;
    if (i == retries || !passing(e->code))
      return -1;
    SAY(1) SAY(2) SAY(3) SAY(4) SAY(5) SAY(6) SAY(7) SAY(8)
    usleep(1000 * (i + 1)); // expect: retry-missing-jitter
  }
  return 0;
}
