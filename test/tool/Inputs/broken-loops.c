#include "addresses.h"
unsigned sleep(unsigned);
int connect(int fd, const void *address, unsigned length);
int submit(int queue, int job);

/* The next address is unknown, so that every round looks the same. */
int first_that_answers(int fd, struct address *list) {
  for (struct address *a = list; a != 0; a = a->next) {
    if (connect(fd, a->bytes, a->length) == 0)
      return 1;
    sleep(1);
  }
  return 0;
}

int half_typed(int queue) {
  for (int n = 0; n < 3; n++) {
    if (submit(queue, jobs[n]) == 0)
      return 1;
    sleep(1);
  }
  return 0;
}

int unknown_length(int queue) {
  job_id job = 7;
  while (submit(queue, job) != 0)
    sleep(next_wait(&job));
  return 1;
}

int sound(int queue) {
  for (int n = 0; n < 3; n++) {
    if (submit(queue, 7) == 0)
      return 1;
    sleep(1);
  }
  return 0;
}
