// REQUIRES: openssl
// RUN: %check_retry %s --checks=%model_checks --
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int greet(SSL *ssl) {
  for (int i = 0; i < 5; i++) {
    if (SSL_connect(ssl) == 1)
      return 0;
    SSL_clear(ssl);
    sleep(2); // expect: retry-fixed-interval "2 s"
  }
  return -1;
}

void greet_for_ever(SSL *ssl) {
  while (SSL_connect(ssl) <= 0) { // expect: retry-unbounded "SSL_connect", retry-immediate
    ERR_clear_error();
    SSL_clear(ssl);
  }
}

int shake(SSL *ssl) {
  unsigned wait = 1;
  int tries = 0;
  while (SSL_do_handshake(ssl) != 1) {
    if (++tries >= 4)
      return -1;
    sleep(wait); // expect: retry-missing-jitter
    wait <<= 1;
  }
  return 0;
}

int tell(SSL *ssl, const char *text, int size) {
  for (int n = 0; n < 3; n++) {
    if (SSL_write(ssl, text, size) > 0)
      return 0;
    usleep(50000); // expect: retry-fixed-interval "50 ms"
  }
  return -1;
}

// The socket does not block: the handshake goes on when it is ready.
int greet_async(SSL *ssl, int fd) {
  for (;;) {
    int rc = SSL_connect(ssl);
    if (rc == 1)
      return 0;
    int why = SSL_get_error(ssl, rc);
    struct pollfd p = {fd, 0, 0};
    if (why == SSL_ERROR_WANT_READ)
      p.events = POLLIN;
    else if (why == SSL_ERROR_WANT_WRITE)
      p.events = POLLOUT;
    else
      return -1;
    poll(&p, 1, 5000);
  }
}

int read_all(SSL *ssl, char *out, int size) {
  int have = 0, n;
  while (have < size && (n = SSL_read(ssl, out + have, size - have)) > 0)
    have += n;
  return have;
}

int write_all(SSL *ssl, const char *data, int size) {
  int sent = 0;
  while (sent < size) {
    int n = SSL_write(ssl, data + sent, size - sent);
    if (n <= 0)
      return -1;
    sent += n;
  }
  return 0;
}

int greet_with_care(SSL *ssl) {
  for (int i = 0; i < 3; i++) {
    int rc = SSL_connect(ssl);
    if (rc == 1)
      return 0;
    if (SSL_get_error(ssl, rc) != SSL_ERROR_SYSCALL)
      return -1;
    SSL_clear(ssl);
    if (i < 2) {
      fprintf(stderr, "tls: connection lost, attempt %d of 3\n", i + 1);
      usleep(rand() % (500000u << i));
    }
  }
  return -1;
}
