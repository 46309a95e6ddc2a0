// RUN: %check_retry %s --checks=retry-fixed-interval,retry-unbounded -- -std=gnu11
// Nobody knows these functions; the program says that they failed.
#include <string.h>
#include <errno.h>
#include <unistd.h>

typedef struct pipeline pipeline;
extern pipeline *pipeline_begin(const char *command);
extern int server_settles(void);
extern int settle_down(void);
extern void note(int level, const char *, ...);
#define LEVEL_ERR 3
#define LEVEL_INFO 6
#define enabled(level) ((level) <= verbosity)
extern int verbosity;
#define print_log(level, ...)                                                    \
  do {                                                                         \
    if (enabled(level))                                                        \
      note(level, __VA_ARGS__);                                                \
  } while (0)

pipeline *begins(const char *command) {
  pipeline *p;
  while ((p = pipeline_begin(command)) == 0) { // expect: retry-unbounded "for ever"
    note(4, "fork: %m");
    sleep(10); // expect: retry-fixed-interval
  }
  return p;
}
int drains(void) {
  for (int count = 0;; count++) {
    if (count >= 5)
      return -1;
    if (server_settles() == 0)
      return 0;
    print_log(LEVEL_ERR, "settle");
    sleep(1); // expect: retry-fixed-interval
  }
}
int steps(void) {
  int rc;
  while ((rc = settle_down()) != 0) { // expect: retry-unbounded "for ever"
    print_log(LEVEL_INFO, "server is down: retrying in %d seconds", 10);
    sleep(10); // expect: retry-fixed-interval
  }
  return rc;
}

/* A state that is waited for. */
pipeline *appears(const char *command) {
  pipeline *p;
  while ((p = pipeline_begin(command)) == 0) {
    note(6, "not there yet");
    sleep(10);
  }
  return p;
}
int becomes(void) {
  while (settle_down() != 0)
    sleep(1);
  return 0;
}
