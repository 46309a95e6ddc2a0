// RUN: %check_retry %s -- -std=c11
#include <unistd.h>
/* Logging through a function pointer is no attempt; a dozen of them leave no room
   for the one that is. */
extern void (*log_line)(const char *fmt, ...);
struct dir;
int dir_bind(struct dir *d, const char *who);

int bind_patiently(struct dir *d, const char *who, int n) {
  int rc;
retry: // expect: retry-unbounded
  log_line("a");
  log_line("b");
  log_line("c");
  log_line("d");
  log_line("e");
  log_line("f");
  log_line("g");
  log_line("h");
  log_line("i");
  log_line("j");
  log_line("k");
  log_line("l %d", n);
  rc = dir_bind(d, who); // expect: retry-unclassified-error
  if (rc != 0) {
    sleep(1); // expect: retry-fixed-interval
    goto retry;
  }
  return rc;
}
