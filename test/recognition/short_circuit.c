// RUN: %check_retry %s --checks=retry-stuck-counter,retry-unbounded,retry-excessive-attempts -- -std=c11
#include <unistd.h>
int list_groups(const char *broker, int ms);
int fetch_offset(const char *broker);

/* The counter is in the second half of a condition whose first half has halves. */
int either_error(const char *b) {
  int err = 0, retries = 4;
  do {
    if (err)
      sleep(1);
    err = list_groups(b, 5000);
  } while ((err == -195 || err == 14) && retries-- > 0);
  return err;
}

int any_of_three(const char *b) {
  int err, n = 0;
  while (((err = fetch_offset(b)) == -2 || err == -3 || err == -4) && ++n < 5)
    sleep(1);
  return err;
}

int all_or_nothing(const char *b, int forced) {
  int err, n = 9;
  for (err = -1; (forced && err < 0) || (err < 0 && n > 0);) { // expect: retry-unbounded
    err = fetch_offset(b);
    n--;
    sleep(1);
  }
  return err;
}

int counts_too_far(const char *b) {
  int err, n = 0;
  do {
    err = fetch_offset(b);
    sleep(1);
  } while ((err == -7 || err == -8) && n++ < 20); // expect: retry-excessive-attempts "21"
  return err;
}
