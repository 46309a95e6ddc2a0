// REQUIRES: curl
// RUN: %check_retry %s --checks=retry-silent -- -std=c11

#include <curl/curl.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/socket.h>
#include <syslog.h>
#include <unistd.h>

int plain(int fd, const struct sockaddr *a, socklen_t n) {
  for (int i = 0; i < 5; i++) { // expect: retry-silent "'connect'"
    if (connect(fd, a, n) == 0)
      return 0;
    sleep(1);
  }
  return -1;
}

CURLcode transfer(CURL *h) {
  CURLcode rc;
  int n = 0;
  while ((rc = curl_easy_perform(h)) != CURLE_OK) { // expect: retry-silent
    if (++n == 3)
      break;
    sleep(n);
  }
  return rc;
}

struct stats {
  unsigned long retries;
  atomic_ulong failures;
};

CURLcode counted(CURL *h, struct stats *s) {
  CURLcode rc;
  int n = 0;
  while ((rc = curl_easy_perform(h)) != CURLE_OK) {
    s->retries++;
    if (++n == 3)
      break;
    sleep(n);
  }
  return rc;
}

CURLcode counted_atomically(CURL *h, struct stats *s) {
  CURLcode rc;
  int n = 0;
  while ((rc = curl_easy_perform(h)) != CURLE_OK) {
    atomic_fetch_add(&s->failures, 1);
    if (++n == 3)
      break;
    sleep(n);
  }
  return rc;
}

CURLcode logged(CURL *h) {
  CURLcode rc;
  int n = 0;
  while ((rc = curl_easy_perform(h)) != CURLE_OK) {
    syslog(LOG_WARNING, "attempt %d: %s", n, curl_easy_strerror(rc));
    if (++n == 3)
      break;
    sleep(n);
  }
  return rc;
}

int explained(int fd, const struct sockaddr *a, socklen_t n) {
  for (int i = 0; i < 5; i++) {
    if (connect(fd, a, n) == 0)
      return 0;
    sleep(1);
  }
  perror("connect");
  return -1;
}

static unsigned long failures;
int global(int fd, const struct sockaddr *a, socklen_t n) {
  for (int i = 0; i < 5; i++) {
    if (connect(fd, a, n) == 0)
      return 0;
    failures += 1;
    sleep(1);
  }
  return -1;
}
