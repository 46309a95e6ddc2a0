// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <semaphore.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

ssize_t safe_recv(int sock, void *buf, size_t len) {
  ssize_t n;
  while ((n = recv(sock, buf, len, 0)) < 0 && errno == EINTR)
    ;
  return n;
}

#define NO_EINTR(expr)                                                         \
  ({                                                                           \
    long result_;                                                              \
    do                                                                         \
      result_ = (long)(expr);                                                  \
    while (result_ == -1L && errno == EINTR);                                  \
    result_;                                                                   \
  })

int duplicate_onto(int from, int to) { return (int)NO_EINTR(dup2(from, to)); }

int take(sem_t *slots) {
  int attempts = 0;
  while (sem_wait(slots) != 0) {
    if (errno != EINTR)
      return -1;
    attempts++;
  }
  return attempts;
}

/* EAGAIN means that nothing has arrived: wait for it, then read. */
ssize_t read_nonblocking(int fd, void *buf, size_t len, int timeout_ms) {
  int retry_count = 0;
try_again:;
  ssize_t n = read(fd, buf, len);
  if (n >= 0)
    return n;
  if (errno == EAGAIN && retry_count++ < 5) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (poll(&p, 1, timeout_ms) <= 0)
      return -1;
    goto try_again;
  }
  if (errno == EINTR)
    goto try_again;
  return -1;
}

int accept_one(int listener) {
  int fd;
  for (;;) {
    fd = accept(listener, NULL, NULL);
    if (fd != -1 || errno != EINTR)
      break;
  }
  return fd;
}

int seed_bytes(void *buf, size_t len) {
  ssize_t n;
  do {
    n = getrandom(buf, len, 0);
  } while (n < 0 && errno == EINTR);
  return n == (ssize_t)len ? 0 : -1;
}
