// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-permanent-error -- -std=c11
#define _GNU_SOURCE
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* A helper with too many ways through to be followed is an attempt as a whole. */
struct mount {
  const char *host, *path;
  struct addrinfo *addr;
  int flags, version, port, proto, family;
};
int option(struct mount *m, const char *name);
void complain(struct mount *m, const char *why);
#define OPTION(n)                                                              \
  if (option(m, #n) && m->flags > n)                                           \
    complain(m, #n);

static int negotiate(struct mount *m, int version) {
  OPTION(1) OPTION(2) OPTION(3) OPTION(4) OPTION(5) OPTION(6) OPTION(7)
  int fd = socket(m->family, SOCK_STREAM, m->proto);
  if (fd < 0)
    return 0;
  if (connect(fd, m->addr->ai_addr, m->addr->ai_addrlen) < 0) {
    close(fd);
    return 0;
  }
  OPTION(11) OPTION(12) OPTION(13) OPTION(14) OPTION(15) OPTION(16) OPTION(17)
  m->version = version;
  return 1;
}
static int try_mount(struct mount *m) {
  if (!m->addr) {
    struct addrinfo hint = {.ai_family = m->family};
    if (getaddrinfo(m->host, NULL, &hint, &m->addr) != 0)
      return 0;
  }
  OPTION(21) OPTION(22) OPTION(23) OPTION(24)
  switch (m->version) {
  case 2:
  case 3:
    return negotiate(m, 3);
  case 4:
    return negotiate(m, 4);
  default:
    return negotiate(m, 4) || negotiate(m, 3);
  }
}

int mount_in_background(struct mount *m) {
  OPTION(31) OPTION(32) OPTION(33) OPTION(34)
  for (int i = 0; i < 8; i++) {
    if (try_mount(m))
      return 0;
    sleep(20); // expect: retry-fixed-interval "20 s, 20 s"
  }
  return -1;
}

int mount_until(struct mount *m, time_t end) {
  unsigned secs = 1;
  for (;;) {
    if (try_mount(m)) // expect: retry-permanent-error "EPERM"
      return 0;
    if (errno == EROFS || errno == ENODEV)
      break;
    if (time(NULL) > end)
      break;
    sleep(secs); // expect: retry-missing-jitter "1 s, 2 s, 4 s, 8 s"
    secs <<= 1;
    if (secs > 10)
      secs = 10;
  }
  return -1;
}

/* Ways that end before the attempt are not worth a look. */
int mount_checked(struct mount *m) {
#define REFUSE(n)                                                              \
  if (option(m, #n) == n)                                                      \
    return n;
  REFUSE(1) REFUSE(2) REFUSE(3) REFUSE(4) REFUSE(5) REFUSE(6) REFUSE(7)
  REFUSE(8) REFUSE(9) REFUSE(10) REFUSE(11) REFUSE(12) REFUSE(13) REFUSE(14)
  for (int left = 4; left > 0; left--) {
    if (option(m, "bg") && access(m->path, F_OK) < 0) {
      usleep(10);
      continue;
    }
    if (try_mount(m))
      return 0;
    sleep(7); // expect: retry-fixed-interval "7 s, 7 s, 7 s"
  }
  return -1;
}

/* What decides is left to the helper: it is no retry of ours. */
int mount_each(struct mount *all, int count) {
  int mounted = 0;
  for (int i = 0; i < count; i++) {
    if (try_mount(&all[i]))
      mounted++;
    sleep(1);
  }
  return mounted;
}
