// REQUIRES: hiredis
// RUN: %check_retry %s --checks=%model_checks --
#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Counts twice if the reply to the first INCR was lost.
long long next_ticket(redisContext *c) {
  for (int i = 0; i < 3; i++) {
    redisReply *reply = redisCommand(c, "INCR tickets:%s", "eu"); // expect: retry-non-idempotent "INCR 'redisCommand'"
    if (reply) {
      long long n = reply->integer;
      freeReplyObject(reply);
      return n;
    }
    sleep(1 << i); // expect: retry-missing-jitter
  }
  return -1;
}

int enqueue(redisContext *c, const char *queue, const char *job) {
  int tries = 0;
  redisReply *r;
again:
  r = redisCommand(c, "lpush %s %s", queue, job); // expect: retry-immediate, retry-non-idempotent "LPUSH"
  if (r == NULL) {
    if (++tries < 5)
      goto again;
    return -1;
  }
  freeReplyObject(r);
  return 0;
}

redisContext *dial(const char *host, int port) {
  redisContext *c = NULL;
  while (1) { // expect: retry-unbounded "redisConnect"
    c = redisConnect(host, port);
    if (c != NULL && !c->err)
      return c;
    if (c)
      redisFree(c);
    usleep(500000); // expect: retry-fixed-interval "500 ms"
  }
}

int heal(redisContext *c) {
  for (int n = 0; n < 4; ++n) {
    if (redisReconnect(c) == REDIS_OK)
      return 0;
    sleep(2); // expect: retry-fixed-interval "2 s, 2 s"
  }
  return -1;
}

// May be repeated: the value is the same in the end.
int remember(redisContext *c, const char *key, const char *value) {
  unsigned cap_ms = 1000;
  for (int i = 0; i < 3; i++) {
    redisReply *r = redisCommand(c, "SET %s %s", key, value);
    if (r != NULL) {
      freeReplyObject(r);
      return 0;
    }
    if (i == 2)
      break;
    fprintf(stderr, "redis: SET failed, attempt %d of 3: %s\n", i + 1, c->errstr);
    usleep(rand() % (cap_ms << i) * 1000);
  }
  return -1;
}

// Takes the replies of a pipeline one by one.
int drain(redisContext *c, int pending) {
  void *reply;
  while (pending-- > 0) {
    if (redisGetReply(c, &reply) != REDIS_OK)
      return -1;
    freeReplyObject(reply);
  }
  return 0;
}

// Waits for work.
void serve(redisContext *c, void (*handle)(const char *)) {
  for (;;) {
    redisReply *job = redisCommand(c, "BRPOP jobs 0");
    if (!job)
      return;
    handle(job->element[1]->str);
    freeReplyObject(job);
  }
}

// Another server each time.
redisContext *any_of(const char *const *hosts, int count) {
  for (int i = 0; i < count; i++) {
    redisContext *c = redisConnect(hosts[i], 6379);
    if (c && !c->err)
      return c;
    redisFree(c);
  }
  return NULL;
}
