// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What one function writes behind a text says nothing about the next function. */
struct entry {
  struct entry *next;
  char *name, *owner, *group, *path;
};

int make_all(const struct entry *e, char *path, size_t size) {
  char line[256], owner[64], group[64];
  for (; e; e = e->next) {
    size_t n = strlen(path), m = strlen(e->owner), k = strlen(e->group);
    snprintf(owner + m, sizeof owner - m, "%s", e->owner);
    snprintf(group + k, sizeof group - k, "%s", e->group);
    snprintf(&line[n], sizeof line - n, "%s:%s", owner, group);
    snprintf(&path[n], size - n, "/%s", e->name);
    if (mkdir(path, 0750) == -1)
      perror(line);
  }
  return 0;
}

int write_name(int fd, char *to, const char *from, size_t at) {
  while (*from) {
    strcpy(to + at, from);
    if (write(fd, to, strlen(to)) < 0)
      return -1;
    from += strlen(from);
  }
  return 0;
}
