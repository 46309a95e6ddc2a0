// RUN: %check_retry %s -- -std=c11
// expect-none
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/select.h>

struct packet {
  long id;
  unsigned char data[64];
};

/* Waits until the descriptor is ready, then takes messages until the right one is
   there. The time-out is a limit, not a pause. */
int take_answer(int fd, long want, struct packet *p) {
  fd_set set;
  struct timeval limit = {15, 0};
  FD_ZERO(&set);
  FD_SET(fd, &set);
  do {
    int n = select(fd + 1, &set, NULL, NULL, &limit);
    if (n <= 0)
      return -1;
    if (ioctl(fd, 0x1234, p) < 0) {
      if (errno != EMSGSIZE)
        return -1;
    }
  } while (p->id != want);
  return 0;
}

int take_answer_poll(int fd, long want, struct packet *p) {
  struct pollfd pfd = {fd, POLLIN, 0};
  do {
    if (poll(&pfd, 1, 15000) <= 0)
      return -1;
    if (ioctl(fd, 0x1234, p) < 0 && errno != EMSGSIZE)
      return -1;
  } while (p->id != want);
  return 0;
}
