// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-unbounded,retry-excessive-attempts -- -std=c11
// What a program passes together with a callback is what the callback is given.
#include <stdint.h>

struct loop;
typedef void (*task_fn)(void *own);
uint64_t loop_after(struct loop *l, uint32_t ms, task_fn fn, void *own);
struct registry;
enum reg_status { REG_OK, REG_UNAVAILABLE, REG_FORBIDDEN };
void registry_renew_async(struct registry *r, void (*done)(void *own, enum reg_status st), void *own);
void report(int code);

struct lease {
  struct loop *loop;
  struct registry *reg;
  unsigned tries;
};

static void lease_fire(void *own);
static void lease_done(void *own, enum reg_status st) {
  struct lease *l = own;
  if (st != REG_UNAVAILABLE) {
    report(st);
    return;
  }
  if (l->tries >= 4) { // a bound, and no answer
    report(-1);
    return;
  }
  loop_after(l->loop, 3000, lease_fire, l); // expect: retry-fixed-interval "3"
}
static void lease_fire(void *own) {
  struct lease *l = own;
  l->tries++;
  registry_renew_async(l->reg, lease_done, l);
}
void lease_renew(struct lease *l) {
  l->tries = 0;
  lease_fire(l);
}

/* Bounded by another field, waits that double. */
struct probe {
  struct loop *loop;
  struct registry *reg;
  int left;
  uint32_t pause;
};
static void probe_fire(void *own);
static void probe_done(void *own, enum reg_status st) {
  struct probe *p = own;
  if (st == REG_OK || p->left-- <= 0) {
    report(st);
    return;
  }
  loop_after(p->loop, p->pause, probe_fire, p); // expect: retry-missing-jitter
  p->pause *= 2;
}
static void probe_fire(void *own) {
  struct probe *p = own;
  registry_renew_async(p->reg, probe_done, p);
}
void probe_start(struct probe *p) {
  p->left = 3;
  p->pause = 500;
  probe_fire(p);
}

/* For ever. */
static void endless_fire(void *own);
static void endless_done(void *own, enum reg_status st) {
  struct lease *l = own;
  if (st == REG_OK)
    return;
  loop_after(l->loop, 3000, endless_fire, l); // expect: retry-fixed-interval, retry-unbounded
}
static void endless_fire(void *own) {
  struct lease *l = own;
  registry_renew_async(l->reg, endless_done, l);
}
void endless(struct lease *l) { endless_fire(l); }
