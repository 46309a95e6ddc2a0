// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

int dir_lock(pthread_rwlock_t *lock) {
  int tries = 120;
  while (pthread_rwlock_tryrdlock(lock) != 0) {
    if (--tries == 0)
      return ETIMEDOUT;
    usleep(500000);
  }
  return 0;
}

static atomic_int console_owner;

void console_enter(int self) {
  int nobody = 0;
  while (!atomic_compare_exchange_weak(&console_owner, &nobody, self))
    nobody = 0;
}

void spin_acquire(pthread_spinlock_t *s) {
  unsigned backoff_us = 1;
retry:
  if (pthread_spin_trylock(s) == EBUSY) {
    usleep(backoff_us);
    if (backoff_us < 1024)
      backoff_us <<= 1;
    goto retry;
  }
}

int take_slot(sem_t *sem, int seconds) {
  time_t end = time(NULL) + seconds;
  do {
    if (sem_trywait(sem) == 0)
      return 0;
    usleep(1000);
  } while (time(NULL) < end);
  return -1;
}

int lock_pair(pthread_mutex_t *x, pthread_mutex_t *y, int max_attempts) {
  for (int attempt = 1; attempt <= max_attempts; attempt++) {
    pthread_mutex_lock(x);
    int rc = pthread_mutex_trylock(y);
    if (rc == 0)
      return 0;
    pthread_mutex_unlock(x);
    if (rc != EBUSY)
      return rc;
    usleep((useconds_t)attempt * 100);
  }
  return EBUSY;
}
