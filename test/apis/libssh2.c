// REQUIRES: libssh2
// RUN: %check_retry %s --checks=%model_checks -- -std=gnu11
#include <libssh2.h>
#include <libssh2_sftp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int handshake(LIBSSH2_SESSION *session, int fd) {
  for (int i = 0; i < 3; i++) {
    int rc = libssh2_session_handshake(session, fd);
    if (rc == 0)
      return 0;
    fprintf(stderr, "handshake: %d\n", rc);
    sleep(2); // expect: retry-fixed-interval "2 s"
  }
  return -1;
}

int login(LIBSSH2_SESSION *session, const char *user, const char *password) {
  int rc;
  while ((rc = libssh2_userauth_password(session, user, password)) != 0) { // expect: retry-unbounded
    fprintf(stderr, "login: %d\n", rc);
    sleep(5); // expect: retry-fixed-interval
  }
  return rc;
}

LIBSSH2_CHANNEL *channel(LIBSSH2_SESSION *session) {
  LIBSSH2_CHANNEL *c = NULL;
  for (int i = 0; i < 4 && !c; i++)
    c = libssh2_channel_open_session(session); // expect: retry-immediate
  return c;
}

int run(LIBSSH2_CHANNEL *c, const char *command) {
  for (int i = 0; i < 3; i++) {
    if (libssh2_channel_exec(c, command) == 0) // expect: retry-non-idempotent
      return 0;
    sleep(1); // expect: retry-fixed-interval
  }
  return -1;
}

static int wait_for(LIBSSH2_SESSION *session, int fd) {
  struct pollfd p = {fd, 0, 0};
  int directions = libssh2_session_block_directions(session);
  if (directions & LIBSSH2_SESSION_BLOCK_INBOUND)
    p.events |= POLLIN;
  if (directions & LIBSSH2_SESSION_BLOCK_OUTBOUND)
    p.events |= POLLOUT;
  return poll(&p, 1, 10000);
}

/* Not yet: the same handshake goes on. */
int handshake_on(LIBSSH2_SESSION *session, int fd) {
  int rc;
  while ((rc = libssh2_session_handshake(session, fd)) == LIBSSH2_ERROR_EAGAIN)
    wait_for(session, fd);
  return rc;
}

int login_on(LIBSSH2_SESSION *session, int fd, const char *user, const char *password) {
  int rc;
  do {
    rc = libssh2_userauth_password(session, user, password);
    if (rc == LIBSSH2_ERROR_EAGAIN)
      wait_for(session, fd);
  } while (rc == LIBSSH2_ERROR_EAGAIN);
  return rc;
}

LIBSSH2_CHANNEL *channel_on(LIBSSH2_SESSION *session, int fd) {
  LIBSSH2_CHANNEL *c;
  while ((c = libssh2_channel_open_session(session)) == NULL &&
         libssh2_session_last_errno(session) == LIBSSH2_ERROR_EAGAIN)
    wait_for(session, fd);
  return c;
}

/* What comes. */
long copy(LIBSSH2_CHANNEL *c, FILE *to) {
  char buffer[4096];
  long all = 0;
  for (;;) {
    ssize_t n = libssh2_channel_read(c, buffer, sizeof buffer);
    if (n <= 0)
      return all;
    fwrite(buffer, 1, n, to);
    all += n;
  }
}
