// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct limiter {
  double tokens, rate, burst;
  struct timespec last;
};

void limiter_refill(struct limiter *l);

void limiter_take(struct limiter *l, double cost) {
  for (limiter_refill(l); l->tokens < cost; limiter_refill(l))
    usleep((useconds_t)((cost - l->tokens) / l->rate * 1e6));
  l->tokens -= cost;
}

void throttle_output(long sent_bytes, long started, long max_bytes_per_second) {
  while (sent_bytes / (time(NULL) - started + 1) > max_bytes_per_second)
    usleep(100000);
}

struct packet {
  struct packet *next;
  const void *data;
  size_t len;
};

/* One packet per slot; a lost one is lost. */
unsigned pace_packets(int sock, const struct packet *p, unsigned gap_us) {
  unsigned dropped = 0;
  for (; p; p = p->next) {
    if (send(sock, p->data, p->len, MSG_DONTWAIT) < 0)
      dropped++;
    usleep(gap_us);
  }
  return dropped;
}

extern volatile int credits;
int submit_request(int queue, const void *req);

int submit_with_credit(int queue, const void *req) {
  int retry;
  for (retry = 0; credits <= 0; retry++) {
    if (retry == 1000)
      return -1;
    usleep(1000);
  }
  credits--;
  return submit_request(queue, req);
}

int quota_left(int tenant);
int enqueue_mail(int tenant, const char *msg);

int mail_with_quota(int tenant, const char *msg) {
  unsigned backoff = 1;
  while (quota_left(tenant) == 0) {
    sleep(backoff);
    if (backoff < 32)
      backoff *= 2;
  }
  return enqueue_mail(tenant, msg);
}
