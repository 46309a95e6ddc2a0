// RUN: %check_retry %s -- -std=c11
// expect-none
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

bool take_token(atomic_int *tokens) {
  int have = atomic_load(tokens);
  while (have > 0)
    if (atomic_compare_exchange_weak(tokens, &have, have - 1))
      return true;
  return false;
}

unsigned next_id(unsigned *counter) {
  unsigned old;
  do {
    old = *counter;
  } while (!__sync_bool_compare_and_swap(counter, old, old + 1));
  return old;
}

struct ring {
  atomic_size_t head, tail;
  size_t mask;
  void *slot[];
};

int ring_push(struct ring *r, void *item, int max_attempts) {
  for (int attempt = 0; attempt < max_attempts; attempt++) {
    size_t tail = atomic_load(&r->tail);
    if (tail - atomic_load(&r->head) > r->mask)
      return -1;
    if (atomic_compare_exchange_strong(&r->tail, &tail, tail + 1)) {
      r->slot[tail & r->mask] = item;
      return 0;
    }
    sched_yield();
  }
  return -1;
}

enum once_state { ONCE_NEW, ONCE_BUSY, ONCE_DONE };

void call_once_slow(_Atomic int *once, void (*init)(void)) {
  int expected;
retry:
  expected = ONCE_NEW;
  if (atomic_compare_exchange_strong(once, &expected, ONCE_BUSY)) {
    init();
    atomic_store(once, ONCE_DONE);
    return;
  }
  if (expected != ONCE_DONE)
    goto retry;
}

struct node {
  struct node *next;
};

struct node *pop_all_reversed(_Atomic(struct node *) *head) {
  struct node *list = atomic_exchange(head, NULL), *out = NULL;
  while (list) {
    struct node *next = list->next;
    list->next = out;
    out = list;
    list = next;
  }
  return out;
}
