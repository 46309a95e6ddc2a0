// What repeats until one failure comes, success included, is a stress test.
// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

void until_timeout(CURL *h) {
  CURLcode rc;
  do {
    rc = curl_easy_perform(h);
    if (rc)
      fprintf(stderr, "transfer: %s\n", curl_easy_strerror(rc));
  } while (rc != CURLE_OPERATION_TIMEDOUT);
}

int fill_disk(int fd, const char *block) {
  int rc = 0, synced = 0;
  do {
    rc = fsync(fd);
    if (rc == 0)
      synced++;
    else
      fprintf(stderr, "sync %s\n", block);
  } while (rc == 0 || errno != ENOSPC);
  return synced;
}

void knock_until_refused(const struct sockaddr *a, socklen_t n) {
  for (;;) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    int rc = connect(fd, a, n);
    int why = rc < 0 ? errno : 0;
    close(fd);
    if (why == ECONNREFUSED)
      return;
    sleep(1);
  }
}
