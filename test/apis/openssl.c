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

/* A copy of errno is looked at, and another number says what to do. */
#include <errno.h>
int wait_for(SSL *ssl, int reading);
int handshake_with_copy(SSL *ssl) {
  int rc, error = 0, copy = 0;
  do {
    rc = SSL_connect(ssl);
    if (rc <= 0) {
      copy = errno;
      error = SSL_get_error(ssl, rc);
      switch (error) {
      case SSL_ERROR_SYSCALL:
        if (copy != EINTR && copy != EAGAIN)
          break;
      case SSL_ERROR_WANT_READ:
      case SSL_ERROR_WANT_WRITE:
        wait_for(ssl, error == SSL_ERROR_WANT_READ);
        rc = 2;
      default:;
      }
    }
  } while (rc == 2);
  return rc;
}

/* One certificate after the other. */
#include <openssl/pem.h>
int trust_all(X509_STORE *store, BIO *bio) {
  X509 *one;
  int n = 0;
  while ((one = PEM_read_bio_X509(bio, NULL, NULL, NULL))) {
    if (!X509_STORE_add_cert(store, one)) {
      X509_free(one);
      return -1;
    }
    X509_free(one);
    n++;
  }
  return n;
}

// What is left goes in later: a filter in front of memory.
int encode(BIO *b64, const unsigned char *md, int length) {
  int attempts = 0, offset = 0;
  while (offset < length) {
    int n = BIO_write(b64, md + offset, length - offset);
    if (n <= 0) {
      if (!BIO_should_retry(b64) || ++attempts > 10)
        return -1;
      continue;
    }
    offset += n;
  }
  return offset;
}

/* What BIO_should_retry() says yes to goes on where it was. */
int write_later(BIO *bio, SSL *ssl, const char *text, int size) {
  int rc;
  while ((rc = SSL_write(ssl, text, size)) <= 0)
    if (!BIO_should_retry(bio))
      return -1;
  return rc;
}
