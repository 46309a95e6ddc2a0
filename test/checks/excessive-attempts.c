// RUN: %check_retry %s --checks=retry-excessive-attempts --
#include <curl/curl.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_RETRY 25

int connect_patiently(int fd, const struct sockaddr *a, socklen_t n) {
  int i;
  for (i = 0; i < MAX_RETRY; i++) { // expect: retry-excessive-attempts "attempts 'connect' 25 times"
    if (connect(fd, a, n) == 0)
      return 0;
    sleep(1);
  }
  return -1;
}

static const unsigned tries = 7;
CURLcode get(CURL *h) {
  unsigned t = tries;
  CURLcode rc = curl_easy_perform(h);
  while (rc != CURLE_OK && --t) { // expect: retry-excessive-attempts "7 times"
    sleep(2);
    rc = curl_easy_perform(h);
  }
  return rc;
}

int resolve(const char *host, struct addrinfo **out) {
  int n = 0, rc;
  do {
    rc = getaddrinfo(host, "80", NULL, out);
    if (rc != EAI_AGAIN)
      return rc;
    sleep(1);
  } while (++n < 3); // expect: retry-excessive-attempts "3 times when it fails with 'dns temporary'; for this failure the policy allows 2"
  return rc;
}

int timeouts_only(int fd, const struct sockaddr *a, socklen_t n) {
  int k;
  for (k = 0; k < 6; k++) { // expect: retry-excessive-attempts "6 times when it fails with 'network timeout'"
    if (connect(fd, a, n) == 0)
      return 0;
    if (errno != ETIMEDOUT)
      return -1;
    sleep(1);
  }
  return -1;
}

int connect_briefly(int fd, const struct sockaddr *a, socklen_t n) {
  for (int i = 0; i < 5; i++) {
    if (connect(fd, a, n) == 0)
      return 0;
    sleep(1);
  }
  return -1;
}

int resolve_twice(const char *host, struct addrinfo **out) {
  int rc = getaddrinfo(host, "80", NULL, out);
  if (rc == EAI_AGAIN) {
    sleep(1);
    rc = getaddrinfo(host, "80", NULL, out);
  }
  return rc;
}

// Interrupted, not failed.
ssize_t read_all(int fd, char *buffer, size_t n) {
  for (int i = 0; i < 100; i++) {
    ssize_t got = read(fd, buffer, n);
    if (got >= 0 || errno != EINTR)
      return got;
  }
  return -1;
}

// A hundred lines.
int lines(FILE *f, char line[100]) {
  int n = 0;
  for (int i = 0; i < 100; i++)
    if (fgets(line, 100, f))
      n++;
  return n;
}
