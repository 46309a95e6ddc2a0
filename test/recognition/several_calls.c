// RUN: %check_retry %s --checks=retry-fixed-interval,retry-unbounded,retry-unclassified-error,retry-permanent-error -- -std=gnu11
// A request that takes several calls fails with any of them, and the program says
// so. Whoever looks at errno for the log line alone has not classified it.
#include <errno.h>
#include <string.h>
#include <unistd.h>

typedef struct stream stream;
extern stream *access_server(void);
extern void drop_server(stream *);
extern int msg_print(stream *, const char *, ...);
extern int stream_flush(stream *);
extern int msg_scan(stream *, int *);
extern void complain(const char *, ...);
extern void warn_user(const char *, ...);
extern int verbose;

int ask(const char *what) {
  int answer;
  for (;;) { // expect: retry-unbounded
    stream *s = access_server();
    if (msg_print(s, "ask", what) != 0 || // expect: retry-unclassified-error
        stream_flush(s) || msg_scan(s, &answer) != 1) {
      if (verbose || errno != EPIPE)
        complain("problem talking to the server: %m");
    } else {
      return answer;
    }
    sleep(1); // expect: retry-fixed-interval "1 s, 1 s"
    drop_server(s);
  }
}

int tell(const char *what) {
  for (int tries = 0;; tries++) {
    stream *s = access_server();
    if (msg_print(s, "tell", what) == 0 && stream_flush(s) == 0) // expect: retry-unclassified-error
      return 0;
    warn_user("%s: %s", what, strerror(errno));
    if (tries >= 4)
      return -1;
    sleep(2); // expect: retry-fixed-interval "2 s, 2 s"
    drop_server(s);
  }
}

void greet(stream *s, const char *name) {
  int tries = 3;
  while (tries-- > 0) {
    if (msg_print(s, "hello", name) == 0) { // expect: retry-unclassified-error
      if (stream_flush(s) == 0)
        return;
    }
    complain("could not greet %s, retrying", name);
    sleep(5); // expect: retry-fixed-interval "5 s, 5 s (10 s in total)"
  }
  complain("gave up on %s", name);
}

/* errno decides here: EPIPE is worth another attempt. */
int classified(const char *what) {
  for (int tries = 0; tries < 3; tries++) {
    stream *s = access_server();
    if (msg_print(s, "ask", what) == 0)
      return 0;
    if (errno != EPIPE)
      return -1;
    complain("lost the server: %m");
    sleep(1 << tries);
  }
  return -1;
}
