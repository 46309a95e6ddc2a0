// RUN: %check_retry %s --checks=retry-fixed-interval,retry-unclassified-error -- -std=c11
#include <unistd.h>
struct conf;
int conf_flag(struct conf *c, const char *name);
void conf_note(struct conf *c, int n);
int peer_connect(struct conf *c);
#define ASK(n) if (conf_flag(c, #n)) conf_note(c, n);

/* What comes after the loop has more ways through than are tried. */
int run_client(struct conf *c) {
  int tries = 0;
  for (;;) {
    if (peer_connect(c) == 0) // expect: retry-unclassified-error
      break;
    if (++tries == 5)
      return 3;
    sleep(3); // expect: retry-fixed-interval
  }
  ASK(1) ASK(2) ASK(3) ASK(4) ASK(5) ASK(6) ASK(7) ASK(8)
  return 0;
}

/* And what comes before it. */
int run_server(struct conf *c) {
  ASK(1) ASK(2) ASK(3) ASK(4) ASK(5) ASK(6) ASK(7) ASK(8)
  ASK(9) ASK(10) ASK(11) ASK(12)
  int tries = 0;
  for (;;) {
    if (peer_connect(c) == 0) // expect: retry-unclassified-error
      break;
    if (++tries == 5)
      return 3;
    sleep(3); // expect: retry-fixed-interval
  }
  return 0;
}

/* And the way round itself. */
int run_relay(struct conf *c) {
  for (int tries = 0; tries < 5; tries++) {
    ASK(1) ASK(2) ASK(3) ASK(4) ASK(5) ASK(6) ASK(7) ASK(8)
    if (peer_connect(c) == 0)
      return 0;
    ASK(1) ASK(2) ASK(3) ASK(4)
    sleep(3); // expect: retry-fixed-interval
  }
  return -1;
}
