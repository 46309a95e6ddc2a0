// RUN: %check_retry %s --checks=retry-fixed-interval,retry-immediate,retry-unbounded,retry-suppression --policy=%S/Inputs/strict.yaml -- -std=c11
// With the policy, a suppression of a retry check must give its reason.
#include <stdio.h>
#include <unistd.h>

int connect_to_server(const char *host);

int reason(const char *host) {
  for (int i = 0; i < 3; i++) {
    int rc = connect_to_server(host);
    if (rc == 0)
      return 0;
    fprintf(stderr, "attempt %d: %d\n", i, rc);
    sleep(1); // NOLINT(retry-fixed-interval): the device answers once a second
  }
  return -1;
}

int no_reason(const char *host) {
  for (int i = 0; i < 3; i++) {
    int rc = connect_to_server(host);
    if (rc == 0)
      return 0;
    fprintf(stderr, "attempt %d: %d\n", i, rc);
    sleep(1); // NOLINT(retry-fixed-interval)
    // expect@-1: retry-suppression "(retry-fixed-interval) gives no reason"
  }
  return -1;
}

int next_line(const char *host) {
  for (int i = 0; i < 3; i++) {
    int rc = connect_to_server(host);
    if (rc == 0)
      return 0;
    fprintf(stderr, "attempt %d: %d\n", i, rc);
    // expect@+1: retry-suppression "(retry-fixed-interval) gives no reason"
    // NOLINTNEXTLINE(retry-fixed-interval)
    sleep(1);
  }
  return -1;
}

int empty_reason(const char *host) {
  for (int i = 0; i < 3; i++) {
    int rc = connect_to_server(host);
    if (rc == 0)
      return 0;
    fprintf(stderr, "attempt %d: %d\n", i, rc);
    sleep(1); // NOLINT(retry-fixed-interval):
    // expect@-1: retry-suppression "gives no reason"
  }
  return -1;
}

// NOLINTBEGIN(retry-fixed-interval): generated code
int block(const char *host) {
  for (int i = 0; i < 3; i++) {
    int rc = connect_to_server(host);
    if (rc == 0)
      return 0;
    fprintf(stderr, "attempt %d: %d\n", i, rc);
    sleep(1);
  }
  return -1;
}
// NOLINTEND(retry-fixed-interval)

// expect@+1: retry-suppression "(retry-fixed-interval) gives no reason"
// NOLINTBEGIN(retry-fixed-interval)
int block_without(const char *host) {
  for (int i = 0; i < 3; i++) {
    int rc = connect_to_server(host);
    if (rc == 0)
      return 0;
    fprintf(stderr, "attempt %d: %d\n", i, rc);
    sleep(1);
  }
  return -1;
}
// NOLINTEND(retry-fixed-interval)

// Others' checks, and comments that suppress everything, are not ours to judge.
int others(const char *host) {
  int unused = 0; // NOLINT(bugprone-unused-return-value)
  for (int i = 0; i < 3; i++) {
    int rc = connect_to_server(host);
    if (rc == 0)
      return unused;
    fprintf(stderr, "attempt %d: %d\n", i, rc);
    sleep(1); // NOLINT
  }
  return -1;
}

const char *text = "// NOLINT(retry-fixed-interval) in a string";
