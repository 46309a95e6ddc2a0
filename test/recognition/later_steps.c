// RUN: %check_retry %s --checks=retry-missing-jitter,retry-fixed-interval,retry-unclassified-error -- -std=gnu11
// A round of several steps, each of which may fail: the first has worked although the
// round is made again for another.
#include <stdbool.h>
#include <unistd.h>

struct conn;
struct reply {
  int type;
};
int socket_open(struct conn *c, const char *host);
struct reply broker_login(struct conn *c, const char *user);
int subscribe_to(struct conn *c, const char *topic);
bool is_idle(struct conn *c);
void say(const char *what);

int threeSteps(struct conn *c, unsigned tries) {
  unsigned backoff = 1;
  for (unsigned i = 0; i < tries; i++) {
    if (socket_open(c, "broker") != 0) { // expect: retry-unclassified-error
      say("socket");
      sleep(backoff); // expect: retry-missing-jitter
      backoff *= 2;
      continue;
    }
    struct reply r = broker_login(c, "me");
    if (r.type != 1) {
      say("login");
      sleep(backoff);
      backoff *= 2;
      continue;
    }
    return 0;
  }
  return -1;
}

int twoSteps(struct conn *c) {
  for (int left = 3; left > 0; left--) {
    if (socket_open(c, "broker") == 0) { // expect: retry-unclassified-error
      if (subscribe_to(c, "news") == 0)
        return 0;
      say("subscription");
    }
    sleep(2); // expect: retry-fixed-interval
  }
  return -1;
}

// The second step asks, and what was done first is done each time.
int polled(struct conn *c) {
  for (;;) {
    socket_open(c, "status");
    if (is_idle(c))
      return 0;
    sleep(1);
  }
}
