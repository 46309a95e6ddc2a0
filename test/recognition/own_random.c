// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-weak-jitter -- -std=c11 -D_GNU_SOURCE
// Functions of the program that draw a number, and those that may.
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

struct hub;
int hub_connect(struct hub *h); // 0: connected
uint32_t sys_random_below(uint32_t n);
int rand_between(int least, int most);
uint32_t prng_u32(void);
unsigned with_jitter(unsigned ms);
unsigned pick_pause(unsigned most);
unsigned to_micros(unsigned ms);
void hub_sleep_ms(unsigned ms);

/* Full jitter: right. */
int full(struct hub *h) {
  for (int n = 0; n < 4; n++) {
    if (hub_connect(h) == 0)
      return 0;
    hub_sleep_ms(sys_random_below(1000u << n));
  }
  return -1;
}

int equal(struct hub *h) {
  for (int n = 0; n < 4; n++) {
    unsigned step = 1000u << n;
    if (hub_connect(h) == 0)
      return 0;
    hub_sleep_ms(step / 2 + sys_random_below(step / 2)); // expect: retry-weak-jitter "equal jitter"
  }
  return -1;
}

int between_two(struct hub *h) {
  for (int n = 0; n < 4; n++) {
    if (hub_connect(h) == 0)
      return 0;
    hub_sleep_ms(rand_between(200, 900)); // expect: retry-weak-jitter "never grows"
  }
  return -1;
}

int remainder_of(struct hub *h) {
  for (int n = 0; n < 4; n++) {
    if (hub_connect(h) == 0)
      return 0;
    hub_sleep_ms(2000 + prng_u32() % 100); // expect: retry-weak-jitter
  }
  return -1;
}

/* What it makes of the number nobody knows. */
int changed_somehow(struct hub *h) {
  for (int n = 0; n < 4; n++) {
    if (hub_connect(h) == 0)
      return 0;
    hub_sleep_ms(with_jitter(2000));
  }
  return -1;
}

/* It may draw from what it is given, under any name. */
int may_draw(struct hub *h, unsigned most) {
  for (int n = 0; n < 4; n++) {
    if (hub_connect(h) == 0)
      return 0;
    hub_sleep_ms(pick_pause(most));
  }
  return -1;
}

/* A constant becomes another one. */
int converted(struct hub *h) {
  for (int n = 0; n < 4; n++) {
    if (hub_connect(h) == 0)
      return 0;
    usleep(to_micros(500)); // expect: retry-fixed-interval
  }
  return -1;
}
