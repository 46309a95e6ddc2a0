// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <unistd.h>

extern volatile sig_atomic_t stop;
void handle_ready(void *ptr, unsigned events);

int reactor_run(int ep) {
  struct epoll_event ev[64];
  while (!stop) {
    int n = epoll_wait(ep, ev, 64, 500);
    if (n < 0) {
      if (errno == EINTR)
        continue;
      return -1;
    }
    for (int i = 0; i < n; i++)
      handle_ready(ev[i].data.ptr, ev[i].events);
  }
  return 0;
}

int read_joystick(int fd, int axes[2]);
void draw(const int axes[2]);

void demo_loop(int fd) {
  int axes[2] = {0, 0};
  int retries = 0;
  while (!stop) {
    if (read_joystick(fd, axes) < 0)
      retries++;
    draw(axes);
    usleep(16666);
  }
  printf("%d frames without input\n", retries);
}

void run_timers(void);
void run_fds(fd_set *set);

void select_loop(int maxfd, fd_set *watched) {
  for (;;) {
    fd_set ready = *watched;
    struct timeval tick = {0, 100000};
    int n = select(maxfd + 1, &ready, NULL, NULL, &tick);
    if (n > 0)
      run_fds(&ready);
    run_timers();
    if (stop)
      break;
  }
}

int pid_step(double setpoint, double measured, double *out);
int read_sensor(double *measured);
int drive_motor(double out);

/* A control loop: a bad sample is skipped and the period kept. */
void control_loop(double setpoint) {
  double measured, out;
  while (!stop) {
    if (read_sensor(&measured) == 0 && pid_step(setpoint, measured, &out) == 0)
      drive_motor(out);
    usleep(1000);
  }
}

int x_next_event(void *display, int *type);

int pump(void *display) {
  int type, attempts_to_close = 0;
  while (x_next_event(display, &type) == 0) {
    switch (type) {
    case 17:
      if (++attempts_to_close == 2)
        return 0;
      break;
    case 33:
      return 0;
    }
  }
  return -1;
}
