// One way of failing ends after the first wait of a backoff: that shows no fixed
// interval.
// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter -- -std=gnu11
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

void start_server(void);

int dial(int fd, const struct sockaddr *to, socklen_t length, int start) {
  for (int pause = 1; pause <= 16; pause <<= 1) {
    if (connect(fd, to, length) == 0)
      return 0;
    if (errno == ECONNREFUSED) {
      if (!start || pause > 1)
        return -1;
      start_server();
    }
    if (pause < 16)
      sleep(pause); // expect: retry-missing-jitter
  }
  return -1;
}

int dial_twice(int fd, const struct sockaddr *to, socklen_t length) {
  for (int n = 0; n < 2; ++n) {
    if (connect(fd, to, length) == 0)
      return 0;
    if (n < 1)
      sleep(3); // expect: retry-fixed-interval
  }
  return -1;
}

int dial_either(int fd, const struct sockaddr *to, socklen_t length) {
  for (int n = 0; n < 4; ++n) {
    if (connect(fd, to, length) == 0)
      return 0;
    if (errno == ENETUNREACH && n > 0)
      return -1;
    if (n < 3)
      sleep(2); // expect: retry-fixed-interval
  }
  return -1;
}
