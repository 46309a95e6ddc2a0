// RUN: %check_retry %s -- -std=c11
// expect-none
#include <stddef.h>
#include <stdio.h>
#include <sys/select.h>
struct answer {
  unsigned char code, text[80];
};
struct session {
  struct answer *(*sendrecv)(struct session *s, const char *line);
};

/* A console: the select is for the keyboard, the retry is inside and has no wait. */
int console(struct session *s, const char *line) {
  struct answer *a = s->sendrecv(s, "open");
  if (!a)
    return -1;
  while (!a->code && a->text[0] == 0) {
    struct timeval tv = {0, 500000};
    fd_set set;
    FD_ZERO(&set);
    FD_SET(0, &set);
    if (select(1, &set, NULL, NULL, &tv) < 0)
      line = "close";
    do {
      for (int i = 0; i <= 3; i++) {
        a = s->sendrecv(s, line);
        if (!a)
          return -1;
        if (a->code == 0xc3) {
          if (i == 3)
            return -1;
          continue;
        }
        break;
      }
      printf("%s", (const char *)a->text);
    } while (a->code == 0 && a->text[0] != 0);
  }
  return 0;
}
