// REQUIRES: gnutls
// RUN: %check_retry %s --checks=%model_checks,retry-silent,retry-unclassified-error --
#include <gnutls/gnutls.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

int greet(gnutls_session_t s) {
  for (int i = 0; i < 5; i++) {
    if (gnutls_handshake(s) >= 0) // expect: retry-unclassified-error
      return 0;
    fprintf(stderr, "once more\n");
    sleep(2); // expect: retry-fixed-interval "2 s"
  }
  return -1;
}

/* It goes on where it was: no retry. */
ssize_t send_all(gnutls_session_t s, const char *text, size_t size) {
  ssize_t n;
  do
    n = gnutls_record_send(s, text, size);
  while (n == GNUTLS_E_INTERRUPTED || n == GNUTLS_E_AGAIN);
  return n;
}

int shake(gnutls_session_t s, int fd) {
  int rc;
  while ((rc = gnutls_handshake(s)) == GNUTLS_E_AGAIN) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    poll(&p, 1, -1);
  }
  return rc;
}

int part(gnutls_session_t s) {
  for (;;) {
    int rc = gnutls_bye(s, GNUTLS_SHUT_WR);
    if (rc == GNUTLS_E_AGAIN || rc == GNUTLS_E_INTERRUPTED)
      continue;
    return rc;
  }
}

long get(gnutls_session_t s, char *to, size_t size) {
  long n;
  while ((n = gnutls_record_recv(s, to, size)) < 0)
    if (n != GNUTLS_E_AGAIN && n != GNUTLS_E_INTERRUPTED)
      break;
  return n;
}

void insist(gnutls_session_t s) {
  while (gnutls_handshake(s) < 0) // expect: retry-unbounded, retry-immediate, retry-unclassified-error
    fprintf(stderr, "failed\n");
}
