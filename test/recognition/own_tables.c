// RUN: %check_retry %s --checks=retry-fixed-interval,retry-unbounded -- -std=c11
// The function is reached through the object that it works on: the object is what matters.
#include <unistd.h>

struct link;
struct backend {
  long (*send)(struct link *l, const void *data, int length);
};
struct link {
  const struct backend *backend;
  int recovers;
};
void link_close(struct link *l);
int link_open(struct link *l);

int until_sent(struct link *l, const void *data, int length) {
  long rc;
  do { // expect: retry-unbounded
    rc = l->backend->send(l, data, length);
    if (rc == -1) {
      link_close(l);
      sleep(1); // expect: retry-fixed-interval "1 s, 1 s"
      link_open(l);
    }
  } while (rc == -1);
  return rc;
}

int five_times(struct link *l, const void *data, int length) {
  for (int n = 0; n < 5; n++) {
    if (l->backend->send(l, data, length) >= 0)
      return 0;
    link_close(l);
    link_open(l);
    sleep(2); // expect: retry-fixed-interval "2 s, 2 s"
  }
  return -1;
}

/* Not a retry: one link after the other. */
int first_that_works(struct link **all, const void *data, int length) {
  for (; *all; all++) {
    struct link *l = *all;
    if (l->backend->send(l, data, length) >= 0)
      return 0;
    sleep(1);
  }
  return -1;
}
