// RUN: %check_retry %s --checks=retry-fixed-interval,retry-immediate,retry-unbounded,retry-suppression --policy=%S/Inputs/strict.yaml -- -std=c11
// With the policy, a suppression must suppress something.
#include <stdio.h>
#include <unistd.h>

int connect_to_server(const char *host);

int used(const char *host) {
  for (int i = 0; i < 3; i++) {
    int rc = connect_to_server(host);
    if (rc == 0)
      return 0;
    fprintf(stderr, "attempt %d: %d\n", i, rc);
    sleep(1); // NOLINT(retry-fixed-interval): the device answers once a second
  }
  return -1;
}

int wrong_line(const char *host) {
  for (int i = 0; i < 3; i++) {
    int rc = connect_to_server(host); // NOLINT(retry-fixed-interval): misplaced
    // expect@-1: retry-suppression "(retry-fixed-interval) suppresses nothing"
    if (rc == 0)
      return 0;
    fprintf(stderr, "attempt %d: %d\n", i, rc);
    sleep(1); // expect: retry-fixed-interval
  }
  return -1;
}

int one_of_two(const char *host) {
  for (int i = 0; i < 3; i++) {
    int rc = connect_to_server(host);
    if (rc == 0)
      return 0;
    fprintf(stderr, "attempt %d: %d\n", i, rc);
    sleep(1); // NOLINT(retry-fixed-interval, retry-immediate): slow device
    // expect@-1: retry-suppression "(retry-immediate) suppresses nothing"
  }
  return -1;
}

// expect@+1: retry-suppression "(retry-unbounded) suppresses nothing"
// NOLINTNEXTLINE(retry-unbounded): once there was a loop here
int nothing(const char *host) { return connect_to_server(host); }

// expect@+1: retry-suppression "(retry-immediate) suppresses nothing"
// NOLINTBEGIN(retry-immediate): once there was a loop here
int still_nothing(const char *host) { return connect_to_server(host); }
// NOLINTEND(retry-immediate)

int misspelt(const char *host) {
  // expect@+1: retry-suppression "'retry-imediate', which is no check"
  // NOLINTNEXTLINE(retry-imediate): a typing error
  return connect_to_server(host);
}

#define WAIT() sleep(1)
int in_macro(const char *host) {
  for (int i = 0; i < 3; i++) {
    int rc = connect_to_server(host);
    if (rc == 0)
      return 0;
    fprintf(stderr, "attempt %d: %d\n", i, rc);
    WAIT(); // NOLINT(retry-fixed-interval): the device answers once a second
  }
  return -1;
}

// Nothing is known of checks of others.
int other = 1; // NOLINT(bugprone-branch-clone): others
int bare = 1;  // NOLINT
