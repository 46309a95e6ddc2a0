// RUN: %check_retry %s --checks=retry-missing-jitter -- -std=c11
#include <unistd.h>
/* The body of the attempted call is in this file, and too long to be followed. */
enum outcome { OUT_OK, OUT_REFUSED, OUT_TIMEOUT, OUT_DENIED };
struct url;
int step(struct url *u, int n);
#define S(n) if (step(u, n)) { if (step(u, n + 1)) return OUT_TIMEOUT; }
#define S10(n) S(n) S(n+1) S(n+2) S(n+3) S(n+4) S(n+5) S(n+6) S(n+7) S(n+8) S(n+9)

static enum outcome fetch_page(struct url *u) {
  S10(0) S10(10) S10(20) S10(30) S10(40) S10(50)
  return OUT_OK;
}

enum outcome fetch_patiently(struct url *u) {
  enum outcome o;
  int count = 0;
  do {
    if (count)
      sleep((unsigned)count); // expect: retry-missing-jitter
    o = fetch_page(u);
    if (o == OUT_OK || o == OUT_DENIED)
      return o;
  } while (++count < 10);
  return o;
}
