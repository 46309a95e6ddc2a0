// RUN: %check_retry %s --checks=retry-sleep-after-last-attempt -- -std=c11
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int crane_request(int id);
bool door_open(int id);
#define TRIES 3

int crane(int id) {
  int rc = 0, i;
  for (i = 0; i < TRIES; i++) {
    rc = crane_request(id);
    if (rc == 0)
      break;
    sleep(2); // expect: retry-sleep-after-last-attempt "waits 2 s"
  }
  return rc;
}

int dial(const struct sockaddr *addr, socklen_t len) {
  for (int nsec = 1; nsec <= 16; nsec <<= 1) {
    int fd = socket(addr->sa_family, SOCK_STREAM, 0);
    if (connect(fd, addr, len) == 0)
      return fd;
    close(fd);
    sleep((unsigned)nsec); // expect: retry-sleep-after-last-attempt "waits 16 s"
  }
  return -1;
}

bool door(int id, int tries) {
  while (tries--) {
    if (door_open(id))
      return true;
    poll(NULL, 0, 500); // expect: retry-sleep-after-last-attempt
  }
  return false;
}

int resolve(const char *host, struct addrinfo **out) {
  int rc, n = 0;
  do {
    rc = getaddrinfo(host, "80", NULL, out);
    if (rc != EAI_AGAIN)
      break;
    usleep(200000); // expect: retry-sleep-after-last-attempt "200 ms"
  } while (++n < 4);
  return rc;
}

/* --- right --- */

/* As in the textbook. */
int dial_textbook(const struct sockaddr *addr, socklen_t len) {
  for (int nsec = 1; nsec <= 16; nsec <<= 1) {
    int fd = socket(addr->sa_family, SOCK_STREAM, 0);
    if (connect(fd, addr, len) == 0)
      return fd;
    close(fd);
    if (nsec <= 16 / 2)
      sleep((unsigned)nsec);
  }
  return -1;
}

CURLcode get(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int n = 0; n < TRIES; n++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK || n + 1 == TRIES)
      break;
    sleep(1);
  }
  return rc;
}

bool door_right(int id, int tries) {
  for (;;) {
    if (door_open(id))
      return true;
    if (--tries <= 0)
      return false;
    sleep(1);
  }
}

int crane_goto(int id) {
  int n = 0, rc;
again:
  rc = crane_request(id);
  if (rc != 0 && n++ < 2) {
    sleep(1);
    goto again;
  }
  return rc;
}

/* How many slices there are is not known: no length is claimed. */
struct link;
int link_connect(struct link *l);
int stop_requested(void);

int sliced(struct link *l, unsigned delay) {
  for (unsigned n = 0; n < 4; n++) {
    if (link_connect(l) == 0)
      return 0;
    unsigned left = delay;
    while (left-- > 0 && !stop_requested())
      sleep(1); // expect: retry-sleep-after-last-attempt "waits after the last attempt"
  }
  return -1;
}

int sliced_plainly(struct link *l, unsigned delay) {
  for (unsigned n = 0; n < 4; n++) {
    if (link_connect(l) == 0)
      return 0;
    for (unsigned left = delay; left > 0; left--)
      sleep(1); // expect: retry-sleep-after-last-attempt "waits after the last attempt"
  }
  return -1;
}
