// REQUIRES: hiredis, uv
// RUN: %check_retry %s --checks=%model_checks --
#include <hiredis/async.h>
#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

int attach(redisAsyncContext *c, uv_loop_t *loop);

// A timer connects again when the callback hears of a failure.
static uv_loop_t *loop;
static uv_timer_t timer;
static void on_connect(const redisAsyncContext *c, int status);
static void dial(uv_timer_t *t) {
  redisAsyncContext *c = redisAsyncConnect("cache", 6379);
  attach(c, loop);
  redisAsyncSetConnectCallback(c, on_connect);
}
static void on_connect(const redisAsyncContext *c, int status) {
  if (status != REDIS_OK) {
    fprintf(stderr, "redis: %s\n", c->errstr);
    uv_timer_start(&timer, dial, 3000, 0); // expect: retry-fixed-interval "3 s, 3 s", retry-unbounded
    return;
  }
  printf("connected\n");
}

// At once.
static void on_feed(const redisAsyncContext *c, int status);
static void feed(void) {
  redisAsyncContext *c = redisAsyncConnect("feed", 6379); // expect: retry-immediate, retry-unbounded
  redisAsyncSetConnectCallback(c, on_feed);
}
static void on_feed(const redisAsyncContext *c, int status) {
  if (status != REDIS_OK) {
    fprintf(stderr, "feed: %s\n", c->errstr);
    feed();
  }
}

// Gives up when it fails.
static void on_once(const redisAsyncContext *c, int status) {
  if (status != REDIS_OK)
    exit(1);
  printf("connected\n");
}
void once(void) {
  redisAsyncContext *c = redisAsyncConnect("cache", 6379);
  redisAsyncSetConnectCallback(c, on_once);
}

// The next of several.
static const char *const hosts[] = {"a", "b", "c"};
static int next;
static void on_any(const redisAsyncContext *c, int status);
void any(void) {
  redisAsyncContext *c = redisAsyncConnect(hosts[next], 6379);
  redisAsyncSetConnectCallback(c, on_any);
}
static void on_any(const redisAsyncContext *c, int status) {
  if (status != REDIS_OK && ++next < 3)
    any();
}
