// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c11
#define _GNU_SOURCE
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* An operand that every round prepares in the same way is the same operand. */
int masked(const char *host, struct addrinfo *hints, struct addrinfo **found, int left) {
  int status;
  while (1) {
    hints->ai_flags &= ~AI_NUMERICHOST;
    status = getaddrinfo(host, 0, hints, found);
    if (status == 0)
      break;
    fprintf(stderr, "cannot resolve: %s\n", gai_strerror(status));
    if (--left <= 0)
      break;
    sleep(5); // expect: retry-fixed-interval
  }
  return status;
}

int flagged(const char *host, struct addrinfo *hints, struct addrinfo **found, int left) {
  int status;
  do {
    hints->ai_flags |= AI_ADDRCONFIG;
    hints->ai_socktype = SOCK_STREAM;
    status = getaddrinfo(host, 0, hints, found);
    if (status)
      sleep(5); // expect: retry-fixed-interval
  } while (status && --left > 0);
  return status;
}

struct channel {
  int handle, errors;
  unsigned options;
};
int channel_connect(struct channel *c);

int reset_after_failure(struct channel *c, int first) {
  c->handle = first;
  for (int i = 0; i < 4; i++) {
    if (channel_connect(c) == 0)
      return 0;
    c->handle = -1;
    sleep(2); // expect: retry-fixed-interval
  }
  return -1;
}

/* Another bit each time is another thing to try. */
int channel_open(const struct channel *c);

int options_one_by_one(struct channel *c) {
  for (unsigned bit = 1; bit < 16; bit <<= 1) {
    c->options |= bit;
    if (channel_open(c) == 0)
      return 0;
    sleep(1);
  }
  return -1;
}
