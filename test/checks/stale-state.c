// RUN: %check_retry %s --checks=retry-stale-state -- -std=gnu11
#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct text {
  char *at;
  size_t len;
};

static size_t collect(void *data, size_t size, size_t n, void *user) {
  struct text *t = user;
  t->at = realloc(t->at, t->len + size * n + 1);
  memcpy(t->at + t->len, data, size * n);
  t->len += size * n;
  return size * n;
}

int get(CURL *h, struct text *t) {
  CURLcode rc = CURLE_OK;
  curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(h, CURLOPT_WRITEDATA, t);
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h); /* expect: retry-stale-state "appends to 't'" */
    if (rc == CURLE_OK)
      return 0;
    sleep(1);
  }
  return -1;
}

int get_reset(CURL *h, struct text *t) {
  CURLcode rc = CURLE_OK;
  curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(h, CURLOPT_WRITEDATA, t);
  for (int i = 0; i < 3; i++) {
    t->len = 0;
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      return 0;
    sleep(1);
  }
  return -1;
}

/* POSIX leaves the state of the socket open; the systems there are go on. */
int dial(int fd, const struct sockaddr *a, socklen_t len) {
  for (int i = 0; i < 3; i++) {
    if (connect(fd, a, len) == 0)
      return 0;
    sleep(1);
  }
  return -1;
}

int dial_fresh(const struct sockaddr *a, socklen_t len) {
  for (int i = 0; i < 3; i++) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(fd, a, len) == 0)
      return fd;
    close(fd);
    sleep(1);
  }
  return -1;
}

int dial_reopened(const struct sockaddr *a, socklen_t len) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  for (int i = 0; i < 3; i++) {
    if (connect(fd, a, len) == 0)
      return fd;
    close(fd);
    fd = socket(AF_INET, SOCK_STREAM, 0);
    sleep(1);
  }
  close(fd);
  return -1;
}
