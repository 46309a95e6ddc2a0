// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

enum dhcp_state { INIT, SELECTING, REQUESTING, BOUND, FAILED };
struct lease {
  enum dhcp_state state;
  int tries;
};
int dhcp_send_discover(struct lease *l);
int dhcp_recv_offer(struct lease *l);
int dhcp_send_request(struct lease *l);

int dhcp_walk(struct lease *l) {
redo:
  switch (l->state) {
  case INIT:
    l->state = dhcp_send_discover(l) < 0 ? FAILED : SELECTING;
    goto redo;
  case SELECTING:
    l->state = dhcp_recv_offer(l) < 0 ? FAILED : REQUESTING;
    goto redo;
  case REQUESTING:
    l->state = dhcp_send_request(l) < 0 ? FAILED : BOUND;
    goto redo;
  case BOUND:
    return 0;
  default:
    return -1;
  }
}

struct op {
  struct op *next;
  int version;
};
struct op *pop_op(void *queue);
int serve_op(struct op *o);

/* The label means the next operation. */
int pop_serve(void *queue, int current) {
  struct op *o;
retry:
  o = pop_op(queue);
  if (!o)
    return 0;
  if (o->version < current)
    goto retry;
  return serve_op(o);
}

int fw_erase(int page);
int fw_program(int page);
int fw_verify(int page);

int flash_page(int page) {
  int (*const steps[])(int) = {fw_erase, fw_program, fw_verify};
  int attempt = 0, rc = 0;
  while (attempt < 3 && (rc = steps[attempt](page)) == 0) {
    usleep(2000);
    attempt++;
  }
  return rc;
}

struct http_head {
  int status;
};
int read_head(int sock, struct http_head *h);

/* Skips interim answers. */
int final_status(int sock) {
  struct http_head h;
  int repeat;
  do {
    if (read_head(sock, &h) < 0)
      return -1;
    repeat = h.status >= 100 && h.status < 200;
  } while (repeat);
  return h.status;
}

enum door { CLOSED, OPENING, OPEN, BLOCKED };
enum door door_sense(void);
void door_motor(int on);

enum door door_open(void) {
  enum door d;
  int backoff = 20000;
  door_motor(1);
  for (;;) {
    d = door_sense();
    if (d == OPEN || d == BLOCKED)
      break;
    usleep(d == CLOSED ? backoff * 2 : backoff);
  }
  door_motor(0);
  return d;
}
