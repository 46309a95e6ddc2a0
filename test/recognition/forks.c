// RUN: %check_retry %s --checks=retry-fixed-interval,retry-permanent-error,retry-sleep-after-last-attempt -- -std=gnu11
// fork() fails when there are too many processes, and is tried again.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* What waitpid() leaves in errno is not of fork(). */
int runs(const char *path, char **argv, int tries, int delay) {
  pid_t pid, done;
  int status;
  for (int i = 0; i < tries; i++) {
    switch (pid = fork()) {
    case -1:
      perror("fork");
      break;
    case 0:
      execv(path, argv);
      _exit(127);
    default:
      do
        done = waitpid(pid, &status, 0);
      while (done == -1 && errno == EINTR);
      return done == -1 ? -1 : WEXITSTATUS(status);
    }
    sleep(delay); // expect: retry-fixed-interval "between attempts at 'fork'", retry-sleep-after-last-attempt
  }
  return -1;
}
pid_t starts(void) {
  pid_t pid;
  for (int i = 0; i < 4; i++) {
    if ((pid = fork()) >= 0)
      return pid;
    if (i < 3)
      sleep(2); // expect: retry-fixed-interval "2 s, 2 s, 2 s"
  }
  return -1;
}
pid_t insists(void) {
  pid_t pid;
  int left = 3;
  while ((pid = fork()) == -1 && --left) {
    if (errno != EAGAIN)
      exit(1);
    sleep(1); // expect: retry-fixed-interval "1 s, 1 s"
  }
  return pid;
}

/* One child after the other. */
void keeps_alive(void (*work)(void)) {
  for (;;) {
    pid_t pid = fork();
    if (pid == 0) {
      work();
      _exit(0);
    }
    if (pid > 0)
      waitpid(pid, 0, 0);
    sleep(1);
  }
}
