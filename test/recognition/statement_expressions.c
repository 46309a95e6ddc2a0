// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter -- -std=gnu11
// Statements inside an expression, which goes on behind them.
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int verbose;
struct link {
  int fd;
  unsigned pause;
};

#define TOLD(text)                                                             \
  ({                                                                           \
    if (verbose)                                                               \
      puts(text);                                                              \
    0;                                                                         \
  })
#define AT_MOST(n, limit)                                                      \
  ({                                                                           \
    unsigned n_ = (n);                                                         \
    if (n_ > (limit))                                                          \
      n_ = (limit);                                                            \
    n_;                                                                        \
  })

int told_after_the_attempt(const struct sockaddr *to, socklen_t length,
                           int fd) {
  for (int i = 0; i < 4; i++) {
    if (connect(fd, to, length) + TOLD("connecting") == 0)
      return 0;
    sleep(2); // expect: retry-fixed-interval "waits 2 s, 2 s, 2 s"
  }
  return -1;
}

int told_while_it_waits(const struct sockaddr *to, socklen_t length, int fd) {
  for (int i = 0; i < 4; i++) {
    if (connect(fd, to, length) == 0)
      return 0;
    sleep(3 + TOLD("waiting")); // expect: retry-fixed-interval "waits 3 s, 3 s, 3 s"
  }
  return -1;
}

int capped(const struct sockaddr *to, socklen_t length, int fd) {
  unsigned wait = 1;
  for (int i = 0; i < 5; i++, wait = AT_MOST(wait * 2, 4u)) {
    if (connect(fd, to, length) == 0)
      return 0;
    sleep(wait); // expect: retry-missing-jitter "1 s, 2 s, 4 s, 4 s"
  }
  return -1;
}

/* Each is another one. */
int send_all(struct link *links, int count, const char *text, size_t length) {
  for (int i = 0; i < count; i++)
    if (send(links[i].fd, text, length, 0) + TOLD("sent") < 0)
      return -1;
  return 0;
}
