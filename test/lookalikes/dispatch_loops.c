// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

void on_datagram(const void *data, ssize_t n);

void telemetry_sink(int sock, const int *stop) {
  char buf[2048];
  while (!*stop) {
    ssize_t n = recv(sock, buf, sizeof buf, 0);
    if (n < 0) {
      if (errno == EAGAIN)
        continue;
      perror("recv");
      return;
    }
    on_datagram(buf, n);
  }
}

struct can_frame_s {
  uint32_t id;
  uint8_t data[8];
};
int can_read(int bus, struct can_frame_s *f);
void can_handle(const struct can_frame_s *f);

int can_monitor(int bus) {
  struct can_frame_s f;
  int retries = 0;
  for (;;) {
    int rc = can_read(bus, &f);
    if (rc < 0)
      return rc;
    if (rc == 0) {
      retries++;
      usleep(1000);
      continue;
    }
    can_handle(&f);
    if (f.id == 0x7ff)
      return retries;
  }
}

typedef int (*handler_fn)(int sock, const uint8_t *body, unsigned len);
int read_packet(int sock, uint8_t *type, uint8_t *body, unsigned *len);

int session_loop(int sock, const handler_fn table[256]) {
  uint8_t type, body[4096];
  unsigned len = sizeof body;
  while (read_packet(sock, &type, body, &len) == 0) {
    if (!table[type])
      continue;
    if (table[type](sock, body, len) < 0)
      break;
    len = sizeof body;
  }
  close(sock);
  return 0;
}

struct reply {
  unsigned id;
  int status;
};
int recv_reply(int sock, struct reply *r);

/* Drops answers to other requests: the right one ends the loop. */
int await_reply(int sock, unsigned id) {
  struct reply r;
  unsigned attempt = 0;
  do {
    if (recv_reply(sock, &r) != 0)
      return -EIO;
  } while (r.id != id && ++attempt < 64);
  return r.id == id ? r.status : -ETIMEDOUT;
}

int serial_getline(int tty, char *line, unsigned len);
void gps_sentence(const char *line);

void gps_reader(int tty) {
  char line[128];
next:
  if (serial_getline(tty, line, sizeof line) <= 0)
    return;
  if (line[0] == '$')
    gps_sentence(line);
  goto next;
}
