// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

struct item {
  struct item *next;
  const void *data;
  size_t len;
};

int flush_queue(int sock, struct item **head) {
  int lost = 0;
  struct item *it;
  while ((it = *head)) {
    if (send(sock, it->data, it->len, MSG_NOSIGNAL) < 0)
      lost++;
    *head = it->next;
    free(it);
  }
  return lost;
}

void drain_socket(int sock) {
  char trash[4096];
  while (recv(sock, trash, sizeof trash, MSG_DONTWAIT) > 0)
    ;
}

struct retry_entry {
  struct retry_entry *next;
  int attempts;
  long due;
};
int resend(struct retry_entry *e);

/* One round over the entries that are due. */
int run_retry_queue(struct retry_entry *list, long now) {
  int sent = 0;
  for (struct retry_entry *e = list; e; e = e->next) {
    if (e->due > now)
      continue;
    e->attempts++;
    if (resend(e) != 0) {
      e->due = now + e->attempts;
      continue;
    }
    sent++;
  }
  return sent;
}

struct msg;
struct msg *outbox_pop(void *outbox);
int deliver(struct msg *m);
void bounce(struct msg *m);

void outbox_run(void *outbox) {
  struct msg *m;
next:
  m = outbox_pop(outbox);
  if (!m)
    return;
  if (deliver(m) != 0)
    bounce(m);
  usleep(1000);
  goto next;
}

int ring_pop(void *ring, unsigned *frame);
int usb_submit(unsigned frame);

int stream_frames(void *ring, int max_attempts) {
  unsigned frame;
  int attempt = 0, rc = 0;
  while (attempt++ < max_attempts && ring_pop(ring, &frame)) {
    if ((rc = usb_submit(frame)) == -ENODEV)
      break;
  }
  return rc;
}

/* Goes round because it worked; errno only ends it early. */
#include <errno.h>
struct session;
int packet_write(struct session *s);
int session_end(struct session *s, int rc);
int flush_some(struct session *s, int max) {
  int rc = 0;
  for (int i = 0; i < max; i++) {
    rc = packet_write(s);
    if (rc || errno == EAGAIN || errno == EWOULDBLOCK)
      return session_end(s, rc);
  }
  return rc;
}
