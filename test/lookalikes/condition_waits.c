// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <mqueue.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct job_queue {
  pthread_mutex_t mtx;
  pthread_cond_t nonempty;
  void *head;
  int closed;
};

void *queue_wait(struct job_queue *q) {
  pthread_mutex_lock(&q->mtx);
  while (!q->head && !q->closed)
    pthread_cond_wait(&q->nonempty, &q->mtx);
  void *item = q->head;
  pthread_mutex_unlock(&q->mtx);
  return item;
}

int wait_reply(pthread_mutex_t *m, pthread_cond_t *c, const int *answered) {
  struct timespec until;
  int rc = 0, retry = 0;
  pthread_mutex_lock(m);
  while (!*answered && retry++ < 10) {
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    rc = pthread_cond_timedwait(c, m, &until);
    if (rc != 0 && rc != ETIMEDOUT)
      break;
  }
  pthread_mutex_unlock(m);
  return *answered ? 0 : rc;
}

void futex_wait_until_changed(int *word, int old) {
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == old)
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, old, NULL, NULL, 0);
}

struct waiter {
  pthread_mutex_t m;
  pthread_cond_t c;
  unsigned generation;
};

void barrier_wait(struct waiter *w) {
  pthread_mutex_lock(&w->m);
  unsigned mine = w->generation;
retry:
  pthread_cond_wait(&w->c, &w->m);
  if (w->generation == mine)
    goto retry;
  pthread_mutex_unlock(&w->m);
}

ssize_t next_order(mqd_t orders, char *buf, size_t len) {
  ssize_t n;
  struct timespec t;
  do {
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += 5;
    n = mq_timedreceive(orders, buf, len, NULL, &t);
  } while (n < 0 && errno == ETIMEDOUT);
  return n;
}
