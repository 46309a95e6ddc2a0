// What is looked at while waiting is not what asks for the next attempt.
// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c11
#define _GNU_SOURCE
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int until_woken(int fd, const struct sockaddr *to, int wake) {
  for (;;) {
    if (connect(fd, to, sizeof(struct sockaddr_in)) == 0)
      return 0;
    struct pollfd p = {wake, POLLIN, 0};
    poll(&p, 1, 2000); // expect: retry-fixed-interval "2 s, 2 s"
  }
}

/* The line was read before, and is sent until it arrives. */
int each_line(FILE *in, int fd) {
  char line[80];
  while (fgets(line, sizeof line, in)) {
    int tries = 0;
    while (send(fd, line, sizeof line, 0) < 0) {
      if (++tries == 3)
        return -1;
      sleep(1); // expect: retry-fixed-interval "1 s, 1 s"
    }
  }
  return 0;
}

int ask_status(int fd, int *http);

/* A question that could not be asked leaves; one that was answered with an error
   is asked again. */
int by_status(int fd) {
  int http;
  for (int n = 0; n < 3; n++) {
    if (ask_status(fd, &http) < 0)
      return -1;
    if (http == 200)
      return 0;
    if (http != 503)
      return -2;
    sleep(1); // expect: retry-fixed-interval "1 s, 1 s"
  }
  return -3;
}
