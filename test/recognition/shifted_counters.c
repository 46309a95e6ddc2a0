// A wait that doubles with a counter doubles, whatever the counter began with.
// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-weak-jitter -- -std=c11
#define _GNU_SOURCE
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define LEAST(a, b) ((a) < (b) ? (a) : (b))

struct link {
  int fd, tries;
  struct sockaddr_in to;
};

int dial(struct link *l) {
  return connect(l->fd, (struct sockaddr *)&l->to, sizeof l->to);
}

int full(struct link *l) {
  while (dial(l) != 0) {
    if (l->tries == 6)
      return -1;
    unsigned top = LEAST(30000u, 1000u << l->tries);
    usleep(1000 * (rand() % (top + 1)));
    l->tries++;
  }
  return 0;
}

int same_for_all(struct link *l) {
  while (dial(l) != 0) {
    if (++l->tries > 5)
      return -1;
    sleep(LEAST(30, 1 << l->tries)); // expect: retry-missing-jitter
  }
  return 0;
}

/* What half of it is nobody knows, but the cap is not its whole range. */
int halves(struct link *l, unsigned base) {
  do {
    unsigned ms = base << (l->tries - 1);
    if (ms > 20000)
      ms = 20000;
    usleep(1000 * (ms / 2) + rand() % (1000 * (ms / 2))); // expect: retry-weak-jitter "equal"
    if (dial(l) == 0)
      return 0;
  } while (++l->tries < 5);
  return -1;
}

/* Nothing moves the counter. */
int stands(struct link *l, int round) {
  for (int n = 0; n < 4; n++) {
    if (dial(l) == 0)
      return 0;
    sleep(1 << round); // expect: retry-fixed-interval
  }
  return -1;
}

int range_stands(struct link *l) {
  for (int n = 0; n < 4; n++) {
    if (dial(l) == 0)
      return 0;
    sleep(rand() % (1 << l->tries)); // expect: retry-weak-jitter "never grows"
  }
  return -1;
}
