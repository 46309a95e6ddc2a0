// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c11
#include <unistd.h>
struct reply {
  unsigned char ccode;
  unsigned char data[16];
};
struct request {
  int cmd;
};
struct link;
struct reply *link_send_request(struct link *l, const struct request *r);

/* No answer leaves; an answer whose code says busy goes round. */
int set_mode(struct link *l, int cmd) {
  struct request r = {cmd};
  struct reply *a;
  int tries = 0;
  while (1) {
    a = link_send_request(l, &r);
    if (!a)
      return -1;
    if (a->ccode == 0xc0 && tries++ < 4) {
      sleep(2); // expect: retry-fixed-interval
      continue;
    }
    return a->ccode;
  }
}

int set_mode_counted(struct link *l, int cmd) {
  struct request r = {cmd};
  for (int i = 0; i < 5; i++) {
    struct reply *a = link_send_request(l, &r);
    if (!a)
      return -1;
    if (a->ccode == 0)
      return 0;
    sleep(1); // expect: retry-fixed-interval
  }
  return -1;
}

int set_mode_either(struct link *l, int cmd) {
  struct request r = {cmd};
  int left = 4;
  for (;;) {
    if (left-- == 0)
      break;
    sleep(1); // expect: retry-fixed-interval
    struct reply *a = link_send_request(l, &r);
    if (!a || a->ccode)
      continue;
    return 0;
  }
  return -1;
}
