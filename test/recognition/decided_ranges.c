// RUN: %check_retry %s --checks=retry-missing-cap,retry-weak-jitter,retry-missing-jitter -- -std=c11 -D_GNU_SOURCE
// A comparison leaves a part of a range: a cap on a random wait is one.
#include <stdlib.h>
#include <unistd.h>

int link_connect(const char *host); // 0: connected

void decorrelated(const char *host) {
  unsigned before = 1000;
  while (link_connect(host) != 0) {
    unsigned ms = 1000 + arc4random_uniform(3 * before - 1000 + 1);
    if (ms > 30000)
      ms = 30000;
    before = ms;
    usleep(ms * 1000);
  }
}

void the_other_way_round(const char *host) {
  unsigned before = 1000;
  while (link_connect(host) != 0) {
    unsigned ms = 1000 + arc4random_uniform(3 * before - 1000 + 1);
    before = ms <= 30000 ? ms : 30000;
    usleep(before * 1000);
  }
}

struct backoff {
  unsigned before;
};
void in_a_member(const char *host, struct backoff *b) {
  b->before = 500;
  while (link_connect(host) != 0) {
    b->before = 500 + arc4random_uniform(3 * b->before);
    if (b->before >= 20000)
      b->before = 20000;
    usleep(b->before * 1000);
  }
}

void without(const char *host) {
  unsigned before = 1000;
  while (link_connect(host) != 0) {
    before = 1000 + arc4random_uniform(3 * before);
    usleep(before * 1000); // expect: retry-missing-cap
  }
}
