// RUN: %check_retry %s --checks=retry-swallowed-exhaustion -- -std=gnu11
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <syslog.h>
#include <unistd.h>

int bus_send(int fd, const char *frame);

int forward(int fd, const char *frame) {
  int rc = -1;
  for (int n = 0; n < 3 && rc != 0; n++) {
    rc = bus_send(fd, frame);
    if (rc != 0)
      usleep(500000);
  }
  return 0; /* expect: retry-swallowed-exhaustion "on success" */
}

void forward_syslog(int fd, const char *frame) {
  int n;
  for (n = 0; n < 3; n++) { /* expect: retry-swallowed-exhaustion "just returns" */
    if (bus_send(fd, frame) == 0)
      return;
    sleep(1);
  }
  syslog(LOG_ERR, "frame dropped");
}

int forward_code(int fd, const char *frame) {
  int rc = -1;
  for (int n = 0; n < 3 && rc != 0; n++) {
    rc = bus_send(fd, frame);
    if (rc != 0)
      usleep(500000);
  }
  return rc;
}

void forward_status(int fd, const char *frame, int *status) {
  for (int n = 0; n < 3; n++) {
    *status = bus_send(fd, frame);
    if (*status == 0)
      return;
    sleep(1);
  }
}

int dial(const struct sockaddr *a, socklen_t len) {
  int fd = -1;
  for (int n = 0; n < 3; n++) {
    fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(fd, a, len) == 0)
      return fd;
    close(fd);
    sleep(1);
  }
  return -1;
}

void forward_or_die(int fd, const char *frame) {
  for (int n = 0; n < 3; n++) {
    if (bus_send(fd, frame) == 0)
      return;
    sleep(1);
  }
  perror("bus");
  exit(1);
}

void forward_errno(int fd, const char *frame, void (*failed)(const char *)) {
  for (int n = 0; n < 3; n++) {
    if (bus_send(fd, frame) == 0)
      return;
    sleep(1);
  }
  failed(frame);
}
