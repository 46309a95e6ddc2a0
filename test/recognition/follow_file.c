// RUN: %check_retry %s -- -std=c11
// expect-none
#include <stdio.h>
void sleep_ms(int ms);
int ingest(int fd, char *to, unsigned n);

/* As tail -f does: the end of the file is no failure, and is what is waited for; an
   error is shown and then taken for the end. */
int follow(int fd, char *to, int ignore_end) {
  int n;
again:
  n = ingest(fd, to, 64);
  if (n < 0) {
    fprintf(stderr, "read error\n");
    n = 0;
  }
  if (n == 0) {
    if (ignore_end) {
      sleep_ms(2);
      goto again;
    }
    return -1;
  }
  return n;
}
