// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int reap_child(pid_t pid, int *status) {
  int retries = 500;
  pid_t r;
  while ((r = waitpid(pid, status, WNOHANG)) == 0 && retries-- > 0)
    usleep(10000);
  return r == pid ? 0 : -1;
}

struct bmc;
int bmc_get_param(struct bmc *b, uint8_t id, uint8_t *value);

/* Waits until a written value is seen; an error of the bus ends it. */
int bmc_set_confirmed(struct bmc *b, uint8_t id, uint8_t want) {
  uint8_t seen;
  for (int retry = 0; retry < 10; retry++) {
    if (bmc_get_param(b, id, &seen) != 0)
      return -EIO;
    if (seen == want)
      return 0;
    sleep(1);
  }
  return -ETIMEDOUT;
}

static volatile int mount_suspended;

void hold_while_suspended(void) {
  int said = 0;
  while (mount_suspended) {
    if (!said++)
      fprintf(stderr, "suspended, holding requests\n");
    sleep(12);
  }
}

void wait_gone(const char *stop_file) {
  struct stat st;
  while (stat(stop_file, &st) == 0)
    sleep(5);
}

#define PLL_CTRL (*(volatile uint32_t *)0x40021000u)
#define PLL_READY (1u << 25)

int pll_lock(void) {
  unsigned attempts = 0x5000;
  PLL_CTRL |= 1u << 24;
  while (!(PLL_CTRL & PLL_READY)) {
    if (--attempts == 0)
      return -1;
  }
  return 0;
}

int admin_socket_ready(const char *path) {
  struct stat st;
  int waited_ms = 0;
again:
  if (stat(path, &st) == 0 && S_ISSOCK(st.st_mode))
    return 1;
  if (waited_ms >= 3000)
    return 0;
  usleep(100 * 1000);
  waited_ms += 100;
  goto again;
}

/* How many are left, in which state, how far: questions. */
unsigned lookup_pending_reload_count(void);
void pause_a_while(int seconds, int micros);
void await_reloads(void) {
  while (lookup_pending_reload_count() != 0)
    pause_a_while(0, 500000);
}
struct engine;
int engine_get_state(struct engine *e);
int await_state(struct engine *e) {
  int state;
  while ((state = engine_get_state(e)) != 0)
    sleep(1);
  return state;
}
#include <aio.h>
#include <errno.h>
ssize_t finish_aio(struct aiocb *cb) {
  while (aio_error(cb) == EINPROGRESS)
    usleep(100);
  return aio_return(cb);
}

/* Until somebody has made the file. */
#include <fcntl.h>
int open_when_made(const char *path, int patience) {
  int fd;
  while ((fd = open(path, O_RDONLY)) < 0 && patience >= 0) {
    if (errno != ENOENT)
      return -1;
    sleep(3);
    patience -= 3;
  }
  return fd;
}

/* The event pump of a wait that is cut into slices. */
struct session;

int wait_with_events(struct session *s, int (*events)(struct session *)) {
  for (int slice = 0; slice < 50; slice++) {
    if (events && !events(s))
      return 0;
    usleep(10000);
  }
  return 0;
}

void keep_alive(struct session *s, int (*pump)(struct session *)) {
  for (;;) {
    if (!pump(s))
      return;
    usleep(20000);
  }
}
