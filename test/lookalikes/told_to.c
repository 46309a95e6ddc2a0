// Each attempt is made because somebody said so: a command, a message. That it
// failed before is not the reason.
// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct link {
  struct sockaddr_in to;
  int fd, failures;
};

static int link_up(struct link *l) {
  l->fd = socket(AF_INET, SOCK_STREAM, 0);
  if (l->fd < 0)
    return -1;
  if (connect(l->fd, (struct sockaddr *)&l->to, sizeof l->to) == 0)
    return 0;
  close(l->fd);
  l->fd = -1;
  return -1;
}

int shell(struct link *l) {
  char word[32];
  while (scanf("%31s", word) == 1) {
    if (strcmp(word, "dial") == 0) {
      if (link_up(l) != 0) {
        if (++l->failures > 2)
          sleep(1);
        continue;
      }
      l->failures = 0;
    } else if (strcmp(word, "bye") == 0) {
      return 0;
    }
  }
  return -1;
}

int obey(struct link *l, int control) {
  char order;
  for (;;) {
    if (recv(control, &order, 1, 0) != 1)
      return -1;
    if (order != 'r')
      return 0;
    if (link_up(l) == 0)
      return 1;
    usleep(100000);
  }
}
