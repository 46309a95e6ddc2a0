// RUN: %check_retry %s --checks=retry-unclassified-error -- -std=c17

#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <unistd.h>

int dial(int fd, const struct sockaddr *to, socklen_t len) {
  for (int i = 0; i < 5; i++) {
    if (connect(fd, to, len) == 0) // expect: retry-unclassified-error "connect"
      return 0;
    sleep(1u << i);
  }
  return -1;
}

int dial_logged(int fd, const struct sockaddr *to, socklen_t len) {
  int tries = 0;
  while (connect(fd, to, len) < 0) { // expect: retry-unclassified-error
    fprintf(stderr, "connect: %s\n", strerror(errno));
    if (++tries >= 4)
      return -1;
    sleep(2);
  }
  return 0;
}

int resolve(const char *host, struct addrinfo **out) {
  int rc, n = 0;
  do {
    rc = getaddrinfo(host, "443", NULL, out); // expect: retry-unclassified-error
    if (rc == 0)
      return 0;
    sleep(1);
  } while (++n < 3);
  return rc;
}

CURLcode fetch(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h); // expect: retry-unclassified-error
    if (rc == CURLE_OK)
      break;
    sleep(1u << i);
  }
  return rc;
}

bool fetch_bool(CURL *h, int attempts) {
  while (attempts-- > 0) {
    if (!curl_easy_perform(h)) // expect: retry-unclassified-error
      return true;
    usleep(200000);
  }
  return false;
}

static int send_once(CURL *h) {
  CURLcode rc = curl_easy_perform(h);
  if (rc != CURLE_OK) {
    fprintf(stderr, "%s\n", curl_easy_strerror(rc));
    return -1;
  }
  return 0;
}

int send_again(CURL *h) {
  for (int i = 0; i < 4; i++) {
    if (send_once(h) == 0) // expect: retry-unclassified-error
      return 0;
    usleep(1000u * (rand() % (1000 << i)));
  }
  return -1;
}

struct server;
int server_connect(struct server *s, const char *host);

int server_open(struct server *s, const char *host) {
  int err, left = 5;
retry:
  err = server_connect(s, host); // expect: retry-unclassified-error
  if (err && --left) {
    sleep(1);
    goto retry;
  }
  return err;
}

/* ---- What follows looks at the error, or is not this check's. */

int dial_refused(int fd, const struct sockaddr *to, socklen_t len) {
  for (int i = 0; i < 5; i++) {
    if (connect(fd, to, len) == 0)
      return 0;
    if (errno != ECONNREFUSED && errno != ETIMEDOUT)
      return -1;
    sleep(1u << i);
  }
  return -1;
}

int dial_once_more(int fd, const struct sockaddr *to, socklen_t len) {
  for (int i = 0; i < 2; i++) {
    if (connect(fd, to, len) == 0)
      return 0;
    sleep(1);
  }
  return -1;
}

int resolve_temporary(const char *host, struct addrinfo **out) {
  int rc;
  for (int i = 0; i < 3; i++) {
    rc = getaddrinfo(host, "443", NULL, out);
    if (rc != EAI_AGAIN)
      return rc;
    sleep(1);
  }
  return rc;
}

CURLcode fetch_timeouts(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h);
    if (rc != CURLE_OPERATION_TIMEDOUT && rc != CURLE_COULDNT_CONNECT)
      break;
    sleep(1u << i);
  }
  return rc;
}

bool is_transient(CURLcode rc);

CURLcode fetch_asked(CURL *h) {
  CURLcode rc;
  int i = 0;
  while ((rc = curl_easy_perform(h)) != CURLE_OK && is_transient(rc) && i++ < 3)
    sleep(1u << i);
  return rc;
}

/* The status decides: permanent-error's business. */
long fetch_status(CURL *h) {
  long status = 0;
  for (int i = 0; i < 3; i++) {
    if (curl_easy_perform(h) == CURLE_OK) {
      curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &status);
      if (status < 500)
        return status;
    }
    sleep(1u << i);
  }
  return status;
}

/* A file on this machine. */
int open_log(const char *path) {
  int fd, n = 0;
  while ((fd = open(path, O_WRONLY | O_APPEND)) < 0 && n++ < 5)
    sleep(1);
  return fd;
}

/* Interrupted by a signal. */
int dial_eintr(int fd, const struct sockaddr *to, socklen_t len) {
  int rc;
  do
    rc = connect(fd, to, len);
  while (rc < 0 && errno == EINTR);
  return rc;
}

// Whether a signal came says nothing about the error.
void get_signal(volatile int *signal);
void until_signal(int fd, const struct sockaddr *to, socklen_t size, volatile int *signal) {
  for (;;) {
    int status = connect(fd, to, size); // expect: retry-unclassified-error
    get_signal(signal);
    if (*signal)
      return;
    if (!status)
      break;
    sleep(5);
  }
}

// One loop, two steps: the error of one of them is looked at.
int login_to_server(int fd);
int greet_server(int fd, const struct sockaddr *to, socklen_t size) {
  for (int i = 0; i < 3; i++) {
    if (connect(fd, to, size) != 0) {
      if (errno != ECONNREFUSED && errno != ETIMEDOUT)
        return -1;
    } else if (login_to_server(fd) == 0) {
      return 0;
    }
    sleep(1 << i);
  }
  return -1;
}
