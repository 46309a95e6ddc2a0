// RUN: %check_retry %s --checks=retry-fixed-interval,retry-immediate,retry-unbounded -- -std=gnu11
// An answer that came may be a failure: what it is compared with says so by its
// name.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ANSWER_ERROR 6
#define ANSWER_STATUS 5
#define ANSWER_MORE 7
struct answer {
  int type;
  char *text;
};
struct answer *send_command(int fd, const char *command);
void answer_free(struct answer *a);

static int busy(const struct answer *a) {
  return a && a->type == ANSWER_ERROR && !strncmp(a->text, "LOADING", 7);
}

int store(int fd, const char *command) {
  for (int i = 0; i < 4; i++) {
    struct answer *a = send_command(fd, command);
    if (!busy(a)) {
      int rc = a ? 0 : -1;
      answer_free(a);
      return rc;
    }
    answer_free(a);
    usleep(300000); // expect: retry-fixed-interval
  }
  return -1;
}

int store_flat(int fd, const char *command) {
  int left = 5;
  do {
    struct answer *a = send_command(fd, command);
    if (!a)
      return -1;
    int type = a->type;
    answer_free(a);
    if (type != ANSWER_ERROR)
      return 0;
    sleep(1); // expect: retry-fixed-interval
  } while (--left);
  return -1;
}

int store_switch(int fd, const char *command) {
  for (int i = 0; i < 3; i++) {
    struct answer *a = send_command(fd, command);
    if (!a)
      return -1;
    int type = a->type;
    answer_free(a);
    switch (type) {
    case ANSWER_ERROR:
      sleep(2); // expect: retry-fixed-interval
      continue;
    default:
      return type;
    }
  }
  return -1;
}

// ---- Not a retry: the answer is not complete, or another kind is waited for.

int collect(int fd, const char *command) {
  for (;;) {
    struct answer *a = send_command(fd, command);
    if (!a)
      return -1;
    int type = a->type;
    puts(a->text);
    answer_free(a);
    if (type != ANSWER_MORE)
      return 0;
  }
}

int until_status(int fd, const char *command) {
  for (;;) {
    struct answer *a = send_command(fd, command);
    if (!a)
      return -1;
    int type = a->type;
    answer_free(a);
    if (type == ANSWER_STATUS)
      return 0;
    usleep(50000);
  }
}

// Whoever stops at an error goes round on everything else.
int drain(int fd, const char *command) {
  for (;;) {
    struct answer *a = send_command(fd, command);
    if (!a)
      return 0;
    bool failed = a->type == ANSWER_ERROR;
    answer_free(a);
    if (failed)
      return -1;
    sleep(1);
  }
}

// One after the other; what is done for one of them speaks of errors.
static void usage(void) {
  fprintf(stderr, "usage: [-q] [-v]\n");
  exit(-1);
}
void options(int count, char **words) {
  bool quiet_on_error = false;
  while (1) {
    int option = getopt(count, words, "qv");
    if (option == -1)
      break;
    switch (option) {
    case 'q':
      quiet_on_error = true;
      break;
    case 'v':
      puts("verbose");
      break;
    default:
      usage();
    }
  }
  printf("%d\n", quiet_on_error);
}
