// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-weak-jitter -- -std=c11 -D_GNU_SOURCE
// Generators that are written out: what comes out of them is random, whatever
// they are called.
#include <stdint.h>
#include <unistd.h>

struct hub;
int hub_connect(struct hub *h); // 0: connected

struct node {
  struct hub *hub;
  uint32_t a;
  uint64_t b;
};

static uint32_t mix(uint32_t *p) {
  uint32_t v = *p ? *p : 88172645u;
  v ^= v << 13;
  v ^= v >> 17;
  v ^= v << 5;
  *p = v;
  return v;
}

int half_is_fixed(struct node *n) {
  for (int i = 0; i < 4; i++) {
    uint32_t most = 400u << i;
    if (hub_connect(n->hub) == 0)
      return 0;
    usleep((most / 2 + mix(&n->a) % (most / 2 + 1)) * 1000); // expect: retry-weak-jitter "equal jitter"
  }
  return -1;
}

/* Full jitter: right. */
int from_zero(struct node *n) {
  for (int i = 0; i < 4; i++) {
    if (hub_connect(n->hub) == 0)
      return 0;
    n->a = n->a * 1664525u + 1013904223u;
    usleep((n->a >> 8) % (1000u << i) * 1000);
  }
  return -1;
}

static unsigned below(uint64_t *s, unsigned most) {
  *s = *s * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(*s >> 33) % most;
}

int always_the_same_range(struct node *n) {
  for (int i = 0; i < 4; i++) {
    if (hub_connect(n->hub) == 0)
      return 0;
    usleep(500000 + below(&n->b, 250000)); // expect: retry-weak-jitter "never grows"
  }
  return -1;
}

int wide_full(struct node *n) {
  for (int i = 0; i < 4; i++) {
    if (hub_connect(n->hub) == 0)
      return 0;
    usleep(below(&n->b, 100000u << i));
  }
  return -1;
}

/* The factors of delays are small, and so is a shift. */
int tripled(struct node *n) {
  unsigned delay = 1000;
  for (int i = 0; i < 4; i++) {
    if (hub_connect(n->hub) == 0)
      return 0;
    usleep(delay); // expect: retry-missing-jitter
    delay = delay * 3 + 1;
  }
  return -1;
}

int doubled(struct node *n) {
  unsigned delay = 1000;
  for (int i = 0; i < 4; i++) {
    if (hub_connect(n->hub) == 0)
      return 0;
    usleep(delay); // expect: retry-missing-jitter
    delay = delay << 1;
  }
  return -1;
}

int in_microseconds(struct node *n) {
  for (int i = 1; i < 5; i++) {
    unsigned delay = i * 50;
    if (hub_connect(n->hub) == 0)
      return 0;
    delay *= 10000;
    usleep(delay); // expect: retry-missing-jitter
  }
  return -1;
}
