// RUN: %check_retry %s --checks=retry-excessive-attempts,retry-sleep-after-last-attempt,retry-stuck-counter,retry-weak-jitter -- -std=gnu11
// A failure that is treated on its own, whatever was compared first; and jitter that
// whole numbers and an unknown bound do not hide.
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <unistd.h>

int lan_transfer(int session, void *answer);
int connect_peer(const char *host);
extern const int maxTries;

// Four attempts, where a name server gets two.
int resolved(const char *host, struct addrinfo **found) {
  for (int n = 0;; n++) {
    int status = getaddrinfo(host, NULL, NULL, found);
    if (status == 0)
      return 1;
    if (status == EAI_AGAIN && n < 3) { // expect: retry-excessive-attempts
      usleep(50000);
      continue;
    }
    return 0;
  }
}

// Busy is not counted; what is counted waits once too often.
int transferred(int session, void *answer) {
  int tries = 0, rc = -ETIMEDOUT;
  while (tries < 5) { // expect: retry-stuck-counter
    rc = lan_transfer(session, answer);
    if (rc == 0)
      return 0;
    if (rc == -EBUSY) {
      usleep(20000 + random() % 30000); // expect: retry-weak-jitter
      continue;
    }
    if (rc != -ETIMEDOUT)
      return rc;
    tries++;
    usleep(100000 + random() % 100000); // expect: retry-sleep-after-last-attempt
  }
  return rc;
}

// A constant range on top of growth that ends nobody knows where.
int connected(const char *host) {
  for (int n = 0; n < maxTries; n++) {
    usleep((100 * (1 << n) + rand() % 100) * 1000); // expect: retry-weak-jitter
    if (connect_peer(host) == 0)
      return 0;
  }
  return -1;
}
