// RUN: %check_retry %s --checks=retry-* -- -std=gnu11
// expect-none
// A protocol that takes turns, a question with another name in front, a path that
// gets shorter, another address: none of this repeats what failed.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct session;
struct mechanism {
  int (*next)(struct mechanism *, const char *line, char *reply);
};
extern int chat_query(struct session *, char *line, int limit);
extern void chat_reply(struct session *, const char *, ...);
enum { DONE, MORE, FAIL };

int authenticate(struct session *s, struct mechanism *m) {
  char line[100] = "", reply[100];
  int status;
  while ((status = m->next(m, line, reply)) == MORE) {
    chat_reply(s, "334 %s", reply);
    if (!chat_query(s, line, 100))
      return -1;
  }
  return status == DONE ? 0 : -1;
}

struct response {
  int code;
};
extern struct response *chat_response(struct session *);
int log_on(struct session *s) {
  struct response *r;
  int steps = 0;
  while ((r = chat_response(s))->code / 100 == 3) {
    if (++steps > 100)
      return -1;
    chat_reply(s, "password");
  }
  return r->code / 100 == 2 ? 0 : -1;
}

extern int lib_is_true(const char *text);
extern void warning(const char *, ...);
int stable(const char **children, int n) {
  for (int round = 0; round < 4; round++) {
    int waits = 0;
    for (int i = 0; i < n; i++)
      if (!lib_is_true(children[i])) {
        warning("cannot track %s yet", children[i]);
        waits = 1;
      }
    if (!waits)
      return 0;
    usleep(250000);
  }
  return -1;
}

extern int net_accept(int fd), net_allowed(int peer, const char *list);
extern void serve(int peer);
void listens(int fd, const char *list) {
  for (;;) {
    int peer = net_accept(fd), rc = peer;
    if (peer >= 0 && (rc = net_allowed(peer, list)) >= 0)
      serve(peer);
    if (rc >= 0)
      continue;
    warning("failed to accept a connection: %s", strerror(errno));
    sleep(1);
  }
}

int make_folders(char *path) {
  if (!mkdir(path, 0700) || errno == EEXIST)
    return 0;
  char *slash = strrchr(path, '/');
  *slash = 0;
  if (make_folders(path))
    return -1;
  *slash = '/';
  return mkdir(path, 0700);
}

struct request;
extern int submit_request(struct request *), open_next_address(void);
int talk(struct request *r) {
  while (!submit_request(r)) {
    if (open_next_address())
      continue;
    printf("cannot talk to the server\n");
    return 0;
  }
  return 1;
}

/* Nothing but errno says whether it goes on where it was. */
extern int is_transient_error(void);
int writes_all(int fd, const char *text, size_t length) {
  size_t done = 0;
  while (done < length) {
    ssize_t n = write(fd, text + done, length - done);
    if (n < 0) {
      if (is_transient_error())
        continue;
      return -1;
    }
    done += n;
  }
  return 0;
}
#define unlikely(x) __builtin_expect(!!(x), 0)
extern ssize_t send(int, const void *, size_t, int);
ssize_t sends(int fd, const void *data, size_t size) {
  ssize_t r;
  do {
    if (unlikely((r = send(fd, data, size, 0)) < 0))
      r = -errno;
  } while (r == -EINTR);
  return r;
}
