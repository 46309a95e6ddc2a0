// RUN: %check_retry %s --checks=retry-unbounded,retry-ignored-cancellation -- -std=c11
// Flags of C11, and those of the compiler, are flags.
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

struct uplink {
  const char *host;
  atomic_bool stopping;
  int halted;
};
int uplink_dial(const char *host); // -1: failed
void uplink_pump(int fd);

void *until_stopped(void *own) {
  struct uplink *u = own;
  while (!atomic_load(&u->stopping)) { // expect: retry-unbounded "until shutdown"
    int fd = uplink_dial(u->host);
    if (fd < 0) {
      sleep(10); // expect: retry-ignored-cancellation
      continue;
    }
    uplink_pump(fd);
  }
  return 0;
}

static atomic_int running;
void by_number(const char *host) {
  atomic_store(&running, 1);
  while (atomic_load_explicit(&running, memory_order_acquire)) { // expect: retry-unbounded "until shutdown"
    int fd = uplink_dial(host);
    if (fd >= 0) {
      uplink_pump(fd);
      return;
    }
    sleep(10); // expect: retry-ignored-cancellation
  }
}

void by_builtin(struct uplink *u) {
  while (!__atomic_load_n(&u->halted, __ATOMIC_RELAXED)) { // expect: retry-unbounded "until shutdown"
    int fd = uplink_dial(u->host);
    if (fd >= 0) {
      uplink_pump(fd);
      return;
    }
    sleep(1);
  }
}
