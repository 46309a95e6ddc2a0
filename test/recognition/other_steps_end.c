// RUN: %check_retry %s --checks=retry-stuck-counter,retry-unbounded -- -std=gnu11
// Another step of a round that fails ends it, too; that is no bound, for it does
// not fail while only the attempt does.
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int bus_send(int fd, const char *frame);
int give_up(int rounds);

static void doze(int n) { usleep(random() % ((400L << n) + 1) * 1000); }

// Rounds that time out do not count.
int fetch(CURL *h, FILE *sink) {
  int tries = 0;
again:
  if (ftruncate(fileno(sink), 0) != 0)
    return -1;
  switch (curl_easy_perform(h)) {
  case CURLE_OK:
    return 0;
  case CURLE_OPERATION_TIMEDOUT:
    doze(tries);
    goto again;
  case CURLE_COULDNT_CONNECT:
    if (++tries >= 4) // expect: retry-stuck-counter
      return -1;
    doze(tries);
    goto again;
  default:
    return -1;
  }
}

// For ever, unless the file cannot be emptied.
int forward(int log, int fd, const char *frame) {
  for (;;) { // expect: retry-unbounded
    if (ftruncate(log, 0) < 0)
      return -1;
    if (bus_send(fd, frame) == 0)
      return 0;
    sleep(1);
  }
}

int sync_and_send(int log, int fd, const char *frame) {
  while (bus_send(fd, frame) < 0) { // expect: retry-unbounded
    fprintf(stderr, "not sent\n");
    if (fsync(log) != 0)
      return -1;
    sleep(2);
  }
  return 0;
}

// ---- There is a bound, or nobody knows.

// What cannot be connected ends it, and may fail together with the attempt.
int forward_connected(int fd, const struct sockaddr *address, const char *frame) {
  for (;;) {
    if (bus_send(fd, frame) == 0)
      return 0;
    sleep(1);
    if (connect(fd, address, 16) < 0)
      return -1;
  }
}

int forward_asked(int fd, const char *frame) {
  for (int n = 0;; n++) {
    if (bus_send(fd, frame) == 0)
      return 0;
    if (give_up(n))
      return -1;
    sleep(1);
  }
}

int fetch_counted(CURL *h, FILE *sink) {
  int tries = 0;
again:
  if (ftruncate(fileno(sink), 0) != 0)
    return -1;
  switch (curl_easy_perform(h)) {
  case CURLE_OK:
    return 0;
  case CURLE_OPERATION_TIMEDOUT:
  case CURLE_COULDNT_CONNECT:
    if (++tries >= 4)
      return -1;
    doze(tries);
    goto again;
  default:
    return -1;
  }
}

int forward_bounded(int log, int fd, const char *frame) {
  for (int left = 5; left > 0; left--) {
    if (ftruncate(log, 0) < 0)
      return -1;
    if (bus_send(fd, frame) == 0)
      return 0;
    sleep(1);
  }
  return -1;
}
