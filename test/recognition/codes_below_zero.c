// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=gnu11
// Where everything below zero is a failure, two codes below zero are two
// failures: that one goes round and the other leaves does not make one a success.
#include <errno.h>
#include <fcntl.h>
#include <gnutls/gnutls.h>
#include <sys/socket.h>
#include <unistd.h>

int openLocked(const char *path) {
  for (int i = 0; i < 5; i++) {
    int fd = open(path, O_RDWR);
    if (fd >= 0)
      return fd;
    if (errno != EMFILE)
      return -errno;
    sleep(1); // expect: retry-fixed-interval
  }
  return -EMFILE;
}

int secure(gnutls_session_t session, const char *host, int (*reopen)(gnutls_session_t, const char *)) {
  int left = 3, rc;
  do {
    rc = gnutls_handshake(session);
    if (rc == GNUTLS_E_SUCCESS)
      return 0;
    if (rc == GNUTLS_E_CERTIFICATE_ERROR)
      return rc;
    usleep(300000); // expect: retry-fixed-interval "300 ms"
  } while (--left > 0 && reopen(session, host) == 0);
  return rc;
}

ssize_t sendPatiently(int s, const void *data, size_t n) {
  for (unsigned tries = 0; tries < 4; ++tries) {
    ssize_t sent = send(s, data, n, 0);
    if (sent >= 0)
      return sent;
    if (errno != ENOMEM)
      return -1;
    sleep(2); // expect: retry-fixed-interval
  }
  return -1;
}

// A signal is no failure.
ssize_t receive(int s, void *data, size_t n) {
  ssize_t got;
  while ((got = recv(s, data, n, 0)) < 0 && errno == EINTR)
    ;
  return got;
}
