// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Who has the link has the lock; the others come back until it is gone. */
int lock_by_link(const char *mine, const char *lock) {
  int mine_now = 0, turns = 0;
  while (!mine_now) {
    int j = link(mine, lock);
    int why = errno;
    if (j == 0)
      mine_now = 1;
    if (j < 0 && why != EEXIST) {
      unlink(mine);
      return -1;
    }
    if (j != 0) {
      if (++turns % 200 == 0)
        usleep(30);
      if (turns > 100000)
        return -1;
    }
  }
  return 0;
}

/* Somebody else was quicker: the same again at once, as compare-exchange does. */
int lock_by_folder(const char *path) {
  int tries = 1000;
  while (mkdir(path, 0700) != 0)
    if (errno != EEXIST || --tries == 0)
      return 0;
  return 1;
}

int lock_politely(const char *path) {
  for (;;) {
    int fd = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (fd >= 0 || errno != EEXIST)
      return fd;
    sched_yield();
  }
}

/* Until another process has made the segment. */
int open_segment(const char *path, int mode);

int attach(const char *path, int patience) {
  int fd;
  while ((fd = open_segment(path, 0)) < 0 && patience >= 0) {
    if (errno != ENOENT)
      return 0;
    if (!patience)
      break;
    sleep(3);
    patience -= 3;
  }
  return fd >= 0;
}
