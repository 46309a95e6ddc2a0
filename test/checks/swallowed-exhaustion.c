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

/* What was fetched must be kept, too, and both failures are told. */
int store_block(int fd, const char *block);

int copy_blocks(int bus, int file, int count) {
  int rc = 0;
  char block[64];
  for (int at = 0; at < count && rc == 0; at += 64) {
    for (int n = 0; n < 3; n++) {
      if (bus_send(bus, block) == 0) {
        rc = 0;
        break;
      }
      sleep(1);
      rc = -1;
    }
    if (rc == 0 && store_block(file, block) != 64) {
      rc = -1;
      break;
    }
  }
  return rc;
}

int send_then_store(int bus, int file, const char *block) {
  int sent = 0;
  for (int n = 0; n < 3 && !sent; n++) {
    sent = bus_send(bus, block) == 0;
    if (!sent)
      sleep(1);
  }
  if (!sent)
    return -1;
  return store_block(file, block) == 64 ? 0 : -1;
}
