// RUN: %check_retry %s --checks=retry-permanent-error,retry-immediate,retry-excessive-attempts,retry-swallowed-exhaustion -- -std=c11
#define _GNU_SOURCE
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

/* errno speaks of the call that was made last. */
int dial(struct addrinfo *peers, struct addrinfo *locals) {
  for (struct addrinfo *p = peers, *l; p; p = p->ai_next) {
    int bound = 0, fd = socket(p->ai_family, p->ai_socktype, p->ai_protocol);
    for (l = locals; l && !bound; l = l->ai_next)
      bound = bind(fd, l->ai_addr, l->ai_addrlen) != -1;
    if (!bound)
      break;
    if (connect(fd, p->ai_addr, p->ai_addrlen) == 0)
      return fd;
    close(fd);
    if (errno != EHOSTUNREACH)
      break;
  }
  return -1;
}

struct peer;
int peer_reconnect(struct peer *p);
int keep_connected(struct peer *p, int wake) {
  for (int i = 0; i < 3; i++) {
    if (peer_reconnect(p) == 0)
      return 0;
    struct pollfd fds = {wake, POLLIN, 0};
    if (poll(&fds, 1, 1000) == -1 && errno != EINTR)
      return -1;
  }
  return -1;
}

int reach(struct addrinfo *p) {
  int fd, tries = 0;
again:
  if ((fd = socket(p->ai_family, p->ai_socktype, p->ai_protocol)) == -1)
    return -1;
  if (connect(fd, p->ai_addr, p->ai_addrlen) == -1) { // expect: retry-immediate
    close(fd);
    if (errno == ECONNREFUSED && ++tries < 10) // expect: retry-excessive-attempts "10 times"
      goto again;
    return -1;
  }
  return fd;
}

/* A function of the program that fails leaves its own. */
struct client;
int client_loop(struct client *c);
int client_reconnect(struct client *c);
int serve_for_long(struct client *c) {
  for (int i = 0; i < 3; i++) {
    if (client_loop(c) != 0 && errno == EPROTO)
      return -1;
    if (client_reconnect(c) == 0)
      return 0;
    sleep(1 << i);
  }
  return -1;
}
/* To say something about it is not to fail. */
int say(const char *what);
int open_line(struct client *c) {
  for (int i = 0; i < 3; i++) {
    if (client_reconnect(c) == 0) // expect: retry-permanent-error "EACCES"
      return 0;
    say("cannot reconnect");
    if (errno == EINVAL)
      return -1;
    sleep(1 << i);
  }
  return -1;
}
