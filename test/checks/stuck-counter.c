// RUN: %check_retry %s --checks=retry-stuck-counter,retry-unbounded -- -std=gnu11
#include <errno.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int bus_send(int fd, const char *frame);

/* Only the long way round counts. */
int forward(int fd, const char *frame) {
  int tries = 0;
  do {
    int rc = bus_send(fd, frame);
    if (rc == 0)
      return 0;
    if (rc == -EBUSY) {
      usleep(5000);
      tries--;
    }
    sleep(1);
  } while (++tries < 3); /* expect: retry-stuck-counter "'++tries < 3'" */
  return -1;
}

/* The increment is commented out. */
int resolve(const char *host, struct addrinfo **out) {
  int n = 0;
  int rc;
  while ((rc = getaddrinfo(host, "443", NULL, out)) == EAI_AGAIN) {
    if (n >= 2) /* expect: retry-stuck-counter "'n >= 2'" */
      break;
    sleep(1);
  }
  return rc;
}

struct port {
  int fd;
  int retries;
};

int flush_port(struct port *p, const char *frame) {
  p->retries = 0;
  while (p->retries < 4) { /* expect: retry-stuck-counter "'p->retries < 4'" */
    int rc = bus_send(p->fd, frame);
    if (rc == 0)
      return 0;
    usleep(200000);
    if (rc == -EIO)
      p->retries++;
  }
  return -1;
}

int forward_counted(int fd, const char *frame) {
  int tries = 0;
  do {
    int rc = bus_send(fd, frame);
    if (rc == 0)
      return 0;
    if (rc == -EBUSY)
      usleep(5000);
    sleep(1);
  } while (++tries < 3);
  return -1;
}

int resolve_counted(const char *host, struct addrinfo **out) {
  int n = 0;
  int rc;
  while ((rc = getaddrinfo(host, "443", NULL, out)) == EAI_AGAIN) {
    if (n++ >= 2)
      break;
    sleep(1);
  }
  return rc;
}

int flush_port_counted(struct port *p, const char *frame) {
  for (p->retries = 0; p->retries < 4; p->retries++) {
    if (bus_send(p->fd, frame) == 0)
      return 0;
    usleep(200000);
  }
  return -1;
}

int connect_again(const struct sockaddr *a, socklen_t n) {
  int tries = 3;
  while (tries) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(fd, a, n) == 0)
      return fd;
    close(fd);
    if (errno == EINTR)
      continue;
    tries--;
    sleep(1);
  }
  return -1;
}
