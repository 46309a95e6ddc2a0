// RUN: %check_retry %s --checks=retry-fixed-interval,retry-immediate,retry-suppression -- -std=c11
// Without the policy nothing is said about comments.
// expect-none
#include <stdio.h>
#include <unistd.h>

int connect_to_server(const char *host);

// NOLINTBEGIN(retry-*)
int reason(const char *host) {
  for (int i = 0; i < 3; i++) {
    int rc = connect_to_server(host); // NOLINT(retry-immediate)
    if (rc == 0)
      return 0;
    fprintf(stderr, "attempt %d: %d\n", i, rc);
    sleep(1); // NOLINT(retry-fixed-interval)
  }
  return -1;
}
// NOLINTEND(retry-*)
int nothing; // NOLINT(retry-no-such-check)
