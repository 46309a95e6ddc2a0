// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int read_block(int disk, unsigned long block);

/* The size of a device that does not tell: the last readable block. */
unsigned long probe_capacity(int disk) {
  unsigned long low = 0, high = 1ul << 32;
  while (low < high) {
    unsigned long mid = low + (high - low) / 2;
    if (read_block(disk, mid) < 0)
      high = mid;
    else
      low = mid + 1;
  }
  return low;
}

/* The datagram is too long: send less of it. */
int send_truncated(int sock, const char *msg, size_t len) {
  while (len > 128) {
    if (send(sock, msg, len, 0) >= 0)
      return 0;
    if (errno != EMSGSIZE)
      return -1;
    fprintf(stderr, "message too long, retrying with half\n");
    len /= 2;
  }
  return -1;
}

int serial_open(const char *tty, int baud);
int serial_hello(int fd);

int autobaud(const char *tty) {
  static const int rates[] = {115200, 57600, 38400, 19200, 9600, 0};
  for (int attempt = 0; rates[attempt]; attempt++) {
    int fd = serial_open(tty, rates[attempt]);
    if (fd < 0)
      return -1;
    if (serial_hello(fd) == 0)
      return fd;
    close(fd);
    usleep(300000);
  }
  return -1;
}

double bisect_root(double (*f)(double), double a, double b) {
  double m;
  int attempts = 0;
  do {
    m = 0.5 * (a + b);
    if ((f(a) < 0) == (f(m) < 0))
      a = m;
    else
      b = m;
  } while (fabs(b - a) > 1e-9 && ++attempts < 200);
  return m;
}

int dac_set(int code);
int comparator(void);

int find_threshold(void) {
  int code = 0, bit = 1 << 11;
next_bit:
  dac_set(code | bit);
  usleep(100);
  if (comparator())
    code |= bit;
  bit >>= 1;
  if (bit)
    goto next_bit;
  return code;
}
