// RUN: %check_retry %s --checks=retry-fixed-interval,retry-suppression --policy=%S/Inputs/strict.yaml -- -std=c11
// A check that did not run proves nothing.
#include <unistd.h>

int connect_to_server(const char *host);

int other_check(const char *host) {
  for (;;) { // NOLINT(retry-unbounded): until the plug is pulled
    if (connect_to_server(host) == 0)
      return 0;
    sleep(1); // NOLINT(retry-fixed-interval): the device answers once a second
  }
}

int none(const char *host) {
  // expect@+1: retry-suppression "(retry-fixed-interval) suppresses nothing"
  // NOLINTNEXTLINE(retry-fixed-interval): no loop
  return connect_to_server(host);
}

int any(const char *host) {
  // NOLINTNEXTLINE(retry-*): whatever it may be
  return connect_to_server(host);
}
