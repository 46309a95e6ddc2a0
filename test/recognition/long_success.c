// RUN: %check_retry %s --checks=retry-fixed-interval,retry-unbounded,retry-unclassified-error -- -std=gnu11
// However many ways there are to go on after success, those of failure are few.
#include <time.h>
#include <unistd.h>

struct frame {
  int type, channel, length;
};
extern int server_connect(const char *host);
extern int wait_frame(struct frame *f);
extern int handle(int kind, struct frame *f);
extern void error_log(const char *, ...);
static volatile int running = 1;
extern unsigned long interval(void);

#define TIMESPEC(t)                                                            \
  (struct timespec) {                                                          \
    .tv_sec = (t) >> 30, .tv_nsec = ((t)&0x3fffffff) * 1000000000 >> 30        \
  }
#define HANDLE(n)                                                              \
  if (f.type == n && handle(n, &f))                                            \
    error_log("frame %d", n);                                                  \
  if (f.channel > n && f.length > n && handle(-n, &f))                         \
    continue;

void serve(const char *host) {
  unsigned long pause = interval();
  while (running) { // expect: retry-unbounded "until shutdown"
    struct frame f;
    if (server_connect(host) != 0) { // expect: retry-unclassified-error
      error_log("no connection");
      nanosleep(&TIMESPEC(pause), 0); // expect: retry-fixed-interval
      continue;
    }
    while (running && wait_frame(&f) == 0) {
      HANDLE(1) HANDLE(2) HANDLE(3) HANDLE(4) HANDLE(5) HANDLE(6) HANDLE(7)
      HANDLE(8) HANDLE(9) HANDLE(10) HANDLE(11) HANDLE(12) HANDLE(13)
    }
  }
}

/* The other way out is in the failure itself. */
int serve_for(const char *host, int (*patient)(void)) {
  while (running) {
    struct frame f;
    if (server_connect(host) != 0) {
      if (!patient())
        return -1;
      sleep(3); // expect: retry-fixed-interval "3 s, 3 s"
      continue;
    }
    while (running && wait_frame(&f) == 0) {
      HANDLE(1) HANDLE(2) HANDLE(3) HANDLE(4) HANDLE(5) HANDLE(6) HANDLE(7)
      HANDLE(8) HANDLE(9) HANDLE(10) HANDLE(11) HANDLE(12) HANDLE(13)
    }
  }
  return 0;
}
