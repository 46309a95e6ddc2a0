// RUN: %check_retry %s -- -std=c11
// expect-none
// A label that is only jumped to forwards makes no cycle: one step after the other.
#include <stdio.h>

struct device;
struct ops {
  int (*send)(struct device *d, int command);
};
struct device {
  const struct ops *ops;
};

int configure(struct device *d, int value) {
  int rc = d->ops->send(d, 1);
  if (rc < 0)
    goto out;
  rc = d->ops->send(d, value);
  if (rc < 0)
    goto out;
  rc = d->ops->send(d, 2);
out:
  if (rc < 0)
    fprintf(stderr, "not configured\n");
  return rc;
}

static int set(struct device *d, int value) {
  int rc = d->ops->send(d, 7);
  d->ops->send(d, value);
  d->ops->send(d, 8);
  return rc;
}
int set_twice(struct device *d) {
  int rc = -1;
  if (!d)
    goto out;
  rc = set(d, 1);
  if (rc < 0)
    rc = set(d, 1);
out:
  return rc;
}
