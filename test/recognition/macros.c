// RUN: %check_retry %s --policy=%S/Inputs/macros.yaml --checks=retry-immediate -- -std=c11
// NOTE is said to log, whatever it expands to: it does not wait, and it is not
// what is attempted. What is written in its argument is.
#include <stdbool.h>

void journal_put(const char *text, int code);
int journal_check(int code);
#define NOTE(text, code) journal_put(text, journal_check(code))
#define AUDIT(text, code) journal_put(text, code)

struct server;
int rpc_call(struct server *s, int what);

bool ask(struct server *s) {
  for (int i = 0; i < 3; i++) {
    int rc = rpc_call(s, 7); // expect: retry-immediate
    if (rc == 0)
      return true;
    NOTE("asked in vain", rc);
  }
  return false;
}

// Nobody said what AUDIT does: it may wait.
bool ask_audited(struct server *s) {
  for (int i = 0; i < 3; i++) {
    int rc = rpc_call(s, 8);
    if (rc == 0)
      return true;
    AUDIT("asked in vain", rc);
  }
  return false;
}
