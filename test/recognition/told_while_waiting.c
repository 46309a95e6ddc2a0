// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter -- -std=c11 -D_GNU_SOURCE
// The line for the log that says which attempt it is leaves alone what else it
// is given.
#include <stdio.h>
#include <unistd.h>

enum error { ERR_NONE = 1, ERR_TIMEOUT, ERR_PERMISSION };
struct config;
struct backend {
  enum error (*connect)(struct config *);
  void (*free)(struct config *);
};
struct config {
  struct backend *db;
  int retries;
};
struct state;
void service_log(int level, struct config *c, const char *format, ...);
void state_printf(struct state *s, const char *format, ...);
enum error gsm_wait_for(struct state *s, const unsigned char *request, int length);
int send_frame(struct state *s);

enum error reconnect(struct config *c) {
  enum error error = ERR_TIMEOUT;
  for (int attempts = 1; attempts <= c->retries; attempts++) {
    service_log(1, c, "Reconnecting after %d seconds...", attempts * attempts);
    sleep(attempts * attempts); // expect: retry-missing-jitter
    c->db->free(c);
    error = c->db->connect(c);
    if (error == ERR_NONE)
      return ERR_NONE;
  }
  return error;
}

enum error get_part(struct state *s, unsigned char *request, int length) {
  int retries = 0;
  enum error error = ERR_NONE;
  while (retries < 5) {
    if (retries > 0)
      state_printf(s, "Retry %d of 5\n", retries);
    error = gsm_wait_for(s, request, length);
    if (error != ERR_PERMISSION)
      break;
    usleep(200000); // expect: retry-fixed-interval "200 ms"
    retries++;
  }
  return error;
}

int send_it(struct state *s) {
  for (int i = 0; i < 3; ++i) {
    if (send_frame(s) == 0)
      return 0;
    state_printf(s, "attempt %d failed\n", i);
    sleep(2); // expect: retry-fixed-interval "2 s"
  }
  return -1;
}

// A name that is made is tried, and the next.
void name_printf(struct state *s, const char *format, ...);

int probe(struct state *s) {
  for (int i = 0; i < 3; ++i) {
    name_printf(s, "/dev/tty%d", i);
    if (send_frame(s) == 0)
      return 0;
    sleep(2);
  }
  return -1;
}
