// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int connect_is_transient(int error) {
  return error == ECONNREFUSED || error == ECONNRESET || error == ETIMEDOUT;
}

/* A connected socket, or -1 with errno of the last failure. */
int dial(const struct sockaddr *to, socklen_t len) {
  const int max_attempts = 4;
  const unsigned timeout_ms = 3000;
  for (int attempt = 1; attempt <= max_attempts; attempt++) {
    int fd = socket(to->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
      return -1;
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout_ms,
               sizeof timeout_ms);
    if (connect(fd, to, len) == 0)
      return fd;
    int error = errno;
    close(fd);
    if (!connect_is_transient(error) || attempt == max_attempts) {
      errno = error;
      return -1;
    }
    unsigned ceiling_us = 1000000u << (attempt - 1);
    unsigned wait_us = arc4random_uniform(ceiling_us + 1);
    fprintf(stderr, "connect: attempt %d of %d: error %d, next in %u us\n",
            attempt, max_attempts, error, wait_us);
    usleep(wait_us);
  }
  return -1;
}

/* A temporary failure of the name service gets a second attempt. */
int resolve(const char *host, const char *service, struct addrinfo **out) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
  int rc = getaddrinfo(host, service, &hints, out);
  if (rc == EAI_AGAIN) {
    unsigned wait_us = arc4random_uniform(1000001);
    fprintf(stderr, "%s: name service busy, asked again in %u us\n", host,
            wait_us);
    usleep(wait_us);
    rc = getaddrinfo(host, service, &hints, out);
  }
  return rc;
}

struct meter;
enum meter_error { METER_OK, METER_TIMEOUT, METER_RESET, METER_BAD_REGISTER };
enum meter_error meter_request(struct meter *m, int reg, double *value);

static const unsigned ceilings_ms[] = {1000, 2000, 4000};

enum meter_error read_meter(struct meter *m, int reg, double *value) {
  enum meter_error e;
  unsigned n = 0;
  while ((e = meter_request(m, reg, value)) == METER_TIMEOUT ||
         e == METER_RESET) {
    if (n == sizeof ceilings_ms / sizeof ceilings_ms[0])
      break;
    unsigned wait_ms = arc4random_uniform(ceilings_ms[n++] + 1);
    fprintf(stderr, "meter: retry %u in %u ms after error %d\n", n, wait_ms, e);
    struct timespec t = {wait_ms / 1000, wait_ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
  }
  return e;
}
