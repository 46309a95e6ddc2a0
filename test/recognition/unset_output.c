// RUN: %check_retry %s --checks=retry-fixed-interval,retry-unclassified-error -- -std=c11
#define _GNU_SOURCE
#include <netdb.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

/* An output that nobody set before the call is no input. */
static int look_up(const char *host, struct sockaddr_storage *out) {
  struct addrinfo *found;
  struct addrinfo hint = {.ai_socktype = SOCK_STREAM};
  if (getaddrinfo(host, "443", &hint, &found) != 0)
    return 0;
  *(struct sockaddr *)out = *found->ai_addr;
  freeaddrinfo(found);
  return 1;
}

int look_up_patiently(const char *host, struct sockaddr_storage *out) {
  for (int i = 0; i < 2; i++) {
    if (look_up(host, out))
      return 0;
    sleep(1); // expect: retry-fixed-interval
  }
  return -1;
}

int look_up_here(const char *host) {
  for (int i = 0; i < 3; i++) {
    struct addrinfo *found;
    if (getaddrinfo(host, "443", NULL, &found) == 0) { // expect: retry-unclassified-error
      freeaddrinfo(found);
      return 0;
    }
    sleep(1); // expect: retry-fixed-interval
  }
  return -1;
}
